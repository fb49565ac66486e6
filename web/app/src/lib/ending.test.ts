import { Game } from '@longjump/engine/node';
import { describe, expect, test } from 'vitest';
import { placesWithout, resignWords, whyWords } from './ending.js';

describe('giving up', () => {
    test('leaves the worst free place, and the best to those who play on', () => {
        expect(placesWithout([0, 0], 0)).toEqual([2, 1]);
        expect(placesWithout([0, 0, 0, 0, 0, 0], 2)).toEqual([1, 1, 6, 1, 1, 1]);
        expect(placesWithout([1, 0, 0, 4], 1)).toEqual([1, 3, 2, 4]);
    });
    test('says what it leads to', () => {
        expect(resignWords([0, 0], 0, false)).toMatch(/other side wins/);
        expect(resignWords([1, 0, 0, 0, 0, 6], 2, false)).toMatch(/place 5 of 6/);
        expect(resignWords([0, 0, 0], 0, true)).toMatch(/computer/);
    });
});

/** Why a game ended after a move. */
function why(spec: string, position: string, wins: (text: string) => boolean = () => true, you?: number): string {
    const game = new Game(spec, position);
    const last = game.state().moves.find(({ text }) => {
        if (!wins(text)) return false;
        game.play(text);
        const isOver = game.state().standings !== undefined;
        game.takeBack();
        return isOver;
    })!;
    game.play(last.text);
    const [layout, state] = [game.layout(), game.state()];
    game.free();
    return whyWords({ layout, state, places: state.standings!, givenUp: undefined, you });
}

describe('why a game ended is told with figures', () => {
    test('a goal that is full', () => {
        const words = (you?: number) => why('star', 'b/aa/aaa/aaa1/8a4/5a6/11/10/9/10/11/12/13/1bbb/bbb/bb/b a 0 -', undefined, you);
        expect(words()).toBe("Vermilion's goal is full: 9 of its own 10, and 1 of Blue's that stayed there. A full goal wins.");
        expect(words(0)).toBe("Your goal is full: 9 of your 10, and 1 of Blue's that stayed there. A full goal wins.");
        expect(words(1)).toBe("Vermilion's goal is full: 9 of its own 10, and 1 of yours that stayed there. A full goal wins.");
    });
    test('all in the goal', () => {
        const words = why('diamond', '6aaaa/7aaa/8aa/7ab1/4b5/10/6b3/bb8/bbb7/bb8 a 80 -');
        expect(words).toBe('All 10 are in the goal. Blue had 3 still on the way.');
    });
    test('too late in leaving home', () => {
        const late = '1/aa/aaa/aa2/6a6/6a5/11/10/3b5/4bb4/11/12/13/b1bb/abb/1b/b a 100 -';
        expect(why('star', late)).toBe('Vermilion still had marbles at home when all should have left: 1.');
        expect(why('star', late, undefined, 0)).toBe('You still had marbles at home when all should have left: 1.');
    });
    test('a far row, whoever else is in it', () => {
        expect(why('knightthrough', 'bb1b2bb/b6b/4a3/8/2b5/8/aa5a/aaaa2a1 a', (text) => text.endsWith('8'))).toBe('Vermilion reached the goal.');
        expect(why('knightthrough', 'bbbbbbbb/8/4a3/8/8/8/8/8 a', (text) => text.endsWith('8'))).toBe('Vermilion reached the goal.');
    });
    test('pieces that are left', () => {
        expect(why('minicheckers', '1a4/4a1/6/6/6/b5 a')).toBe('Vermilion had more pieces left: 2 to 1.');
        expect(why('minicheckers', '6/4a1/6/6/6/b5 a')).toBe('Both have the same number of pieces left: 1.');
        expect(why('minicheckers', '1a4/4b1/3a2/6/6/a5 a')).toBe('Blue had no pieces left.');
    });
    test('with more than two, what made the first one win', () => {
        const [layout, state] = (() => {
            const game = new Game('star:seats=3');
            const answer = [game.layout(), game.state()] as const;
            game.free();
            return answer;
        })();
        expect(whyWords({ layout, state, places: [1, 2, 3], givenUp: undefined, you: undefined })).toBe('');
        const pieces = state.pieces.map((_, hole) => (layout.camps.find(({ goalOf }) => goalOf === 0)!.holes.includes(hole) ? 0 : undefined));
        expect(whyWords({ layout, state: { ...state, pieces }, places: [1, 2, 3], givenUp: undefined, you: undefined })).toBe('All 10 are in the goal.');
    });
});

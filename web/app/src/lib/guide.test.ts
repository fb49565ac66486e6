import { Game, type State } from '@longjump/engine/node';
import { describe, expect, test } from 'vitest';
import { firstMove, helpsToMark, homeDeadline, homeWarning, mustCapture } from './guide.js';

const withGame = <T>(spec: string, position: string | undefined, use: (game: Game) => T): T => {
    const game = new Game(spec, position);
    const answer = use(game);
    game.free();
    return answer;
};
const stateOf = (spec: string, position?: string): State => withGame(spec, position, (game) => game.state());

/** One marble of the first seat is still at home, after so many plies. */
const duel = (turn: string, plies: number) => `1/aa/aaa/aa2/6a6/6a5/11/10/3b5/4bb4/11/12/13/b1bb/abb/1b/b ${turn} ${plies} -`;
/** All marbles of the first seat are, and the others' have left. */
const three = (turn: string, plies: number) => `1/2/3/4/13/12/11/1cccccccc1/bbbbbbbbb/4b5/5cc4/12/13/aaaa/aaa/aa/a ${turn} ${plies} -`;

/** With how many moves the first seat is out, by the rules, if its last marble does not leave. */
function movesUntilOut(game: Game): number {
    const home = game.layout().camps.find(({ homeOf }) => homeOf === 0)!.holes;
    for (let moves = 0; ;) {
        const { turn, moves: legal } = game.state();
        const elsewhere = legal.find(({ route }) => !home.includes(route[0]!));
        game.play((elsewhere ?? legal[0]!).text);
        if (turn === 0) moves++;
        if (game.state().places[0]) return moves;
    }
}

describe('leaving home', () => {
    test.each([
        ['star', 2, 100],
        ['star:seats=3', 3, 150],
        ['star:preset=thesis', 2, undefined],
        ['star:preset=thesis,home_deadline=60', 2, 60],
        ['star:home_deadline=off', 2, undefined],
        ['diamond', 2, 100],
        ['corners:preset=waiting', 2, undefined],
        ['corners:preset=race', 2, 80],
        ['corners:preset=race,home_deadline=off', 2, undefined],
    ])('%s: the deadline', (spec, seats, plies) => expect(homeDeadline(spec, seats)).toBe(plies));

    const turns = (seats: string, plies: number[]) => [...seats].flatMap((turn) => plies.map((count) => [turn, count] as const));
    test.each([
        ...turns('ab', [95, 96, 97, 98, 99, 100]).map(([turn, plies]) => ['star', duel(turn, plies)] as const),
        ...turns('abc', [144, 145, 146, 147, 148, 149, 150]).map(([turn, plies]) => ['star:seats=3', three(turn, plies)] as const),
    ])('the moves left are those that the rules leave: %s, %s', (spec, position) => {
        const [warning, moves] = withGame(spec, position, (game) => [homeWarning(game.state(), game.layout(), 0), movesUntilOut(game)]);
        expect(warning?.moves).toBe(moves);
    });
    test('is told from the 40th move on, and not to who has left', () => {
        const warned = (plies: number, seat = 0) => withGame('star', duel('a', plies), (game) => homeWarning(game.state(), game.layout(), seat)?.moves);
        expect([78, 80, 82].map((plies) => warned(plies))).toEqual([undefined, 11, 10]);
        expect(warned(98, 1)).toBeUndefined();
    });
});

test('capturing is told where it is compulsory', () => {
    expect(mustCapture(stateOf('minicheckers', '1b1b1b/b3b1/6/2b3/1a1a1a/a1a1a1 a'))).toBe(true);
    expect(mustCapture(stateOf('minicheckers'))).toBe(false);
    expect(mustCapture(stateOf('knightthrough'))).toBe(false);
});

test('pieces that can move are marked where it helps', () => {
    expect(['star', 'corners', 'knightthrough', 'minicheckers'].map((spec) => helpsToMark(stateOf(spec)))).toEqual([false, false, true, true]);
});

test.each(['star', 'star:seats=6', 'diamond', 'corners', 'knightthrough', 'minicheckers'])('%s: a first move goes ahead, by a hop if there is one', (spec) => {
    const { state, layout } = withGame(spec, undefined, (game) => ({ state: game.state(), layout: game.layout() }));
    const move = firstMove(state, layout)!;
    expect(state.moves).toContainEqual(move);
    expect(move.isStep).toBe(state.moves.every(({ isStep }) => isStep));
    const home = layout.camps.find(({ homeOf }) => homeOf === 0)!.holes;
    expect(home).not.toContain(move.route.at(-1));
});

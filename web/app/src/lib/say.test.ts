import { Game } from '@longjump/engine/node';
import { expect, test } from 'vitest';
import { clockText, colourName, engineName, large, moveText, playerName, raceWords, shortName, sign, verdictFigure, verdictWords } from './say.js';

function layoutOf(spec: string) {
    const game = new Game(spec);
    const layout = game.layout();
    game.free();
    return layout;
}

test('seats are called by their colours, each with a sign of its own', () => {
    const layout = layoutOf('star:seats=6');
    const seats = [0, 1, 2, 3, 4, 5];
    expect(new Set(seats.map((seat) => colourName(layout, seat))).size).toBe(6);
    expect(new Set(seats.map((seat) => sign(layout, seat))).size).toBe(6);
    expect(colourName(layoutOf('corners'), 1)).toBe(colourName(layoutOf('knightthrough'), 1));
});

test('who sits there', () => {
    expect(playerName({ kind: 'person' }, true)).toBe('You');
    expect(playerName({ kind: 'person' }, false)).toBe('Person');
    expect(playerName({ kind: 'engine', player: 'default:level=4' }, true)).toMatch(/4/);
    expect(playerName({ kind: 'engine', player: 'default' }, true)).toMatch(/full strength/);
    expect(shortName({ kind: 'engine', player: 'default:level=4' }, true)).toBe('Level 4');
    expect(shortName({ kind: 'engine', player: 'greedy' }, true)).toBe('Greedy');
    expect(shortName({ kind: 'person' }, true)).toBe('You');
    expect(engineName('k3+mobility')).toMatch(/3.* · /);
    expect(engineName('never heard of')).toBe('never heard of');
});

test('verdicts', () => {
    expect(verdictWords({ kind: 'ahead', value: 0.04 })).not.toMatch(/\d/);
    expect(verdictWords({ kind: 'ahead', value: -1.44 })).toMatch(/1\.4/);
    expect(verdictWords({ kind: 'ahead', value: -1.44 })).not.toBe(verdictWords({ kind: 'ahead', value: 1.44 }));
    expect(verdictWords({ kind: 'winIn', value: 9 })).toMatch(/9/);
    expect(verdictFigure({ kind: 'ahead', value: -1.44 })).toBe('−1.4');
    expect(verdictFigure({ kind: 'ahead', value: 1.44 })).toBe('+1.4');
    expect(verdictFigure({ kind: 'lossIn', value: 4 })).toBe('−# 4');
});

test('races', () => {
    const layout = layoutOf('star');
    const words = new Set([1, 5].flatMap((moves) => [true, false].map((isYou) => raceWords(layout, { winner: 0, moves }, isYou))));
    expect(words.size).toBe(4);
    for (const text of words) expect(text).not.toContain('{');
});

test.each([
    [0, '0'],
    [9999, '9999'],
    [12_345, '12k'],
    [8_940_000, '8.9M'],
])('%d as %s', (amount, text) => expect(large(amount)).toBe(text));

test.each([
    [0, '0.0'],
    [9_940, '9.9'],
    [10_000, '0:10'],
    [59_001, '1:00'],
    [61_000, '1:01'],
    [3_600_000, '60:00'],
])('%d ms on a clock: %s', (milliseconds, text) => expect(clockText(milliseconds)).toBe(text));

test('moves have a dash between their places', () => {
    expect(moveText('e5k9')).toBe('e5–k9');
    expect(moveText('pass')).toBe('pass');
});

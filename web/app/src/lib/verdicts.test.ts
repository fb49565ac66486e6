import { expect, test } from 'vitest';
import type { Verdict } from './rules.js';
import { movesAhead, shareOf, turned, verdictOf } from './verdicts.js';

const ahead = (value: number): Verdict => ({ kind: 'ahead', value });
const [win, loss]: Verdict[] = [
    { kind: 'winIn', value: 3 },
    { kind: 'lossIn', value: 3 },
];

test('proven results are beyond any other', () => {
    expect(movesAhead(win!)).toBeGreaterThanOrEqual(movesAhead(ahead(1e6)));
    expect([loss!, ahead(0), win!].map((verdict) => shareOf(verdict, 'star'))).toEqual([0, 0.5, 1]);
    expect(shareOf(ahead(50), 'star')).toBeLessThanOrEqual(1);
});

test('what a move ahead is worth depends on the game', () => {
    const shares = ['star', 'diamond', 'corners', 'knightthrough', 'minicheckers'].map((game) => Math.round(100 * shareOf(ahead(1), game)));
    expect(shares).toEqual([65, 55, 62, 56, 95]);
});

test('the other side sees the opposite, twice is once', () => {
    for (const verdict of [win!, loss!, ahead(1.5)]) {
        expect(shareOf(turned(verdict), 'star')).toBeCloseTo(1 - shareOf(verdict, 'star'));
        expect(turned(turned(verdict))).toEqual(verdict);
    }
});

test('a race is counted in plies from whose turn it is', () => {
    expect(verdictOf({ winner: 0, moves: 2 }, 0)).toEqual({ kind: 'winIn', value: 3 });
    expect(verdictOf({ winner: 0, moves: 2 }, 1)).toEqual({ kind: 'lossIn', value: 4 });
});

import { expect, test } from 'vitest';
import { dayOf, modeOf, nearest, packOfDay, puzzleOfDay, streakRating } from './choice.js';
import { PACKS, idOf, lineOf, readPack, type PackFile, type Theme } from './puzzle.js';

const file: PackFile = {
    spec: 'star',
    settings: { nodes: 2000, factor: 25, margin: 0.2 },
    puzzles: Array.from({ length: 40 }, (_, n) => [
        `position ${n}`,
        800 + 50 * n,
        n % 2 === 0 ? ['block' as Theme] : [],
        n,
        10,
        [
            ['a1a2', 0.9, 'b1b2', 0.5, ['c1c2', 'd1d2'], null],
            ['a2a3', 1, 'b1b3', 0, [], { by: 'race' }],
        ],
    ]),
};
const pack = readPack(file);
const ids = (count: number) => new Set(pack.puzzles.slice(0, count).map(({ id }) => id));

test('a pack is read', () => {
    expect(pack.nodes).toBe(50_000);
    expect(new Set(pack.puzzles.map(({ id }) => id)).size).toBe(40);
    expect(lineOf(pack.puzzles[0]!)).toEqual(['a1a2', 'c1c2', 'd1d2', 'a2a3']);
    expect(pack.puzzles[0]!.steps.map(({ proof }) => proof)).toEqual([undefined, { by: 'race' }]);
});

test('what comes next is about as hard as wanted, and new', () => {
    const chances = [0, 0.3, 0.6, 0.99];
    for (const chance of chances) {
        const { rating } = nearest(pack.puzzles, { rating: 1500, done: new Set(), chance })!;
        expect(Math.abs(rating - 1500)).toBeLessThanOrEqual(200);
    }
    const done = ids(39);
    expect(nearest(pack.puzzles, { rating: 800, done, chance: 0.5 })?.rating).toBe(800 + 50 * 39);
    // When all have had their turn, they come again, but not the one that is on the board.
    expect(nearest(pack.puzzles, { rating: 800, done: ids(40), except: pack.puzzles[0]!.id, chance: 0 })?.rating).toBe(850);
});

test('a theme is kept to', () => {
    const { themes } = nearest(pack.puzzles, { rating: 850, done: new Set(), theme: 'block', chance: 0 })!;
    expect(themes).toEqual(['block']);
    expect(nearest(pack.puzzles, { rating: 850, done: new Set(), theme: 'zugzwang', chance: 0 })).toBeUndefined();
});

test('everybody has the same puzzle on a day, and another one the next', () => {
    const morning = dayOf(Date.UTC(2026, 10, 19, 0, 0, 1));
    expect(dayOf(Date.UTC(2026, 10, 19, 23, 59, 59))).toBe(morning);
    expect(dayOf(Date.UTC(2026, 10, 20))).toBe(morning + 1);
    const packs = Array.from({ length: PACKS.length }, (_, later) => packOfDay(morning + later));
    expect(new Set(packs).size).toBe(PACKS.length);
    const puzzles = Array.from({ length: 100 }, (_, later) => puzzleOfDay(pack, morning + later)!.id);
    expect(new Set(puzzles).size).toBeGreaterThan(30);
});

test('streaks get harder, and unknown ways to choose are none', () => {
    expect(streakRating(5)).toBeGreaterThan(streakRating(4));
    expect([modeOf('daily'), modeOf('block'), modeOf('nothing'), modeOf(null)]).toEqual(['daily', 'block', 'rating', 'rating']);
    expect(idOf('star')).toMatch(/^[0-9a-z]+$/);
});

// How somebody has done at puzzles, kept on the device.

import { keep } from '../settings.svelte.js';
import { NEWCOMER, rate, type Rating } from './glicko2.js';
import type { PackName, Puzzle } from './puzzle.js';

const KEY = 'longjump-puzzles';
/** How far off the first rating of a puzzle may be. */
const PUZZLE_DEVIATION = 120;

interface OfPack {
    rating: Rating;
    /** The puzzles that were solved at once, and those to be looked at again. */
    solved: string[];
    failed: string[];
    /** The longest streak. */
    best: number;
}

interface Kept {
    packs: Partial<Record<PackName, OfPack>>;
    /** The last day whose puzzle was solved, and how many days that makes in a row. */
    day: number;
    days: number;
}

const nothing: OfPack = { rating: NEWCOMER, solved: [], failed: [], best: 0 };

function read(): Kept {
    try {
        return { packs: {}, day: 0, days: 0, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    } catch {
        return { packs: {}, day: 0, days: 0 };
    }
}

let kept: Kept = $state.raw(read());

function change(changed: Partial<Kept>): void {
    kept = { ...kept, ...changed };
    keep(KEY, JSON.stringify(kept));
}

function changePack(name: PackName, changed: Partial<OfPack>): void {
    change({ packs: { ...kept.packs, [name]: { ...ofPack(name), ...changed } } });
}

export const ofPack = (name: PackName): OfPack => kept.packs[name] ?? nothing;

/** Those that count no more for the rating. */
export const doneOf = (name: PackName): Set<string> => new Set([...ofPack(name).solved, ...ofPack(name).failed]);

/** What became of a puzzle. The first time it counts, if it is to; returns by how much the rating has changed then. */
export function note(name: PackName, { id, rating }: Puzzle, isSolved: boolean, isRated: boolean): number | undefined {
    const before = ofPack(name);
    const counts = isRated && !doneOf(name).has(id);
    const after = counts ? rate(before.rating, [{ rating, deviation: PUZZLE_DEVIATION, score: isSolved ? 1 : 0 }]) : before.rating;
    const without = (ids: string[]) => ids.filter((other) => other !== id);
    changePack(name, {
        rating: after,
        solved: isSolved ? [...without(before.solved), id] : without(before.solved),
        failed: isSolved ? without(before.failed) : [...without(before.failed), id],
    });
    return counts ? Math.round(after.rating) - Math.round(before.rating.rating) : undefined;
}

export function noteStreak(name: PackName, length: number): void {
    if (length > ofPack(name).best) changePack(name, { best: length });
}

/** How many days in a row the daily puzzle has been solved, by a day. */
export const daysBy = (day: number): number => (kept.day >= day - 1 ? kept.days : 0);
export const hasSolved = (day: number): boolean => kept.day === day;

export function noteDay(day: number): void {
    if (!hasSolved(day)) change({ day, days: daysBy(day) + 1 });
}

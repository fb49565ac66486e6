// Which puzzle comes next.

import { PACKS, THEMES, idOf, type Pack, type PackName, type Puzzle, type Theme } from './puzzle.js';

/** How puzzles are chosen: by one's rating, the same for everybody once a day, harder and harder until one fails, on a
 *  theme, or those that one has failed. */
export const MODES = ['rating', 'daily', 'streak', 'mistakes'] as const;
export type Mode = (typeof MODES)[number] | Theme;
export const isTheme = (mode: Mode): mode is Theme => (THEMES as readonly string[]).includes(mode);
export const modeOf = (text: string | null): Mode => [...MODES, ...THEMES].find((mode) => mode === text) ?? 'rating';

/** One of so many that come nearest to what is wanted is taken by chance. */
const NEAREST = 8;
/** What a streak begins with, and by how much each puzzle is harder. */
const STREAK_START = 900;
const STREAK_STEP = 60;

const DAY = 86_400_000;
/** The number of a day, which is the same everywhere: by universal time. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY);

/** Each day has another game. */
export const packOfDay = (day: number): PackName => PACKS[day % PACKS.length]!;
export const puzzleOfDay = ({ puzzles }: Pick<Pack, 'puzzles'>, day: number): Puzzle | undefined => puzzles[parseInt(idOf(`day ${day}`), 36) % puzzles.length];

export const streakRating = (solved: number): number => STREAK_START + STREAK_STEP * solved;

export interface Wanted {
    rating: number;
    /** Those that have had their turn: they come again only when there are no others. */
    done: Set<string>;
    theme?: Theme | undefined;
    /** The one that is on the board. */
    except?: string | undefined;
    /** From 0 up to 1. */
    chance: number;
}

/** A puzzle that is about as hard as wanted. */
export function nearest(puzzles: Puzzle[], { rating, done, theme, except, chance }: Wanted): Puzzle | undefined {
    const fitting = puzzles.filter(({ id, themes }) => id !== except && (!theme || themes.includes(theme)));
    const fresh = fitting.filter(({ id }) => !done.has(id));
    const left = fresh.length > 0 ? fresh : fitting;
    const far = (puzzle: Puzzle) => Math.abs(puzzle.rating - rating);
    const near = left.toSorted((a, b) => far(a) - far(b)).slice(0, NEAREST);
    return near[Math.floor(chance * near.length)];
}

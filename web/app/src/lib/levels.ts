// The level that is next for somebody at each game, kept on the device.

import { keep } from './settings.svelte.js';

export const LOWEST_LEVEL = 1;
export const HIGHEST_LEVEL = 10;
const KEY = 'longjump-levels';

function read(): Record<string, number> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
    } catch {
        return {};
    }
}

/** Newcomers start at level 1; whoever has won against some goes on after the highest of them. */
export const nextLevel = (game: string): number => read()[game] ?? LOWEST_LEVEL;

/** Somebody has won against a level. */
export function noteBeaten(game: string, level: number): void {
    const next = Math.max(nextLevel(game), Math.min(HIGHEST_LEVEL, level + 1));
    keep(KEY, JSON.stringify({ ...read(), [game]: next }));
}

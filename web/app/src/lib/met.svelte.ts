// The games that somebody has met on this device: a game introduces itself once.

import { keep } from './settings.svelte.js';

const KEY = 'longjump-met';

function read(): string[] {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
    } catch {
        return [];
    }
}

let met: string[] = $state.raw(read());

export const hasMet = (game: string): boolean => met.includes(game);

export function meet(game: string): void {
    if (hasMet(game)) return;
    met = [...met, game];
    keep(KEY, JSON.stringify(met));
}

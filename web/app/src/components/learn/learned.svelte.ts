// The steps that have been done, kept on the device.

import { keep } from '../../lib/settings.svelte.js';

const KEY = 'longjump-learned';

function read(): string[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
        return Array.isArray(kept) ? kept.map(String) : [];
    } catch {
        return [];
    }
}

let done: string[] = $state.raw(read());

const nameOf = (game: string, index: number) => `${game}.${index + 1}`;

export const isLearned = (game: string, index: number): boolean => done.includes(nameOf(game, index));

export function learn(game: string, index: number): void {
    if (isLearned(game, index)) return;
    done = [...done, nameOf(game, index)];
    keep(KEY, JSON.stringify(done));
}

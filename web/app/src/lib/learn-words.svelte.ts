// The words of the pages to learn from. There are many, so they are loaded only with these pages.

import type english from '../words/learn/en.json';
import { language, type Language } from './words.svelte.js';

export type LearnKey = keyof typeof english;
type Dictionary = Record<LearnKey, string>;

const loaders: Record<Language, () => Promise<{ default: Dictionary }>> = {
    en: () => import('../words/learn/en.json'),
    zh: () => import('../words/learn/zh.json'),
    sv: () => import('../words/learn/sv.json'),
};

let dictionary: Dictionary | undefined = $state.raw();

/** Loads the words of the chosen language, whenever it changes. */
export function followLearnWords(): void {
    $effect(() => {
        const chosen = language();
        void loaders[chosen]().then((words) => {
            if (language() === chosen) dictionary = words.default;
        });
    });
}

/** Whether there are words to show yet. */
export function haveLearnWords(): boolean {
    return dictionary !== undefined;
}

/** Words with their gaps filled: `{n}` becomes the value of `n`. */
export function w(key: LearnKey, values: Record<string, string | number> = {}): string {
    return (dictionary?.[key] ?? '').replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** Words that may not be there, such as those of a player from the engine. */
export function wordsFor(key: string): string | undefined {
    return dictionary?.[key as LearnKey];
}

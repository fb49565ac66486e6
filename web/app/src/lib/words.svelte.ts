// The page's words in the reader's language.

import english from '../words/en.json';
import { settings } from './settings.svelte.js';
import { filled } from './texts.js';

export type Key = keyof typeof english;
type Dictionary = Record<Key, string>;

export const LANGUAGES = { en: 'English', zh: '中文', sv: 'Svenska' };
export type Language = keyof typeof LANGUAGES;

const loaders: Record<Exclude<Language, 'en'>, () => Promise<{ default: Dictionary }>> = {
    zh: () => import('../words/zh.json'),
    sv: () => import('../words/sv.json'),
};

let dictionary: Dictionary = $state.raw(english);

/** The language that was chosen, or else the first of the browser's that we have. */
export function language(): Language {
    const preferred = [settings.language, ...navigator.languages].map((tag) => tag.slice(0, 2));
    return (preferred.find((tag) => tag in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Loads the words of the chosen language, whenever it changes. */
export function followLanguage(): void {
    $effect(() => {
        const chosen = language();
        document.documentElement.lang = chosen;
        if (chosen === 'en') {
            dictionary = english;
            return;
        }
        void loaders[chosen]().then((words) => {
            if (language() === chosen) dictionary = words.default;
        });
    });
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
    return filled(dictionary[key], values);
}

/** Words for a name that comes from the engine, or the name itself. */
export function named(prefix: string, name: string): string {
    const key = `${prefix}.${name}`;
    return key in dictionary ? dictionary[key as Key] : name;
}

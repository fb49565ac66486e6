// The page's words in the reader's language.

import english from '../words/en.json';
import { fileOf, firstKnown, languageOf, ownName } from './languages.js';
import { settings } from './settings.svelte.js';
import { filled } from './texts.js';

export type Key = keyof typeof english;
type Dictionary = Record<Key, string>;

/** English is here from the start. Whoever adds a file here adds a language. */
const files = import.meta.glob<{ default: Dictionary }>(['../words/*.json', '!../words/en.json']);
const known = ['en', ...Object.keys(files).map(languageOf)];

/** All languages there are, with what each calls itself. */
export const languages = (): [string, string][] => known.map((tag) => [tag, ownName(tag)]);

let dictionary: Dictionary = $state.raw(english);

/** The language that was chosen, or else the first of the browser's that we have. */
export function language(): string {
    return firstKnown([settings.language, ...navigator.languages], known);
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
        void fileOf(files, chosen)().then((words) => {
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

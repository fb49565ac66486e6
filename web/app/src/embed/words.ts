// The words of the embed, in the language that the address asks for or else the reader's.

import type english from '../words/en.json';
import type own from '../words/embed/en.json';
import { fileOf, firstKnown, languageOf } from '../lib/languages.js';
import { filled } from '../lib/texts.js';

type Dictionary = Record<keyof typeof english, string>;
type OwnWords = Record<keyof typeof own, string>;
const files = import.meta.glob<{ default: Dictionary }>('../words/*.json');
const ownFiles = import.meta.glob<{ default: OwnWords }>('../words/embed/*.json');

export interface EmbedWords {
    language: string;
    own: OwnWords;
    /** Words of the site with their gaps filled. */
    t: (key: keyof Dictionary, values?: Record<string, string | number>) => string;
    /** The words for the name of a game. */
    game: (name: string) => string;
}

export async function loadWords(asked: string | null): Promise<EmbedWords> {
    const language = firstKnown([asked ?? '', ...navigator.languages], Object.keys(files).map(languageOf));
    const [{ default: dictionary }, { default: own }] = await Promise.all([fileOf(files, language)(), fileOf(ownFiles, language)()]);
    const t: EmbedWords['t'] = (key, values = {}) => filled(dictionary[key], values);
    return { language, own, t, game: (name) => dictionary[`game.${name}` as keyof Dictionary] ?? name };
}

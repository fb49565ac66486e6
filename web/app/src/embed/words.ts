// The words of the embed, in the language that the address asks for or else the reader's.

import type english from '../words/en.json';
import type own from '../words/embed/en.json';
import { filled } from '../lib/texts.js';

type Dictionary = Record<keyof typeof english, string>;
type OwnWords = Record<keyof typeof own, string>;
type Loaded = [{ default: Dictionary }, { default: OwnWords }];

const LOADERS: Record<string, () => Promise<Loaded>> = {
    en: () => Promise.all([import('../words/en.json'), import('../words/embed/en.json')]),
    zh: () => Promise.all([import('../words/zh.json'), import('../words/embed/zh.json')]),
    sv: () => Promise.all([import('../words/sv.json'), import('../words/embed/sv.json')]),
};

export interface EmbedWords {
    language: string;
    own: OwnWords;
    /** Words of the site with their gaps filled. */
    t: (key: keyof Dictionary, values?: Record<string, string | number>) => string;
    /** The words for the name of a game. */
    game: (name: string) => string;
}

export async function loadWords(asked: string | null): Promise<EmbedWords> {
    const preferred = [asked ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
    const language = preferred.find((tag) => tag in LOADERS) ?? 'en';
    const [{ default: dictionary }, { default: own }] = await LOADERS[language]!();
    const t: EmbedWords['t'] = (key, values = {}) => filled(dictionary[key], values);
    return { language, own, t, game: (name) => dictionary[`game.${name}` as keyof Dictionary] ?? name };
}

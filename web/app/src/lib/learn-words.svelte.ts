// The words of the pages to learn from.

import type english from '../words/learn/en.json';
import { pageWords } from './page-words.svelte.js';

export type LearnKey = keyof typeof english;

export const { follow: followLearnWords, areThere: haveLearnWords, of: w, find: wordsFor } = pageWords<LearnKey>(import.meta.glob('../words/learn/*.json'));

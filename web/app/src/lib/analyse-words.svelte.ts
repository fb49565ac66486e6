// The words of the page to analyse on.

import type english from '../words/analyse/en.json';
import { pageWords } from './page-words.svelte.js';

type AnalyseKey = keyof typeof english;

export const { follow: followAnalyseWords, areThere: haveAnalyseWords, of: w } = pageWords<AnalyseKey>(import.meta.glob('../words/analyse/*.json'));

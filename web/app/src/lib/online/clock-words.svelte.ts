// The words of what is told about clocks, and of what can be done about them.

import type english from '../../words/clocks/en.json';
import { pageWords } from '../page-words.svelte.js';

export type ClockKey = keyof typeof english;

export const { follow: followClockWords, of: c, find: clockWordsFor } = pageWords<ClockKey>(import.meta.glob('../../words/clocks/*.json'));

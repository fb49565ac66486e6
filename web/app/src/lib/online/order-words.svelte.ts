// The words of reports, and of the page of those who look into them.

import type english from '../../words/order/en.json';
import { pageWords } from '../page-words.svelte.js';

export type OrderKey = keyof typeof english;

export const { follow: followOrderWords, areThere: haveOrderWords, of: w } = pageWords<OrderKey>(import.meta.glob('../../words/order/*.json'));

// The words of the page about one's account.

import type english from '../../words/account/en.json';
import { pageWords } from '../page-words.svelte.js';
import { Problem } from './api.js';
import { NotTold } from './device.js';
import { problemWords } from './words.svelte.js';

export type AccountKey = keyof typeof english;

export const {
    follow: followAccountWords,
    areThere: haveAccountWords,
    of: a,
    find: accountWordsFor,
} = pageWords<AccountKey>(import.meta.glob('../../words/account/*.json'));

/** Why something about an account was not done. */
export function refusal(problem: unknown): string {
    const words = problem instanceof Problem || problem instanceof NotTold ? accountWordsFor(`refused.${problem.code}`) : undefined;
    return words ?? problemWords(problem);
}

// The words of the page about one's account.

import type english from '../../words/account/en.json';
import { pageWords } from '../page-words.svelte.js';

export type AccountKey = keyof typeof english;

export const {
    follow: followAccountWords,
    areThere: haveAccountWords,
    of: a,
} = pageWords<AccountKey>({
    en: () => import('../../words/account/en.json'),
    zh: () => import('../../words/account/zh.json'),
    sv: () => import('../../words/account/sv.json'),
});

// The words of what is watched, and of whom one follows.

import type english from '../../words/live/en.json';
import { pageWords } from '../page-words.svelte.js';

export const {
    follow: followLiveWords,
    areThere: haveLiveWords,
    of: l,
} = pageWords<keyof typeof english>({
    en: () => import('../../words/live/en.json'),
    zh: () => import('../../words/live/zh.json'),
    sv: () => import('../../words/live/sv.json'),
});

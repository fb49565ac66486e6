// The words of what is watched, and of whom one follows.

import type english from '../../words/live/en.json';
import { pageWords } from '../page-words.svelte.js';

export const { follow: followLiveWords, areThere: haveLiveWords, of: l } = pageWords<keyof typeof english>(import.meta.glob('../../words/live/*.json'));

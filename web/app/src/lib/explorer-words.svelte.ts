// The words of what was played from a position.

import type english from '../words/explorer/en.json';
import { pageWords } from './page-words.svelte.js';

type ExplorerKey = keyof typeof english;

export const { follow: followExplorerWords, areThere: haveExplorerWords, of: x } = pageWords<ExplorerKey>(import.meta.glob('../words/explorer/*.json'));

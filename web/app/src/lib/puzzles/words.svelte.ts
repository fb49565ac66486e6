// The words of the page of puzzles.

import type english from '../../words/puzzles/en.json';
import { pageWords } from '../page-words.svelte.js';

export type PuzzleKey = keyof typeof english;

export const { follow: followPuzzleWords, areThere: havePuzzleWords, of: w } = pageWords<PuzzleKey>(import.meta.glob('../../words/puzzles/*.json'));

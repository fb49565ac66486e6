// The words of studies.

import type english from '../../words/study/en.json';
import { Problem } from '../online/api.js';
import { pageWords } from '../page-words.svelte.js';

export type StudyKey = keyof typeof english;

export const { follow: followStudyWords, areThere: haveStudyWords, of: s, find } = pageWords<StudyKey>(import.meta.glob('../../words/study/*.json'));

/** Why something was not done, in the reader's words where we have any. */
export const reasonWords = (code: string, why: string): string => find(`refused.${code}`) ?? (why || s('refused.away'));

export const problemWords = (problem: unknown): string => (problem instanceof Problem ? reasonWords(problem.code, problem.message) : String(problem));

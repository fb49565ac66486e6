import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { completed } from './src/lib/languages.js';

/** Files of words in a language that may lack some of the English ones. */
const WORDS = /\/words\/(?:.*\/)?(?!en\.)\w+\.json$/;

/** Whoever translates need not translate all at once: what is missing is English. */
export function translations(): Plugin {
    return {
        name: 'translations',
        enforce: 'pre',
        transform(code, id) {
            if (!WORDS.test(id)) return undefined;
            return { code: completed(code, readFileSync(id.replace(/\w+\.json$/, 'en.json'), 'utf8')), map: null };
        },
    };
}

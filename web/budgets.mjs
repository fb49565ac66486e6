// Fails when the built site is heavier than it may be: what the first page loads, and what each page opened
// after it adds, for a visitor of each language. Sizes are compressed with gzip.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FIRST_PAGE = 90_000;
const LATER_PAGE = 30_000;
const WEB_ASSEMBLY = 450_000;
const NET = 300_000;
const TABLE = 2_100_000;

const dist = new URL('app/dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const files = readdirSync(new URL('assets/', dist)).map((file) => `assets/${file}`);

const weigh = (names) => [...names].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length, 0);

/** A chunk and all that is loaded with it. */
function withImports(key, seen = new Set()) {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const other of manifest[key].imports ?? []) withImports(other, seen);
    return seen;
}
const filesOf = (keys) => new Set([...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
/** Words are loaded with what shows them, in one language. */
const languageOf = (key) => /\/words\/(?:.*\/)?(\w+)\.json$/.exec(key)?.[1];
const wordsOf = (keys, language) => [...keys].flatMap((key) => (manifest[key].dynamicImports ?? []).filter((other) => languageOf(other) === language));

let isTooHeavy = false;
function check(name, weight, most) {
    console.log(`${name}: ${weight} of ${most} bytes`);
    isTooHeavy ||= weight > most || weight === 0;
}

const first = withImports('index.html');
const pages = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && !languageOf(key) && !first.has(key));
// Scripts of workers are not in the manifest.
const known = filesOf(Object.keys(manifest));
const workers = files.filter((file) => file.endsWith('.js') && !known.has(file));
for (const language of ['en', 'zh', 'sv']) {
    const start = filesOf([...first, ...wordsOf(first, language)]);
    check(`first page, ${language}`, weigh([...start, ...workers]), FIRST_PAGE);
    for (const page of pages) {
        const loaded = withImports(page);
        const added = [...filesOf([...loaded, ...wordsOf(loaded, language)])].filter((file) => !start.has(file));
        check(`${manifest[page].name}, ${language}`, weigh(added), LATER_PAGE);
    }
}
check('WebAssembly', weigh(files.filter((file) => file.endsWith('.wasm'))), WEB_ASSEMBLY);
check('table of distances', weigh(files.filter((file) => file.includes('.race-'))), TABLE);
for (const net of files.filter((file) => file.includes('.net-'))) check(net, weigh([net]), NET);
process.exit(isTooHeavy ? 1 : 0);

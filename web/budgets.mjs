// Fails when the built site is heavier than it may be: what the first page loads, and what each page opened
// after it adds, for a visitor of each language; and what a frame on somebody else's page loads. Sizes are compressed with gzip.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FIRST_PAGE = 90_000;
const LATER_PAGE = 30_000;
const EMBED = 40_000;
const WEB_ASSEMBLY = 450_000;
const NET = 300_000;
const TABLE = 2_100_000;
const PUZZLES = 300_000;

const dist = new URL('app/dist/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`.vite/${name}.json`, dist), 'utf8'));
/** The site and the embed, which are built apart. */
const [site, embed] = [read('manifest'), read('embed')];
const files = readdirSync(new URL('assets/', dist)).map((file) => `assets/${file}`);

const weigh = (names) => [...names].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length, 0);

/** A chunk and all that is loaded with it. */
function withImports(key, manifest = site, seen = new Set()) {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const other of manifest[key].imports ?? []) withImports(other, manifest, seen);
    return seen;
}
const filesOf = (keys, manifest = site) => new Set([...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
/** Words are loaded with what shows them, in one language. */
const languageOf = (key) => /\/words\/(?:.*\/)?(\w+)\.json$/.exec(key)?.[1];
const wordsOf = (keys, language, manifest = site) =>
    [...keys].flatMap((key) => (manifest[key].dynamicImports ?? []).filter((other) => languageOf(other) === language));

let isTooHeavy = false;
function check(name, weight, most) {
    console.log(`${name}: ${weight} of ${most} bytes`);
    isTooHeavy ||= weight > most || weight === 0;
}

const first = withImports('index.html');
const pages = Object.keys(site).filter((key) => site[key].isDynamicEntry && !languageOf(key) && !first.has(key));
// Scripts of workers are not in the manifest.
const known = new Set([site, embed].flatMap((manifest) => [...filesOf(Object.keys(manifest), manifest)]));
const workers = files.filter((file) => file.endsWith('.js') && !known.has(file));
for (const language of ['en', 'zh', 'sv']) {
    const start = filesOf([...first, ...wordsOf(first, language)]);
    check(`first page, ${language}`, weigh([...start, ...workers]), FIRST_PAGE);
    for (const page of pages) {
        const loaded = withImports(page);
        const added = [...filesOf([...loaded, ...wordsOf(loaded, language)])].filter((file) => !start.has(file));
        check(`${site[page].name}, ${language}`, weigh(added), LATER_PAGE);
    }
    const framed = withImports('embed.html', embed);
    check(`embed, ${language}`, weigh(filesOf([...framed, ...wordsOf(framed, language, embed)], embed)), EMBED);
}
check('WebAssembly', weigh(files.filter((file) => file.endsWith('.wasm'))), WEB_ASSEMBLY);
check('table of distances', weigh(files.filter((file) => file.includes('.race-'))), TABLE);
for (const net of files.filter((file) => file.includes('.net-'))) check(net, weigh([net]), NET);
for (const pack of files.filter((file) => file.includes('.puzzles-'))) check(pack, weigh([pack]), PUZZLES);
process.exit(isTooHeavy ? 1 : 0);

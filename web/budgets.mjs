// Fails when the built site is heavier than it may be. Sizes are compressed with gzip.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('app/dist/assets/', import.meta.url);
const files = readdirSync(folder);
const weigh = (wanted) => files.filter(wanted).reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length, 0);

let isTooHeavy = false;
function check(name, weight, most) {
    console.log(`${name}: ${weight} of ${most} bytes`);
    isTooHeavy ||= weight > most || weight === 0;
}
// Everything that a visitor of one language can come to load; words of other languages stay away.
const languageOf = (file) => /^(?:online-)?(en|zh|sv)-/.exec(file)?.[1];
const isOnline = (file) => file.startsWith('online-');
for (const language of ['en', 'zh', 'sv']) {
    const isTheirs = (file) => /\.(js|css)$/.test(file) && [undefined, language].includes(languageOf(file));
    check(
        `scripts and styles, ${language}`,
        weigh((file) => isTheirs(file) && !isOnline(file)),
        90_000,
    );
    // What only those load who play with others, over a network that is there then.
    check(
        `online pages, ${language}`,
        weigh((file) => isTheirs(file) && isOnline(file)),
        22_000,
    );
}
check(
    'WebAssembly',
    weigh((file) => file.endsWith('.wasm')),
    500_000,
);
check(
    'table of distances',
    weigh((file) => file.includes('.race-')),
    2_100_000,
);
for (const net of files.filter((file) => file.includes('.net-')))
    check(
        net,
        weigh((file) => file === net),
        300_000,
    );
process.exit(isTooHeavy ? 1 : 0);

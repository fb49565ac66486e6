// Writes the site's files compressed into app/compressed, for the program that serves them: a browser that understands
// it is sent a third. Run after `npm run build`, which calls it.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const from = new URL('app/dist/', import.meta.url).pathname;
const to = new URL('app/compressed/', import.meta.url).pathname;

rmSync(to, { recursive: true, force: true });
for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    const sized = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
    const made = { br: brotliCompressSync(content, sized), gz: gzipSync(content, { level: 9 }) };
    for (const [extension, compressed] of Object.entries(made)) {
        // What does not get smaller, such as pictures, is sent as it is.
        if (compressed.length > 0.9 * content.length) continue;
        const target = `${to}${path.slice(from.length)}.${extension}`;
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, compressed);
    }
}

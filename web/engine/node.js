// The engine for programs and tests under Node, ready to be called.

import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { addAsset, assetsFor, initSync } from './pkg/longjump.js';

export * from './pkg/longjump.js';

/** The generated files: the WebAssembly, and what engines can be given besides. */
export const folder = new URL('pkg/', import.meta.url);

initSync({ module: readFileSync(new URL('longjump_bg.wasm', folder)) });

/** Gives the nets and tables of a game to all engines that are made afterwards. */
export function loadAssets(spec) {
    for (const name of assetsFor(spec)) addAsset(inflateSync(readFileSync(new URL(`${name}.zlib`, folder))));
}

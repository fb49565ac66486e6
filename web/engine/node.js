// The engine for programs and tests under Node, ready to be called.

import { readFileSync } from 'node:fs';
import { initSync } from './pkg/longjump.js';

export * from './pkg/longjump.js';

/** The generated files: the WebAssembly, and what engines can be given besides. */
export const folder = new URL('pkg/', import.meta.url);

initSync({ module: readFileSync(new URL('longjump_bg.wasm', folder)) });

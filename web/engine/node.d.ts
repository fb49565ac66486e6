export * from './pkg/longjump.js';

/** The generated files: the WebAssembly, and what engines can be given besides. */
export declare const folder: URL;

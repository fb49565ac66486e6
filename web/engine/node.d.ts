export * from './pkg/longjump.js';

/** The generated files: the WebAssembly, and what engines can be given besides. */
export declare const folder: URL;

/** Gives the nets and tables of a game to all engines that are made afterwards. */
export declare function loadAssets(spec: string): void;

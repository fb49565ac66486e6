// The rules, on the page's own thread: every call takes well under a millisecond, but for the
// first one that looks into the opening book and so reads it.

import init, * as wasm from '@longjump/engine';
import address from '@longjump/engine/longjump.wasm?url';

export type { BoardLayout, BookMoveInfo, Decided, EngineInfo, GameInfo, LegalMove, Race, State, ThinkLimits, ThoughtReport, Verdict } from '@longjump/engine';
export type Rules = typeof wasm;
export type Game = wasm.Game;

async function compile(): Promise<WebAssembly.Module> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // While it arrives; browsers keep what they have compiled this way for the next visit.
    return WebAssembly.compileStreaming(response);
}

/** Compiled once; engines in workers are made from it too. */
export const module: Promise<WebAssembly.Module> = compile();

/** The rules, once they have arrived. */
export const rules: Promise<Rules> = module.then(async (compiled) => {
    await init({ module_or_path: compiled });
    return wasm;
});
// Whoever awaits them hears of a failure; nobody else needs to.
rules.catch(() => undefined);

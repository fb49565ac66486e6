// Runs engines beside the page, one question at a time.
//
// Nothing reaches a worker while it searches, so whether a search is still wanted
// is asked of something outside: an object address that the page revokes. That
// works without the shared memory that browsers only give to pages with special headers.

import init, { addAsset, Engine, type Decided, type ThinkLimits, type ThoughtReport } from '../pkg/longjump.js';

export interface Question {
    id: number;
    spec: string;
    start: string | undefined;
    moves: string[];
    limits: ThinkLimits;
    /** Whether what was found out before must not matter. */
    isFresh?: boolean;
    /** As long as something is at this address the answer is wanted. */
    wanted: string;
}

/** That it is awake, then what it thinks of a question. */
export type Said = { isAwake: true } | { id: number; report?: ThoughtReport; decided?: Decided; error?: string };

const say = (said: Said): void => self.postMessage(said);

/** The last engine is kept: it remembers what it has found out. */
let kept: { spec: string; engine: Engine } | undefined;
let ready: Promise<unknown> = Promise.resolve();

function engineFor(spec: string, isFresh: boolean): Engine {
    if (kept?.spec !== spec || isFresh) {
        kept?.engine.free();
        kept = { spec, engine: new Engine(spec) };
    }
    return kept.engine;
}

/** Engines made before have to do without, so the last one is not kept. */
async function receive(asset: Blob): Promise<void> {
    addAsset(new Uint8Array(await asset.arrayBuffer()));
    kept?.engine.free();
    kept = undefined;
}

function isWanted(address: string): boolean {
    try {
        const request = new XMLHttpRequest();
        request.open('GET', address, false);
        request.send();
        return true;
    } catch {
        return false;
    }
}

self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Blob | Question>) => {
    if (data instanceof WebAssembly.Module) {
        say({ isAwake: true });
        ready = init({ module_or_path: data });
        return;
    }
    if (data instanceof Blob) {
        ready = ready.then(() => receive(data));
        return;
    }
    const { id, spec, start, moves, limits, wanted, isFresh = false } = data;
    try {
        await ready;
        const decided = engineFor(spec, isFresh).think(
            start,
            moves,
            limits,
            (report) => say({ id, report }),
            () => isWanted(wanted),
        );
        say({ id, decided });
    } catch (error) {
        say({ id, error: String(error) });
    }
};

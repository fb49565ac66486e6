// A game with an engine beside it, for pages: the rules on the page's own thread, where a call takes well under a
// millisecond, and searches in a worker, so that the page never waits for them.

import init, { assetsFor, Game, type BoardLayout, type Decided, type State, type ThinkLimits, type ThoughtReport } from '../pkg/longjump.js';
import { assets } from './assets.js';
import { SearchWorker } from './search.js';

export type { BoardLayout, Decided, LegalMove, State, ThinkLimits, ThoughtReport, Verdict } from '../pkg/longjump.js';

/** How strong an engine is to be, and how long it may think. */
export interface Wish extends ThinkLimits {
    /** From 1 to 10. A level is limited by what it looks at, so it is the same on every device; without one the engine plays at full strength. */
    level?: number;
    /** Told of every depth that is completed. */
    onReport?: (report: ThoughtReport) => void;
}

export interface StartOptions {
    /** The position to start from, if not the usual one. */
    position?: string;
    /** Whether to load the table of exact distances (2 MB), with which engines of star and diamond know how races end. */
    withTable?: boolean;
}

/** How long an engine at full strength thinks if nothing is said, in milliseconds. */
const UNHURRIED = 2_000;

let compiled: Promise<WebAssembly.Module> | undefined;
/** What has arrived, by name. */
const arrived = new Map<string, Blob>();
const requests = new Map<string, Promise<void>>();

const isNet = (name: string): boolean => name.endsWith('.net');

async function compile(): Promise<WebAssembly.Module> {
    const response = await fetch(new URL('../pkg/longjump_bg.wasm', import.meta.url));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    // Not every server knows what WebAssembly is called.
    const isNamed = response.headers.get('content-type') === 'application/wasm';
    const module = await (isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
    await init({ module_or_path: module });
    return module;
}

/** Loads a net or a table once; engines play without what does not arrive, and the next one asks for it again. */
function load(name: string): Promise<void> {
    const unpack = async (): Promise<void> => {
        const { ok, body } = await fetch(assets[name]!);
        if (ok) arrived.set(name, await new Response(body!.pipeThrough(new DecompressionStream('deflate'))).blob());
        else requests.delete(name);
    };
    if (!requests.has(name)) {
        const forget = (): void => void requests.delete(name);
        requests.set(name, unpack().catch(forget));
    }
    return requests.get(name)!;
}

function arrivedFor(spec: string): [string, Blob][] {
    return assetsFor(spec).flatMap((name) => {
        const asset = arrived.get(name);
        return asset ? [[name, asset] satisfies [string, Blob]] : [];
    });
}

const netsFor = (spec: string): Promise<unknown> => Promise.all(assetsFor(spec).filter(isNet).map(load));

/** Starts a game of a spec such as `star`, `star:seats=3` or `knightthrough`. Fails if there is no such game or position. */
export async function startGame(spec: string, { position, withTable = false }: StartOptions = {}): Promise<GameWithEngine> {
    compiled ??= compile();
    try {
        await compiled;
    } catch (error) {
        compiled = undefined;
        throw error;
    }
    return new GameWithEngine(compiled, spec, position, withTable);
}

export class GameWithEngine {
    /** The board as data, as `@longjump/board` draws it. */
    readonly layout: BoardLayout;
    private readonly game: Game;
    private readonly search: SearchWorker;
    /** Levels throw dice: without a seed of its own every game would be the same. */
    private readonly seed = Math.floor(Math.random() * 2 ** 31);

    /** Called by `startGame`, once the rules have arrived. */
    constructor(
        module: Promise<WebAssembly.Module>,
        private readonly spec: string,
        private readonly position: string | undefined,
        withTable: boolean,
    ) {
        this.game = new Game(spec, position);
        this.layout = this.game.layout();
        this.search = new SearchWorker(module, arrivedFor, netsFor);
        // Nobody waits for these; who asks for a move hears of a failure.
        this.search.begin().catch(() => undefined);
        for (const name of assetsFor(spec)) if (withTable || isNet(name)) void load(name);
    }

    /** How the game stands: pieces, whose turn it is, legal moves, and the end once it is over. */
    get state(): State {
        return this.game.state();
    }

    /** Plays a move as it is written; fails if it is not legal, and changes nothing then. */
    play(move: string): State {
        this.stop();
        this.game.play(move);
        return this.state;
    }

    /** Takes the last move back; whether there was one. */
    takeBack(): boolean {
        this.stop();
        return this.game.takeBack();
    }

    /** The engine's move for who is to move, without playing it; `undefined` when it was stopped or the game went on. */
    async bestMove({ level, onReport, ...limits }: Wish = {}): Promise<Decided | undefined> {
        this.stop();
        const isLimited = [level, limits.milliseconds, limits.nodes, limits.depth].some((limit) => limit !== undefined);
        return this.search.think(
            {
                game: this.spec,
                player: level === undefined ? 'default' : `default:level=${level},seed=${this.seed}`,
                start: this.position,
                moves: this.state.played,
                limits: isLimited ? limits : { milliseconds: UNHURRIED },
            },
            onReport,
        );
    }

    /** Ends a search. */
    stop(): void {
        this.search.stop();
    }

    /** Ends the worker and lets the game go; nothing can be asked afterwards. */
    dispose(): void {
        this.search.dispose();
        this.game.free();
    }
}

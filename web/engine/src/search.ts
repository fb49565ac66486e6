// An engine in a worker, seen from the page.

import type { Decided, ThinkLimits, ThoughtReport } from '../pkg/longjump.js';
import type { Question, Said } from './engine.worker.js';

/** The engine could not be loaded, or broke down. */
export class EngineFailure extends Error {}

/** A position, who is to think about it, and for how long. */
export interface Asked {
    /** The game with its options. */
    game: string;
    /** The player with its options. */
    player: string;
    start: string | undefined;
    moves: string[];
    limits: ThinkLimits;
    /** Whether what was found out before must not matter. */
    isFresh?: boolean;
}

interface Pending {
    id: number;
    game: string;
    question: Question;
    report: (report: ThoughtReport) => void;
    resolve: (decided: Decided | undefined) => void;
    reject: (error: Error) => void;
}

/** A worker that has not said a word after this time, in milliseconds, is replaced. */
const WAKE_TIMEOUT = 10_000;
/** How many are started before that counts as a failure. */
const MOST_STARTS = 3;
/** A worker that has not stopped after this time, in milliseconds, is terminated. */
const STOP_TIMEOUT = 1000;

export class SearchWorker {
    private worker: Worker | undefined;
    private pending: Pending | undefined;
    private asked = 0;
    private stopping: number | undefined;
    private waking: number | undefined;
    /** How many workers were started since one woke. */
    private starts = 0;
    /** The names of the assets that the worker has. */
    private sent = new Set<string>();

    constructor(
        /** The WebAssembly, compiled once for all workers. */
        private readonly module: Promise<WebAssembly.Module>,
        /** The nets and tables that are here for a game, unpacked, with their names. */
        private readonly assetsOf: (game: string) => [string, Blob][],
        /** Done when a game's net is here, or is not to be waited for any more. */
        private readonly netOf: (game: string) => Promise<unknown>,
    ) {}

    /** Asks for a move; `undefined` when it was stopped. A question before this one is stopped. */
    async think(asked: Asked, report: (report: ThoughtReport) => void = () => undefined): Promise<Decided | undefined> {
        this.stop();
        const id = ++this.asked;
        // Without its net an engine plays worse, and its figures are others.
        await Promise.all([this.start(), this.netOf(asked.game)]);
        // The worker may have failed or been replaced before the net came; a new one fails in its turn.
        const worker = await this.start();
        // Someone else may have asked or stopped meanwhile.
        if (id !== this.asked) return undefined;
        const { game, player, ...question } = asked;
        return new Promise((resolve, reject) => {
            const wanted = URL.createObjectURL(new Blob(['wanted']));
            this.pending = { id, game, question: { id, wanted, spec: `${game}/${player}`, ...question }, report, resolve, reject };
            this.ask(worker, this.pending);
        });
    }

    private ask(worker: Worker, { game, question }: Pending): void {
        this.sendAssets(worker, game);
        worker.postMessage(question);
    }

    /** Starts the worker before it is needed. */
    async begin(): Promise<void> {
        await this.start();
    }

    /** Hands over what has been loaded since, if nobody waits: taking it in would make the next answer late. */
    give(game: string): void {
        if (this.worker && !this.pending) this.sendAssets(this.worker, game);
    }

    /** Ends a search: it asks now and then whether it is wanted. */
    stop(): void {
        this.asked++;
        const { pending, worker } = this;
        if (!pending || !worker) return;
        this.forget();
        pending.resolve(undefined);
        clearTimeout(this.stopping);
        this.stopping = window.setTimeout(() => {
            worker.terminate();
            if (this.worker === worker) this.fail('the engine did not stop');
        }, STOP_TIMEOUT);
    }

    /** Ends the worker. */
    dispose(): void {
        this.stop();
        clearTimeout(this.stopping);
        this.end();
    }

    private sendAssets(worker: Worker, game: string): void {
        for (const [name, blob] of this.assetsOf(game)) {
            if (!this.sent.has(name)) worker.postMessage(blob);
            this.sent.add(name);
        }
    }

    private forget(): void {
        if (this.pending) URL.revokeObjectURL(this.pending.question.wanted);
        this.pending = undefined;
    }

    private async start(): Promise<Worker> {
        if (this.worker) return this.worker;
        const compiled = await this.module.catch((error: unknown) => {
            throw new EngineFailure(String(error));
        });
        if (this.worker) return this.worker;
        const worker = new Worker(new URL('./engine.worker.js', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => this.receive(data);
        worker.onerror = (event) => {
            event.preventDefault();
            this.fail(event.message || 'the worker did not start');
        };
        worker.postMessage(compiled);
        this.worker = worker;
        this.sent.clear();
        this.starts++;
        this.waking = window.setTimeout(() => void this.startAnew(), WAKE_TIMEOUT);
        return worker;
    }

    /** Browsers at the end of their strength have workers that never begin: another is asked the same. */
    private async startAnew(): Promise<void> {
        if (this.starts >= MOST_STARTS) {
            this.fail('the worker did not start');
            return;
        }
        this.end();
        const { pending } = this;
        const worker = await this.start();
        if (pending && pending === this.pending) this.ask(worker, pending);
    }

    private end(): void {
        clearTimeout(this.waking);
        this.worker?.terminate();
        this.worker = undefined;
    }

    private receive(data: Said): void {
        const { pending } = this;
        // Whatever it says, it is awake.
        clearTimeout(this.stopping);
        clearTimeout(this.waking);
        this.starts = 0;
        if (!('id' in data) || data.id !== pending?.id) return;
        if (data.report) {
            pending.report(data.report);
        } else if (data.error !== undefined) {
            this.fail(data.error);
        } else {
            this.forget();
            pending.resolve(data.decided);
        }
    }

    private fail(reason: string): void {
        this.end();
        this.starts = 0;
        this.pending?.reject(new EngineFailure(reason));
        this.forget();
    }
}

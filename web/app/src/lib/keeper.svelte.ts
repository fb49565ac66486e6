// Keeps an analysis on the device while it is worked on, and up to date with other tabs that show it.

import { dropAside, find, setAside, write, type Kept } from './analyses.js';
import type { Analysis } from './analysis.svelte.js';
import { freshId } from './online/messages.js';
import type { Study } from './record.js';
import { keep } from './settings.svelte.js';
import { merge, type Path } from './tree.js';

/** Changes are written after so many milliseconds, together with those that came meanwhile. */
const DELAY = 250;
/** The analysis that was worked on last, and the game that was being played then. */
const LAST = 'longjump-analysis';
/** Where in it this tab was. */
const PLACE = 'longjump-analysis-place';

interface Written {
    id: string;
    version: number;
}

/** The analysis that was worked on last, if the game being played is the same as then. */
export function lastOf(game: string): string | undefined {
    const [id, then] = (localStorage.getItem(LAST) ?? '').split('\n');
    return then === game ? id : undefined;
}

/** Where this tab was in a kept analysis, or else where it was left. */
export function placeIn(kept: Kept): Path {
    const [id, moves = ''] = (sessionStorage.getItem(PLACE) ?? '').split('\n');
    if (id !== kept.id) return kept.path;
    return moves === '' ? [] : moves.split(',');
}

export class Keeper {
    /** Nothing is kept of what was only opened and looked at. */
    id = $state('');
    hasFailed = $state(false);
    private version = 0;
    private isDirty = false;
    /** How many writes are under way. */
    private writes = 0;
    private timer: number | undefined;
    /** One write follows the other. */
    private queue: Promise<void> = Promise.resolve();
    private readonly channel = new BroadcastChannel('longjump-analyses');

    constructor(
        private readonly analysis: Analysis,
        /** The game that is being played. */
        private readonly game: string,
    ) {
        analysis.onchange = (isEdit) => {
            if (isEdit) this.touch();
            if (this.id !== '') sessionStorage.setItem(PLACE, `${this.id}\n${analysis.path.join()}`);
        };
        this.channel.onmessage = ({ data }: MessageEvent<Written>) => {
            if (data.id === this.id && data.version > this.version) this.queue = this.queue.then(() => this.takeIn());
        };
        window.addEventListener('pagehide', this.leave);
        document.addEventListener('visibilitychange', this.flush);
    }

    /** Opens another game, which is not kept before it is changed, or another kept analysis. */
    open(study: Study | Kept, path?: Path): void {
        void this.flush();
        this.id = '';
        this.analysis.open(study, path);
        if ('id' in study) this.follow(study);
        else history.replaceState(null, '', this.analysis.link());
    }

    /** What is open now is this kept analysis. */
    follow({ id, version, name }: Kept): void {
        this.id = id;
        this.version = version;
        this.isDirty = false;
        this.analysis.name = name;
        this.remember();
    }

    /** Calls what is kept by another name. */
    rename(name: string): Promise<void> {
        this.analysis.name = name;
        this.touch();
        return this.flush();
    }

    /** If this is what is open, it was deleted: nothing is kept of it until it is changed again. */
    forget(id: string): void {
        if (id !== this.id) return;
        this.id = '';
        this.isDirty = false;
        history.replaceState(null, '', this.analysis.link());
    }

    /** Something is to be kept. */
    touch(): void {
        if (this.id === '') {
            this.id = freshId();
            this.version = 0;
            this.remember();
        }
        this.isDirty = true;
        this.timer ??= window.setTimeout(this.flush, DELAY);
    }

    private remember(): void {
        keep(LAST, `${this.id}\n${this.game}`);
        history.replaceState(null, '', `#/analyse?a=${this.id}`);
    }

    private get kept(): Kept {
        const { study, name, path } = this.analysis;
        return { ...study, name, path, id: this.id, changed: Date.now(), version: this.version };
    }

    /** Writes what is not written yet. */
    readonly flush = (): Promise<void> => {
        clearTimeout(this.timer);
        this.timer = undefined;
        if (this.isDirty) {
            const mine = this.kept;
            this.isDirty = false;
            this.writes++;
            this.queue = this.queue.then(() => this.write(mine));
        }
        return this.queue;
    };

    private async write(mine: Kept): Promise<void> {
        try {
            // What another tab wrote before this write's turn came has been taken in meanwhile: a tree and the
            // version it is of belong together. If another analysis has been opened, what there was then counts.
            if (mine.id === this.id) mine = this.kept;
            const written = await write(mine);
            this.hasFailed = false;
            this.channel.postMessage({ id: written.id, version: written.version } satisfies Written);
            if (mine.id !== this.id) return;
            this.version = written.version;
            if (written.root !== mine.root) this.analysis.adopt(merge(this.analysis.root, written.root));
            if (!this.isDirty && this.writes === 1) dropAside(mine.id);
        } catch {
            this.hasFailed = true;
            if (mine.id === this.id) this.isDirty = true;
        } finally {
            this.writes--;
        }
    }

    /** Another tab has written this analysis. */
    private async takeIn(): Promise<void> {
        const theirs = await find(this.id).catch(() => undefined);
        if (!theirs || theirs.version <= this.version) return;
        this.version = theirs.version;
        this.analysis.name = theirs.name;
        const isMineUnwritten = this.isDirty || this.writes > 0;
        this.analysis.adopt(isMineUnwritten ? merge(this.analysis.root, theirs.root) : theirs.root);
    }

    /** The page may be gone before anything is written. */
    private readonly leave = (): void => {
        if (!this.isDirty && this.writes === 0) return;
        try {
            setAside(this.kept);
        } catch {
            // No room: writing is all that is left to try.
        }
        void this.flush();
    };

    stop(): void {
        void this.flush().finally(() => this.channel.close());
        this.analysis.onchange = () => undefined;
        window.removeEventListener('pagehide', this.leave);
        document.removeEventListener('visibilitychange', this.flush);
    }
}

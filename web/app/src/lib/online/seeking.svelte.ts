// Looking for somebody to play with. It goes on while a game with an engine is played meanwhile.

import type { Seek, SeekStatus } from '@longjump/wire/rest';
import { api } from './api.js';
import { levelFor, ratingIn } from './ratings.js';
import { listen } from './stream.js';
import { who } from './who.svelte.js';

/** After so long, in milliseconds, an engine is offered. */
const LONG = 20_000;

/** Ends a game with an engine: it is called off if not everybody has moved, and given up otherwise. */
async function leave(game: string): Promise<void> {
    await api
        .act(game, { kind: 'abort' })
        .catch(() => api.act(game, { kind: 'resign' }))
        // It is over already.
        .catch(() => undefined);
}

class Seeking {
    /** What is looked for, if anything. */
    wanted: Seek | undefined = $state.raw();
    isLong = $state(false);
    /** The game with an engine that is played meanwhile. */
    meanwhile: string | undefined = $state();
    private stopListening: (() => void) | undefined;
    private timer: number | undefined;

    async start(wanted: Seek): Promise<void> {
        this.stop();
        this.wanted = wanted;
        this.timer = window.setTimeout(() => (this.isLong = true), LONG);
        try {
            await who.mustBeSomebody();
            await this.ask();
        } catch (error) {
            this.stop();
            throw error;
        }
    }

    cancel(): void {
        if (!this.wanted) return;
        this.stop();
        void api.endSeek().catch(() => undefined);
    }

    /** Opens the same game with an engine in the other seat. */
    async playMeanwhile(): Promise<void> {
        const { wanted } = this;
        if (!wanted) return;
        const rating = await ratingIn(wanted.game, who.player);
        const { id } = await api.open({ game: wanted.game, control: wanted.control, engines: levelFor(rating) });
        this.meanwhile = id;
        location.hash = `#/game/${id}`;
    }

    /** Who goes to another game has stopped looking. */
    goTo(page: string, rest: string): void {
        if (page === 'game' && rest !== this.meanwhile) this.cancel();
    }

    private async ask(): Promise<void> {
        if (!this.wanted) return;
        this.take(await api.seek(this.wanted));
        if (this.wanted) this.stopListening ??= listen<SeekStatus>('seek/stream', (status) => this.take(status));
    }

    private take(status: SeekStatus): void {
        if (!this.wanted) return;
        if (status.state === 'found') {
            const { meanwhile } = this;
            this.stop();
            location.hash = `#/game/${status.game}`;
            if (meanwhile) void leave(meanwhile);
        } else if (status.state === 'none') {
            // Who was away for long, in a page that slept, is taken to have left.
            void this.ask().catch(() => undefined);
        }
    }

    private stop(): void {
        this.stopListening?.();
        this.stopListening = undefined;
        clearTimeout(this.timer);
        this.wanted = undefined;
        this.isLong = false;
        this.meanwhile = undefined;
    }
}

export const seeking = new Seeking();

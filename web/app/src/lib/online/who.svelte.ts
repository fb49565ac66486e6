// Who we are to the service, if there is one.

import { keep } from '../settings.svelte.js';
import { api, Problem, type Player } from './api.js';

/** Names that this device had as a guest: seats keep the name that somebody sat down with. */
const KEY = 'longjump-guest-names';
const MOST_NAMES = 20;

function guestNames(): string[] {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
    } catch {
        return [];
    }
}

class Who {
    /** Whether there is a service; not known at first. */
    isServed: boolean | undefined = $state();
    player: Player | undefined = $state.raw();
    private before: string[] = $state.raw(guestNames());

    /** Asks, once a page needs to know. */
    async find(): Promise<void> {
        try {
            this.player = (await api.me()) ?? undefined;
            this.isServed = true;
        } catch (problem) {
            // A busy service is a service.
            this.isServed = problem instanceof Problem && ['away', 'too_many', 'no_session'].includes(problem.code);
        }
    }

    /** Somebody without an account plays as a guest. */
    async mustBeSomebody(): Promise<void> {
        if (!this.player) this.player = (await api.guest()) ?? undefined;
    }

    async register(name: string, password: string): Promise<void> {
        const guest = this.player?.kind === 'guest' ? this.player.name : undefined;
        this.player = (await api.register(name, password)) ?? undefined;
        if (guest === undefined) return;
        this.before = [guest, ...this.before].slice(0, MOST_NAMES);
        keep(KEY, JSON.stringify(this.before));
    }

    async signIn(name: string, password: string): Promise<void> {
        this.player = (await api.signIn(name, password)) ?? undefined;
    }

    async signOut(): Promise<void> {
        this.player = (await api.signOut()) ?? undefined;
        this.before = [];
        keep(KEY, '[]');
    }

    /** Whether a name is ours, or was before we had an account. */
    is(name: string): boolean {
        return this.player !== undefined && (this.player.name === name || this.before.includes(name));
    }
}

export const who = new Who();

// Who we are to the service, if there is one.

import type { OwnPlayer } from '@longjump/wire/rest';
import { api, Problem } from './api.js';

class Who {
    /** Whether there is a service; not known at first. */
    isServed: boolean | undefined = $state();
    /** Whether the service has said who we are. */
    isKnown = $state(false);
    /** Whether it could not be asked. */
    isAway = $state(false);
    player: OwnPlayer | undefined = $state.raw();

    /** Asks, once a page needs to know. */
    async find(): Promise<void> {
        try {
            this.player = (await api.me()) ?? undefined;
            this.isServed = true;
            this.isKnown = true;
            this.isAway = false;
        } catch (problem) {
            const code = problem instanceof Problem ? problem.code : '';
            // A busy service is a service.
            this.isServed = ['away', 'too_many', 'no_session'].includes(code);
            this.isAway = code === 'unreachable';
        }
    }

    /** Somebody without an account plays as a guest. */
    async mustBeSomebody(): Promise<void> {
        if (!this.player) this.player = (await api.guest()) ?? undefined;
    }

    async register(name: string, password: string): Promise<void> {
        this.player = (await api.register(name, password)) ?? undefined;
    }

    async signIn(name: string, password: string): Promise<void> {
        this.player = (await api.signIn(name, password)) ?? undefined;
    }

    async signOut(): Promise<void> {
        this.player = (await api.signOut()) ?? undefined;
    }

    /** Whether a name is ours. */
    is(name: string): boolean {
        return this.player?.name === name;
    }
}

export const who = new Who();

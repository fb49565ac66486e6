// The games that wait for our move, for the header, the title of the page and the lobby. Nobody is asked
// for those who never played online here.

import type { Turn } from '@longjump/wire/rest';
import { route } from './route.svelte.js';
import { keep } from './settings.svelte.js';

/** How often it is asked, in milliseconds, while the page is looked at. */
const EVERY = 60_000;
const KEY = 'longjump-plays-online';

let games: Turn[] = $state.raw([]);

/** Whether somebody plays online here; pages ask the service for nobody else unless they are wanted to. */
export const playsOnline = (): boolean => localStorage.getItem(KEY) !== null;

async function look(): Promise<void> {
    if (document.hidden || !playsOnline()) return;
    const answer = await fetch('/api/turns').catch(() => undefined);
    if (answer?.ok) games = (await answer.json()) as Turn[];
}

export const turns = {
    get games() {
        return games;
    },
    /** A game that is looked at is known better than by asking. */
    note(id: string, game: string, isOurTurn: boolean): void {
        const others = games.filter((turn) => turn.id !== id);
        if (isOurTurn !== others.length < games.length) games = isOurTurn ? [...others, { id, game, deadline: null }] : others;
    },
    /** Whether there is somebody to ask for. */
    playsOnline(isSomebody: boolean): void {
        if (isSomebody) keep(KEY, 'yes');
        else localStorage.removeItem(KEY);
        games = [];
        void look();
    },
};

/** Asks now and then, and when another page is opened. */
export function followTurns(): void {
    $effect(() => {
        void route.page;
        void look();
        const timer = setInterval(look, EVERY);
        document.addEventListener('visibilitychange', look);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', look);
        };
    });
}

// The game that is being played online from this device, so that every page can lead back to it without
// asking the service.

import { keep } from '../settings.svelte.js';

const KEY = 'longjump-online-game';

let id = $state(localStorage.getItem(KEY) ?? '');

export const ownGame = {
    /** None if empty. */
    get id() {
        return id;
    },
    remember(game: string): void {
        id = game;
        keep(KEY, game);
    },
    /** It is over, or no longer ours. */
    forget(game: string): void {
        if (game === id) this.remember('');
    },
};

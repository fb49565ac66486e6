// An engine in a worker, with the nets and tables that the page has loaded.

import { SearchWorker } from '@longjump/engine/search';
import { assetsOf, loadAssets, netOf } from './assets.svelte.js';
import { module } from './rules.js';

export class Engine extends SearchWorker {
    constructor() {
        super(module, assetsOf, netOf);
    }

    /**
     * Starts the worker for a game before it is needed; a failure is told to whoever asks it. It gets
     * its assets while nobody waits for it, as taking them in would make its next answer late.
     */
    warm(game: string): void {
        const warmed = this.begin()
            .then(() => loadAssets(game))
            .then(() => this.give(game));
        warmed.catch(() => undefined);
    }
}

// What can't be undone needs a proof of who we are: somebody else may sit at a browser that is signed in.

import { Problem } from './api.js';

class Proving {
    /** Told whether there is a proof now, while somebody is asked for it. */
    answer: ((isProven: boolean) => void) | undefined = $state.raw();

    /** Does something; if that needs a proof first, it is asked for and done then. */
    async first<T>(action: () => Promise<T>): Promise<T> {
        try {
            return await action();
        } catch (problem) {
            if (!(problem instanceof Problem) || problem.code !== 'unproven') throw problem;
            const isProven = await new Promise<boolean>((resolve) => (this.answer = resolve));
            this.answer = undefined;
            if (!isProven) throw problem;
            return action();
        }
    }
}

export const proving = new Proving();

// Another try at a move that was a slip.

import type { History } from './history.js';
import type { Judge } from './judge.js';
import type { LegalMove, State } from './rules.js';
import { gradeOf, lossOf, type Grade, type Slip } from './slips.js';

export class Attempt {
    /** The move that was tried last, and the position after it. */
    tried: { move: LegalMove; after: State } | undefined = $state.raw();
    /** How it did, once that is known, and how many moves it loses. */
    answer: { grade: Grade; lost: number } | undefined = $state.raw();
    /** Whether the better move is shown. */
    isTold = $state(false);
    failure = $state('');

    constructor(
        private readonly judge: Judge,
        private readonly history: History,
        readonly slip: Slip,
    ) {}

    /** The position before the slip. */
    get before(): State {
        return this.history.states[this.slip.ply]!;
    }

    async try(text: string): Promise<void> {
        const move = this.before.moves.find((legal) => legal.text === text);
        if (!move) return;
        this.again();
        const tried = { move, after: this.judge.after(this.slip.ply, text) };
        this.tried = tried;
        try {
            const verdict = text === this.slip.better ? this.slip.best : await this.judge.move(this.slip.ply, text);
            if (!verdict || this.tried !== tried) return;
            this.answer = { grade: gradeOf(this.slip, verdict), lost: Math.max(0, lossOf(this.slip.best, verdict)) };
        } catch (error) {
            this.failure = String(error);
        }
    }

    /** Back to the position before it. */
    again(): void {
        this.judge.stop();
        this.tried = undefined;
        this.answer = undefined;
        this.isTold = false;
    }

    tell(): void {
        this.again();
        this.isTold = true;
    }
}

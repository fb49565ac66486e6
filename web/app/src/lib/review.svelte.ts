// Looking back at a game: what every position was worth, and which moves were slips.

import type { History } from './history.js';
import { endFor, Judge, type Judgement } from './judge.js';
import type { Rules, Verdict } from './rules.js';
import { lossOf, SLIP, slipOf, type Slip } from './slips.js';
import { turned } from './verdicts.js';

export class Review {
    /** The positions that were looked at, as far as somebody is to move in them. */
    judged: (Judgement | undefined)[] = $state.raw([]);
    /** In the order they were made. */
    slips: Slip[] = $state.raw([]);
    /** How many positions were looked at. */
    done = $state(0);
    failure = $state('');
    private readonly judge: Judge;

    constructor(
        rules: Rules,
        readonly history: History,
    ) {
        this.judge = new Judge(rules, history);
        this.judged = history.states.map(() => undefined);
    }

    get isDone(): boolean {
        return this.done === this.history.states.length;
    }

    async run(): Promise<void> {
        const { states, texts } = this.history;
        try {
            for (const [ply, state] of states.entries()) {
                if (state.turn !== undefined) {
                    const judgement = await this.judge.position(texts.slice(0, ply), state);
                    if (!judgement) return;
                    this.judged = this.judged.with(ply, judgement);
                }
                const slip = ply > 0 ? await this.slipAt(ply - 1) : undefined;
                if (slip) this.slips = [...this.slips, slip];
                this.done = ply + 1;
            }
        } catch (error) {
            this.failure = String(error);
        }
    }

    /** The slip that a move was, if so. The better move is looked at as closely as the one that was made. */
    private async slipAt(ply: number): Promise<Slip | undefined> {
        const before = this.judged[ply];
        const [played, mover, better] = [this.history.texts[ply]!, this.history.states[ply]!.turn!, before?.best];
        if (!before || better === undefined || better === played) return undefined;
        const made = await this.judge.move(ply, played);
        if (!made || lossOf(before.verdict, made) < SLIP) return undefined;
        const best = await this.judge.move(ply, better);
        return best && slipOf({ ply, mover, played, better, best, made });
    }

    /** What every position was worth to a seat, as far as that was told: with more than two, only where it is to move. */
    outlookOf(seat: number): (Verdict | undefined)[] {
        return this.history.states.map((state, ply) => {
            if (state.turn === undefined) return state.seats === 2 && this.isDone ? endFor(state, seat) : undefined;
            const verdict = this.judged[ply]?.verdict;
            if (state.turn === seat) return verdict;
            return verdict && state.seats === 2 ? turned(verdict) : undefined;
        });
    }

    stop(): void {
        this.judge.stop();
    }
}

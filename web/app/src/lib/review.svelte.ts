// Looking back at a game for two: what every position was worth, and where it turned.

import { Engine } from './engine.js';
import type { History } from './history.js';
import type { State, Verdict } from './rules.js';
import { movesAhead, turned } from './verdicts.js';

/** How much is looked at for every position. */
const NODES = 60_000;
/** A move that loses so many moves is a turning point. */
const TURNING = 1;
const MOST_POINTS = 6;

/** A position of the game, for the seat that moves first. */
export interface Judged {
    verdict: Verdict;
    best: string | undefined;
}

export interface TurningPoint {
    /** The move that was made at this ply, the first being 0. */
    ply: number;
    mover: number;
    lost: number;
    /** Whether it turned a position that was not lost into one that is. */
    isDecisive: boolean;
    /** Whether it let a proven win go. */
    isMissedWin: boolean;
    played: string;
    better: string;
}

/** A position in which the game is over. */
function ended({ standings }: State): Judged {
    const [first, second] = standings ?? [];
    const decided = first === 1 ? 'winIn' : 'lossIn';
    return { verdict: { kind: first === second ? 'ahead' : decided, value: 0 }, best: undefined };
}

export class Review {
    judged: (Judged | undefined)[] = $state.raw([]);
    done = $state(0);
    failure = $state('');
    private readonly engine = new Engine();

    constructor(readonly history: History) {
        this.judged = history.states.map(() => undefined);
    }

    async run(): Promise<void> {
        const { spec, start, states, texts } = this.history;
        try {
            for (const [ply, state] of states.entries()) {
                const judged = state.turn === undefined ? ended(state) : await this.judge(spec, start, texts.slice(0, ply), state.turn);
                if (!judged) return;
                this.judged = this.judged.with(ply, judged);
                this.done = ply + 1;
            }
        } catch (error) {
            this.failure = String(error);
        }
    }

    private async judge(spec: string, start: string | undefined, moves: string[], turn: number): Promise<Judged | undefined> {
        const limits = { nodes: NODES, milliseconds: undefined, depth: undefined };
        const decided = await this.engine.think({ game: spec, player: 'default', start, moves, limits });
        if (!decided) return undefined;
        const verdict = decided.verdict ?? { kind: 'ahead' as const, value: 0 };
        return { verdict: turn === 0 ? verdict : turned(verdict), best: decided.mv };
    }

    stop(): void {
        this.engine.stop();
    }

    /** The moves that cost most, in the order they were made. */
    get turningPoints(): TurningPoint[] {
        const points = this.history.texts.flatMap((played, ply) => {
            const [before, after] = [this.judged[ply], this.judged[ply + 1]];
            const mover = this.history.states[ply]!.turn;
            if (!before || !after || mover === undefined || !before.best || before.best === played) return [];
            const side = mover === 0 ? 1 : -1;
            const lost = side * (movesAhead(before.verdict) - movesAhead(after.verdict));
            const isLost = after.verdict.kind === (mover === 0 ? 'lossIn' : 'winIn');
            const wasLost = before.verdict.kind === (mover === 0 ? 'lossIn' : 'winIn');
            const isDecisive = isLost && !wasLost;
            const wasWon = before.verdict.kind === (mover === 0 ? 'winIn' : 'lossIn');
            return lost < TURNING ? [] : [{ ply, mover, lost, isDecisive, isMissedWin: wasWon && !isDecisive, played, better: before.best }];
        });
        const worst = points.toSorted((a, b) => b.lost - a.lost).slice(0, MOST_POINTS);
        return worst.toSorted((a, b) => a.ply - b.ply);
    }
}

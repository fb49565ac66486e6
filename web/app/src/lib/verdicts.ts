// Verdicts as numbers, for bars and graphs.

import type { Race, Verdict } from './rules.js';

/** More moves ahead than this look all the same. */
const MOST = 10;

/** A verdict as moves ahead; proven results are beyond any other. */
export function movesAhead(verdict: Verdict): number {
    if (verdict.kind === 'winIn') return MOST;
    if (verdict.kind === 'lossIn') return -MOST;
    return Math.max(-MOST, Math.min(MOST, verdict.value));
}

/** How much of a bar belongs to whom the verdict is for. */
export function shareOf(verdict: Verdict): number {
    if (verdict.kind === 'winIn') return 1;
    if (verdict.kind === 'lossIn') return 0;
    return 1 / (1 + Math.exp(-verdict.value / 2.5));
}

/** The same for the other side of two. */
export function turned(verdict: Verdict): Verdict {
    if (verdict.kind === 'winIn') return { kind: 'lossIn', value: verdict.value };
    if (verdict.kind === 'lossIn') return { kind: 'winIn', value: verdict.value };
    return { kind: 'ahead', value: -verdict.value };
}

/** A race whose end is certain, for the seat to move of two. */
export function verdictOf({ winner, moves }: Race, turn: number): Verdict {
    return winner === turn ? { kind: 'winIn', value: 2 * moves - 1 } : { kind: 'lossIn', value: 2 * moves };
}

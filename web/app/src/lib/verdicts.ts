// Verdicts as numbers, for bars and graphs.

import { verdictWords } from './say.js';
import type { Race, Verdict } from './rules.js';
import { t } from './words.svelte.js';

/** More moves ahead than this look all the same. */
const MOST = 10;

/** A verdict as moves ahead; proven results are beyond any other. */
export function movesAhead(verdict: Verdict): number {
    if (verdict.kind === 'winIn') return MOST;
    if (verdict.kind === 'lossIn') return -MOST;
    return Math.max(-MOST, Math.min(MOST, verdict.value));
}

/**
 * By how much being a move ahead adds to the logarithm of the odds, as games of the engine against itself
 * ended: docs/search.md says how it is measured.
 */
const ODDS: Record<string, number> = { star: 0.62, diamond: 0.21, corners: 0.48, knightthrough: 0.25, minicheckers: 2.9 };

/** What share of the points whom the verdict is for can expect: as much of a bar is theirs. */
export function shareOf(verdict: Verdict, game: string): number {
    if (verdict.kind === 'winIn') return 1;
    if (verdict.kind === 'lossIn') return 0;
    return 1 / (1 + Math.exp(-verdict.value * (ODDS[game] ?? ODDS.star!)));
}

/** "1.4 moves ahead, 70 % of the points". */
export function outlookWords(verdict: Verdict, game: string): string {
    const words = verdictWords(verdict);
    return verdict.kind === 'ahead' ? `${words}, ${t('verdict.share', { n: Math.round(100 * shareOf(verdict, game)) })}` : words;
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

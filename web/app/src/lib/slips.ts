// Moves that cost something, and what other moves in their place are worth.

import type { Verdict } from './rules.js';
import { movesAhead } from './verdicts.js';

/** A move that loses so many moves is a slip. */
export const SLIP = 1;
/** Less than this, in moves, is no difference that a short search can tell. */
const CLOSE = 0.3;

export interface Slip {
    /** How many moves were made before. */
    ply: number;
    mover: number;
    played: string;
    better: string;
    /** What the better one was worth to the mover, and what the move was worth. */
    best: Verdict;
    made: Verdict;
    /** How many moves it lost. */
    lost: number;
    kind: 'missed' | 'decided' | 'lost';
}

export const lossOf = (best: Verdict, made: Verdict): number => movesAhead(best) - movesAhead(made);

/** The slip that a move was, if it was one. */
export function slipOf(move: Pick<Slip, 'ply' | 'mover' | 'played' | 'better' | 'best' | 'made'>): Slip | undefined {
    const { best, made } = move;
    const lost = lossOf(best, made);
    if (lost < SLIP) return undefined;
    if (best.kind === 'winIn') return { ...move, lost, kind: 'missed' };
    return { ...move, lost, kind: made.kind === 'lossIn' ? 'decided' : 'lost' };
}

export type Grade = 'best' | 'better' | 'worse';

/** How a move does that is tried in place of a slip. */
export function gradeOf({ best, made }: Pick<Slip, 'best' | 'made'>, tried: Verdict): Grade {
    const isWinLetGo = best.kind === 'winIn' && tried.kind !== 'winIn';
    if (!isWinLetGo && lossOf(best, tried) < CLOSE) return 'best';
    return lossOf(tried, made) > CLOSE ? 'better' : 'worse';
}

export interface Count {
    slips: number;
    missedWins: number;
}

export function countOf(slips: Slip[]): Count {
    const missedWins = slips.filter(({ kind }) => kind === 'missed').length;
    return { slips: slips.length - missedWins, missedWins };
}

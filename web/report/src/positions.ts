// Where the pieces of a game are after so many moves.

import type { BoardLayout } from '@longjump/wire/layout';
import type { ReportedGame, ReportedMove } from '@longjump/wire/report';

/** By hole the seat whose piece stands there. */
export function piecesAfter(game: ReportedGame, ply: number): (number | null)[] {
    const pieces = [...game.start];
    for (const move of game.moves.slice(0, ply)) {
        for (const [hole, seat] of move.changes) pieces[hole] = seat;
    }
    return pieces;
}

/** Neighbours are at most the diagonal of a square apart; every hop goes farther. */
const NEIGHBOURS = 1.5;

export function isStep(layout: BoardLayout, move: ReportedMove): boolean {
    const [from, to] = [layout.points[move.route[0] ?? -1], layout.points[move.route.at(-1) ?? -1]];
    return move.route.length === 2 && from !== undefined && to !== undefined && Math.hypot(from.x - to.x, from.y - to.y) < NEIGHBOURS;
}

/** A score as a number; proven wins and losses are infinite. */
export function readScore(score: string | null): number | undefined {
    if (score === null) return undefined;
    if (/^win/i.test(score)) return Infinity;
    if (/^loss/i.test(score)) return -Infinity;
    const value = Number.parseFloat(score.replace('−', '-'));
    return Number.isNaN(value) ? undefined : value;
}

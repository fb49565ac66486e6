// What the report is made from, and what `--json FILE` writes: one object.

import type { BoardLayout } from '@longjump/engine';

export type Layout = BoardLayout;

export interface Report {
    version: 1;
    /** "star/default against star/greedy", "Round robin of knightthrough". */
    title: string;
    kind: 'match' | 'round-robin' | 'gauntlet' | 'swiss';
    /** A spec such as "star:seats=3". */
    game: string;
    /** 2 to 6. */
    seats: number;
    /** RFC 3339, UTC. */
    made: string;
    /** "longjump 0.1.0". */
    program: string;
    command: string;
    /** Time played. */
    seconds: number;
    /** All games, also those not in `games`. */
    games_played: number;
    blocks_played: number;
    /** Best first. */
    players: Player[];
    /** Row over column, as in `players`; null where they never met. */
    crosstable: (Cell | null)[][];
    /** Only matches with a sequential test. */
    test: SequentialTest | null;
    /** Only matches: logistic Elo of `tested` over the others. */
    elo: Estimate | null;
    normalised_elo: Estimate | null;
    /** Likelihood of superiority, 0 to 1. */
    superiority: number | null;
    /** The tested engine of a match, as in `players`. */
    tested: number | null;
    /** How often each block score came up, lowest first, in equal steps from 0 to 1 (matches). */
    block_scores: number[] | null;
    /** Mean points of each seat, 1/2 being no advantage; empty when there are too few games. */
    seat_scores: Estimate[];
    openings: Opening[];
    /** How games ended. */
    causes: Cause[];
    turns: TurnStatistics[];
    layout: Layout;
    /** Those to step through, maybe not all that were played. */
    games: Game[];
}

/** With its 95 % interval; null is infinite. */
export interface Estimate {
    low: number | null;
    value: number | null;
    high: number | null;
}

export interface Player {
    name: string;
    /** "star/default:hash=64". */
    engine: string;
    /** "100 ms a move". */
    control: string;
    /** Elo, the mean of the pool being 0; null when it can't be rated. */
    rating: Estimate | null;
    games: number;
    /** With more than two seats: alone in first place. */
    won: number;
    /** With more than two seats: neither of the others. */
    drawn: number;
    /** With more than two seats: last. */
    lost: number;
    /** Share of opponents beaten, summed over games: at most 1 a game. */
    points: number;
    /** How often 1st, 2nd and so on. */
    places: number[];
    nodes_per_second: number | null;
    mean_depth: number | null;
    mean_milliseconds: number | null;
}

/** Points in pairs: 1 ahead, 1/2 tied. */
export interface Cell {
    points: number;
    games: number;
}

export interface SequentialTest {
    model: 'logistic' | 'normalised';
    elo0: number;
    elo1: number;
    alpha: number;
    beta: number;
    lower: number;
    upper: number;
    llr: number;
    verdict: 'H0' | 'H1' | 'open';
    /** Blocks played and the LLR after them, thinned. */
    path: [number, number][];
}

export interface Opening {
    number: number;
    moves: string;
    /** The position it starts from, if not the usual one. */
    start: string | null;
    games: number;
    /** Mean points of each seat. */
    points_of_seats: number[];
}

export interface Cause {
    /** result, repetition, length, solved, time, illegal move, crash, stall, disconnect, flood. */
    cause: string;
    games: number;
    /** How often each player was at fault. */
    by_player: number[];
}

/** Means over games. */
export interface TurnStatistics {
    player: number;
    /** The player's own moves, from 1. */
    turn: number;
    moves: number;
    depth: number | null;
    milliseconds: number | null;
    nodes_per_second: number | null;
}

export interface Game {
    block: number;
    /** In its block. */
    number: number;
    /** An opening's number. */
    opening: number;
    /** By seat. */
    players: number[];
    /** By seat, 1 being first; those who tie have the same. */
    places: number[];
    cause: string;
    /** The seat at fault. */
    fault: number | null;
    /** What exactly happened. */
    detail: string | null;
    /** By hole the seat whose piece stands there before any move. */
    start: (number | null)[];
    /** The seat that moves first. */
    first: number;
    moves: Move[];
    /** So many of the moves are the opening's. */
    opening_plies: number;
}

export interface Move {
    text: string;
    seat: number;
    /** The holes touched, both ends included; none for a pass. */
    route: number[];
    /** Holes whose piece changes: hole, and the seat or null for empty. */
    changes: [number, number | null][];
    milliseconds: number | null;
    /** "+1.25", "win in 7", as the mover sees it. */
    score: string | null;
    depth: number | null;
    nodes: number | null;
}

/** The report as the program wrote it into the page. */
export function readReport(): Report {
    const report = JSON.parse(document.getElementById('data')!.textContent!) as Report;
    // JSON has no undefined, which is what the board means by "nobody's".
    for (const camp of report.layout.camps) {
        camp.homeOf ??= undefined;
        camp.goalOf ??= undefined;
    }
    return report;
}

// Everything a board shows and knows, in one place.

import type { BoardLayout } from '@longjump/wire/layout';

/** A move that can be chosen, as the rules tell it. */
export interface LegalMove {
    /** As it is written. */
    text: string;
    /** The places it touches, both ends included; none for a pass. */
    route: number[];
    /** Whether it only goes to a neighbour. */
    isStep: boolean;
}

/** An arrow along a move, such as an engine's best. */
export interface Arrow {
    route: number[];
    /** How much it stands out; the best is 0. */
    rank: number;
}

/** What the board says aloud, in the reader's language. */
export interface Words {
    board: string;
    /** How the board is used with keys. */
    keys: string;
    /** A place: its name, the seat of the piece in it, how many moves that piece has. */
    place: (name: string, seat: number | undefined, moves: number | undefined) => string;
    picked: (name: string, moves: number) => string;
    landing: (name: string, isStep: boolean) => string;
    noPiece: (name: string) => string;
    noLanding: (name: string) => string;
    noMove: (typed: string) => string;
    typing: (typed: string) => string;
    letGo: string;
}

/** What the page wants shown. */
export interface BoardState {
    layout: BoardLayout;
    /** For each place the seat whose piece is there. */
    pieces: (number | undefined | null)[];
    /** The moves that the person before the board may make now. */
    moves: LegalMove[];
    /** Whose home is below. */
    bottom: number;
    /** The places of the last move. */
    last: number[];
    arrows: Arrow[];
    /** Places that glow, as they are to be reached. */
    glow?: number[];
    /** Places of pieces that are in danger. */
    warned?: number[];
    /** Whether pieces that can move are marked while none is picked. */
    marksMovable?: boolean;
    /** Setting up: a click on a place is passed on, whatever is there. */
    isFree: boolean;
    words: Words;
}

export interface Handlers {
    /** A move was made, as it is written. */
    move: (text: string) => void;
    /** A place was chosen while the board is free. */
    place?: (hole: number) => void;
}

/** What the person at the board is doing. */
export interface Interaction {
    picked: number | undefined;
    hovered: number | undefined;
    /** Where the keys are. */
    cursor: number;
    /** Whether keys were used last, so that the cursor is shown. */
    usesKeys: boolean;
    typed: string;
    /** Whether the last key completed a typed move; an Enter after it is habit and means nothing more. */
    hasTyped: boolean;
}

export const from = (move: LegalMove): number | undefined => move.route[0];
export const to = (move: LegalMove): number | undefined => move.route.at(-1);

/** The move from one place to another, if there is one. */
export function moveBetween(state: BoardState, start: number, end: number): LegalMove | undefined {
    return state.moves.find((move) => from(move) === start && to(move) === end);
}

export function movesFrom(state: BoardState, hole: number): LegalMove[] {
    return state.moves.filter((move) => from(move) === hole);
}

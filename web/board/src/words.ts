// What a board says, in English; pages in other languages bring their own words.

import type { Words } from './state.js';

/** The words of a board that is called `board`; `names` are those of the seats. */
export const englishWords = (board: string, names: string[] = []): Words => ({
    board,
    keys: 'Arrow keys, Home, End, Page Up and Page Down go from place to place; Enter picks a piece and lands it; Escape lets go. Or type a move.',
    place: (name, seat, moves) => {
        if (seat === undefined) return `${name}, empty`;
        const piece = `${name}, ${names[seat] ?? `player ${seat + 1}`}`;
        return moves === undefined ? piece : `${piece}, moves: ${moves}`;
    },
    picked: (name, moves) => `${name} picked, moves: ${moves}`,
    landing: (name, isStep) => (isStep ? `${name}, a step away` : `${name}, by hopping`),
    noPiece: (name) => `No piece to move on ${name}`,
    noLanding: (name) => `It can't land on ${name}`,
    noMove: (typed) => `No legal move ${typed}`,
    typing: (typed) => `Typed ${typed}`,
    letGo: 'Let go',
});

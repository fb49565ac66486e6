// Playing with keys: six directions, picking, landing, and typed moves.

import { neighbour, type View } from './geometry.js';
import { from, moveBetween, movesFrom, type BoardState, type Doing } from './state.js';

/** Directions in degrees; on a number pad 7 9 4 6 1 3 lie as the six neighbours do. */
const HEXAGON: Record<string, number> = {
    ArrowRight: 0,
    PageUp: 60,
    ArrowUp: 90,
    Home: 120,
    ArrowLeft: 180,
    End: 240,
    ArrowDown: 270,
    PageDown: 300,
};
const SQUARE: Record<string, number> = { ...HEXAGON, PageUp: 45, Home: 135, End: 225, PageDown: 315 };

/** What a key leads to. */
export interface Outcome {
    move?: string;
    place?: number;
    say?: string;
}

/** Does what a key asks for; `undefined` when it means nothing here. */
export function press(key: string, state: BoardState, doing: Doing, view: View): Outcome | undefined {
    const direction = (view.layout.squares ? SQUARE : HEXAGON)[key];
    if (direction !== undefined) return go(direction, state, doing, view);
    if (key === 'Enter' || key === ' ') return choose(state, doing, view);
    if (key === 'Escape') return letGo(state, doing);
    if (key === 'Backspace' && doing.typed !== '') {
        doing.typed = doing.typed.slice(0, -1);
        return { say: state.words.typing(doing.typed) };
    }
    if (/^[a-z0-9]$/i.test(key)) return type(key.toLowerCase(), state, doing);
    return undefined;
}

function go(direction: number, state: BoardState, doing: Doing, view: View): Outcome {
    doing.usesKeys = true;
    doing.typed = '';
    doing.cursor = neighbour(view, doing.cursor, direction) ?? doing.cursor;
    doing.hovered = doing.picked === undefined ? undefined : doing.cursor;
    return { say: placeInWords(state, doing, view) };
}

function placeInWords(state: BoardState, doing: Doing, view: View): string {
    const { cursor, picked } = doing;
    const name = view.layout.points[cursor]!.name;
    const landing = picked === undefined ? undefined : moveBetween(state, picked, cursor);
    if (landing) return state.words.landing(name, landing.isStep);
    const seat = state.pieces[cursor] ?? undefined;
    const moves = movesFrom(state, cursor).length;
    return state.words.place(name, seat, moves > 0 ? moves : undefined);
}

function choose(state: BoardState, doing: Doing, view: View): Outcome {
    if (doing.typed !== '') {
        const move = state.moves.find(({ text }) => text === doing.typed);
        const say = move ? undefined : state.words.noMove(doing.typed);
        doing.typed = '';
        return move ? { move: move.text } : { say: say! };
    }
    doing.usesKeys = true;
    const { cursor } = doing;
    if (state.isFree) return { place: cursor };
    const name = view.layout.points[cursor]!.name;
    if (doing.picked !== undefined && doing.picked !== cursor) {
        const move = moveBetween(state, doing.picked, cursor);
        if (move) return { move: move.text };
    }
    const moves = movesFrom(state, cursor);
    if (moves.length > 0) {
        doing.picked = cursor;
        return { say: state.words.picked(name, moves.length) };
    }
    return { say: doing.picked === undefined ? state.words.noPiece(name) : state.words.noLanding(name) };
}

function letGo(state: BoardState, doing: Doing): Outcome | undefined {
    if (doing.picked === undefined && doing.typed === '') return undefined;
    doing.picked = undefined;
    doing.hovered = undefined;
    doing.typed = '';
    return { say: state.words.letGo };
}

/** A typed move is made as soon as it can be no other; Enter makes it too. */
function type(key: string, state: BoardState, doing: Doing): Outcome {
    const typed = doing.typed + key;
    const fitting = state.moves.filter(({ text }) => text.startsWith(typed));
    if (fitting.length === 0) {
        doing.typed = '';
        return { say: state.words.noMove(typed) };
    }
    doing.typed = typed;
    if (fitting.length === 1 && fitting[0]!.text === typed) {
        doing.typed = '';
        return { move: typed };
    }
    const start = fitting.every((move) => from(move) === from(fitting[0]!)) ? from(fitting[0]!) : undefined;
    if (start !== undefined) doing.picked = start;
    return { say: state.words.typing(typed) };
}

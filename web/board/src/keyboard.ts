// Playing with keys: six directions, picking, landing, and typed moves.

import { neighbour, type View } from './geometry.js';
import { from, moveBetween, movesFrom, type BoardState, type Interaction } from './state.js';

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
    /** Whether what is said is that something can't be done. */
    isRefusal?: boolean;
}

/** Does what a key asks for; `undefined` when it means nothing here. */
export function press(key: string, state: BoardState, interaction: Interaction, view: View): Outcome | undefined {
    const { hasTyped } = interaction;
    interaction.hasTyped = false;
    if (hasTyped && key === 'Enter') return {};
    const direction = (view.layout.squares ? SQUARE : HEXAGON)[key];
    if (direction !== undefined) return go(direction, state, interaction, view);
    if (key === 'Enter' || key === ' ') return choose(state, interaction, view);
    if (key === 'Escape') return letGo(state, interaction);
    if (key === 'Backspace' && interaction.typed !== '') {
        interaction.typed = interaction.typed.slice(0, -1);
        return { say: state.words.typing(interaction.typed) };
    }
    if (/^[a-z0-9]$/i.test(key)) return type(key.toLowerCase(), state, interaction, view);
    return undefined;
}

function go(direction: number, state: BoardState, interaction: Interaction, view: View): Outcome {
    interaction.usesKeys = true;
    interaction.typed = '';
    interaction.cursor = neighbour(view, interaction.cursor, direction) ?? interaction.cursor;
    interaction.hovered = interaction.picked === undefined ? undefined : interaction.cursor;
    return { say: placeInWords(state, interaction, view) };
}

function placeInWords(state: BoardState, interaction: Interaction, view: View): string {
    const { cursor, picked } = interaction;
    const name = view.layout.points[cursor]!.name;
    const landing = picked === undefined ? undefined : moveBetween(state, picked, cursor);
    if (landing) return state.words.landing(name, landing.isStep);
    const seat = state.pieces[cursor] ?? undefined;
    const moves = movesFrom(state, cursor).length;
    return state.words.place(name, seat, moves > 0 ? moves : undefined);
}

function choose(state: BoardState, interaction: Interaction, view: View): Outcome {
    if (interaction.typed !== '') {
        const move = state.moves.find(({ text }) => text === interaction.typed);
        const say = move ? undefined : state.words.noMove(interaction.typed);
        interaction.typed = '';
        return move ? { move: move.text } : { say: say!, isRefusal: true };
    }
    interaction.usesKeys = true;
    const { cursor } = interaction;
    if (state.isFree) return { place: cursor };
    const name = view.layout.points[cursor]!.name;
    if (interaction.picked !== undefined && interaction.picked !== cursor) {
        const move = moveBetween(state, interaction.picked, cursor);
        if (move) return { move: move.text };
    }
    const moves = movesFrom(state, cursor);
    if (moves.length > 0) {
        interaction.picked = cursor;
        return { say: state.words.picked(name, moves.length) };
    }
    return { say: interaction.picked === undefined ? state.words.noPiece(name) : state.words.noLanding(name) };
}

function letGo(state: BoardState, interaction: Interaction): Outcome | undefined {
    if (interaction.picked === undefined && interaction.typed === '') return undefined;
    interaction.picked = undefined;
    interaction.hovered = undefined;
    interaction.typed = '';
    return { say: state.words.letGo };
}

/** A typed move is made as soon as it can be no other; Enter makes it too. */
function type(key: string, state: BoardState, interaction: Interaction, { layout }: View): Outcome {
    const names = layout.points.map(({ name }) => name);
    const isBeginning = (text: string) => placesIn(text, names) !== 'none';
    const isAnew = !isBeginning(interaction.typed + key) && isBeginning(key);
    const typed = isAnew ? key : interaction.typed + key;
    const fitting = state.moves.filter(({ text }) => text.startsWith(typed));
    if (fitting.length === 0) {
        const places = placesIn(typed, names);
        interaction.typed = places === 'none' ? '' : typed;
        // An illegal move is heard as a whole.
        return places === 'some' ? { say: state.words.typing(typed) } : { say: state.words.noMove(typed), isRefusal: true };
    }
    interaction.typed = typed;
    if (fitting.length === 1 && fitting[0]!.text === typed) {
        interaction.typed = '';
        interaction.hasTyped = true;
        return { move: typed };
    }
    const start = fitting.every((move) => from(move) === from(fitting[0]!)) ? from(fitting[0]!) : undefined;
    if (start !== undefined) interaction.picked = start;
    return { say: state.words.typing(typed) };
}

/** Whether a text is two places, some beginning of that, or nothing of the kind. */
function placesIn(text: string, names: string[]): 'two' | 'some' | 'none' {
    const rests = names.filter((name) => text.startsWith(name)).map((name) => text.slice(name.length));
    if (rests.some((rest) => names.includes(rest))) return 'two';
    const begins = (part: string) => names.some((name) => name.startsWith(part));
    return begins(text) || rests.some(begins) ? 'some' : 'none';
}

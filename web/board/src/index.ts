// A board for games of jumping pieces. It draws a layout and lets a person
// choose among the moves it is given; it knows no rule, network or framework.

import { Drawing } from './drawing.js';
import type { View } from './geometry.js';
import { press } from './keyboard.js';
import { travel, type Travelled } from './motion.js';
import { listen } from './pointer.js';
import type { BoardState, Interaction, Handlers } from './state.js';

type Seen = Pick<BoardState, 'layout' | 'pieces' | 'bottom' | 'last'>;

export type { BoardLayout } from '@longjump/wire/layout';
export type { Arrow, BoardState, Handlers, LegalMove, Words } from './state.js';
export { colourOf } from './material.js';
export { durationOf, wantsLessMotion, type Travelled } from './motion.js';

export interface Board {
    /** The drawing, for layers above it. */
    readonly root: SVGSVGElement;
    /** Where everything is on it now. */
    view: () => View;
    /** The place where the keys are. */
    cursor: () => number;
    /** Shows another state; a `travelled` route is a move that has just been made. Returns its motion, if it is shown moving. */
    show: (state: BoardState, travelled?: Travelled) => Animation | undefined;
    /** Says something to those who listen. */
    say: (words: string) => void;
    focus: () => void;
    destroy: () => void;
}

/** Puts a board into an element. */
export function createBoard(parent: HTMLElement, first: BoardState, handlers: Handlers): Board {
    let state = first;
    /** A move that was dragged has already been seen moving. */
    let dragged = '';
    let hasUsedKeys = false;
    const interaction: Interaction = {
        picked: undefined,
        hovered: undefined,
        cursor: startOfCursor(first),
        usesKeys: false,
        typed: '',
        hasTyped: false,
    };
    const drawing = new Drawing(first);
    const frame = document.createElement('div');
    frame.className = 'lj-frame-of-board';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'application');
    const live = document.createElement('div');
    live.className = 'lj-live';
    live.setAttribute('aria-live', 'polite');
    live.setAttribute('role', 'status');
    frame.append(drawing.root);
    parent.append(frame, live);

    /** Whether the last words were about keys: they mean nothing once there are other moves. */
    let isAboutKeys = false;
    const say = (words: string, isRefusal = false): void => {
        isAboutKeys = false;
        live.textContent = words;
        live.classList.toggle('lj-refusal', isRefusal);
    };
    const update = (): void => drawing.mark(state, interaction);
    const letGo = (): void => {
        interaction.picked = undefined;
        interaction.hovered = undefined;
        interaction.typed = '';
    };
    const move = (text: string, isDragged: boolean): void => {
        dragged = isDragged ? text : '';
        const made = state.moves.find((legal) => legal.text === text);
        interaction.cursor = made?.route.at(-1) ?? interaction.cursor;
        letGo();
        update();
        say('');
        handlers.move(text);
    };
    const place = (hole: number): void => handlers.place?.(hole);

    const onKey = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const outcome = press(event.key, state, interaction, drawing.view);
        if (!outcome) return;
        hasUsedKeys = true;
        event.preventDefault();
        if (outcome.say !== undefined) {
            say(outcome.say, outcome.isRefusal);
            isAboutKeys = true;
        }
        if (outcome.place !== undefined) place(outcome.place);
        if (outcome.move === undefined) update();
        else move(outcome.move, false);
    };
    const onBlur = (): void => {
        interaction.usesKeys = false;
        update();
    };
    frame.addEventListener('keydown', onKey);
    frame.addEventListener('blur', onBlur);
    const stopListening = listen({ drawing, state: () => state, interaction, update, move, place });

    const show = (next: BoardState, travelled?: Travelled): Animation | undefined => {
        // Whoever has not used the keys yet starts at a piece that can move.
        const isFirst = !hasUsedKeys && state.moves.length === 0 && next.moves.length > 0;
        if (next.layout !== state.layout || isFirst) interaction.cursor = startOfCursor(next);
        if (isAboutKeys && next.moves !== state.moves) say('');
        state = next;
        const stillThere = interaction.picked !== undefined && state.moves.some((legal) => legal.route[0] === interaction.picked);
        if (!stillThere) letGo();
        frame.setAttribute('aria-label', state.words.board);
        frame.setAttribute('aria-description', state.words.keys);
        drawing.show(state);
        update();
        const wasDragged = dragged !== '';
        dragged = '';
        return travelled && !wasDragged ? travel(drawing, travelled) : undefined;
    };
    show(first);

    return {
        root: drawing.root,
        view: () => drawing.view,
        cursor: () => interaction.cursor,
        show,
        say: (words) => say(words),
        focus: () => frame.focus(),
        destroy: () => {
            stopListening();
            frame.remove();
            live.remove();
        },
    };
}

/** A board to look at, in a list of games say: nobody can play on it. */
export function createPicture(parent: HTMLElement): { show: (state: Seen) => void } {
    let drawing: Drawing | undefined;
    return {
        show: (state) => {
            drawing ??= new Drawing(state);
            drawing.show({ ...state, arrows: [] });
            if (!drawing.root.parentNode) parent.append(drawing.root);
        },
    };
}

/** The keys start at a piece that can move, or in the first place. */
function startOfCursor(state: BoardState): number {
    return state.moves.find((move) => move.route.length > 0)?.route[0] ?? 0;
}

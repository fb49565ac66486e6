import { Game } from '@longjump/engine/node';
import { beforeEach, expect, test } from 'vitest';
import { viewOf } from './geometry.js';
import { press } from './keyboard.js';
import type { BoardState, Interaction } from './state.js';

const words: BoardState['words'] = {
    board: '',
    keys: '',
    place: (name) => `at ${name}`,
    picked: (name, moves) => `${name}: ${moves}`,
    landing: (name) => `to ${name}`,
    noPiece: (name) => `no piece at ${name}`,
    noLanding: (name) => `not to ${name}`,
    noMove: (typed) => `no ${typed}`,
    typing: (typed) => `typing ${typed}`,
    letGo: 'let go',
};
const game = new Game('corners');
const layout = game.layout();
const { pieces, moves } = game.state();
const state: BoardState = { layout, pieces, moves, bottom: 0, last: [], arrows: [], isFree: false, words };
const view = viewOf(layout, 0);
const hole = (name: string): number => layout.points.findIndex((point) => point.name === name);
const first = moves[0]!;
let interaction: Interaction;

beforeEach(() => {
    interaction = { picked: undefined, hovered: undefined, cursor: first.route[0]!, usesKeys: false, typed: '', hasTyped: false };
});
const type = (keys: string) => [...keys].map((key) => press(key, state, interaction, view)).at(-1);

test('a typed move is made with its last letter, in capitals too', () => {
    expect(type(first.text)).toEqual({ move: first.text });
    expect(interaction.typed).toBe('');
    expect(type(first.text.toUpperCase())).toEqual({ move: first.text });
});

test('Enter after a typed move picks nothing, a second one does', () => {
    type(first.text);
    // As the board does with every move.
    interaction.picked = undefined;
    expect(press('Enter', state, interaction, view)).toEqual({});
    expect(interaction.picked).toBeUndefined();
    press('Enter', state, interaction, view);
    expect(interaction.picked).toBe(first.route[0]);
});

test('what can be no move is forgotten at once, and a mistake can be taken back', () => {
    expect(type('z')).toEqual({ say: 'no z', isRefusal: true });
    expect(interaction.typed).toBe('');
    type(first.text.slice(0, 2));
    press('Backspace', state, interaction, view);
    expect(interaction.typed).toBe(first.text.slice(0, 1));
});

test('a move that is not legal is told as a whole, and another can be typed after it', () => {
    expect(type('a1h')).toEqual({ say: 'typing a1h' });
    expect(type('8')).toEqual({ say: 'no a1h8', isRefusal: true });
    expect(type(first.text)).toEqual({ move: first.text });
    type('a1h8');
    expect(press('Enter', state, interaction, view)).toEqual({ say: 'no a1h8', isRefusal: true });
    expect(interaction.typed).toBe('');
});

test('picking a piece and going to a landing makes the move', () => {
    press('Enter', state, interaction, view);
    expect(interaction.picked).toBe(first.route[0]);
    interaction.cursor = first.route.at(-1)!;
    expect(press(' ', state, interaction, view)).toEqual({ move: first.text });
});

test('what is picked can be let go; Escape means nothing otherwise', () => {
    expect(press('Escape', state, interaction, view)).toBeUndefined();
    press('Enter', state, interaction, view);
    expect(press('Escape', state, interaction, view)).toEqual({ say: 'let go' });
    expect(interaction.picked).toBeUndefined();
});

test('arrows move the cursor and say where it is', () => {
    interaction.cursor = hole('d4');
    expect(press('ArrowUp', state, interaction, view)).toEqual({ say: 'at d5' });
    expect(interaction.cursor).toBe(hole('d5'));
    expect(press('PageUp', state, interaction, view)).toEqual({ say: 'at e6' });
});

test('an empty place has no piece, and a free board passes it on', () => {
    interaction.cursor = hole('d5');
    expect(press('Enter', state, interaction, view)).toEqual({ say: 'no piece at d5' });
    expect(press('Enter', { ...state, isFree: true }, interaction, view)).toEqual({ place: hole('d5') });
});

test('other keys are for others', () => expect(press('F5', state, interaction, view)).toBeUndefined());

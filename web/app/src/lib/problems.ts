// What can be wrong with something to open, told apart so that it can be said in the reader's words.

import type { Game, Rules } from './rules.js';
import { filled, moveText } from './texts.js';
import type { Node } from './tree.js';
import { language } from './words.svelte.js';

export type ProblemKind = 'game' | 'position' | 'move' | 'text' | 'absent';

export class Problem extends Error {
    constructor(
        readonly kind: ProblemKind,
        /** What the rules say about it, which is English, or the text that is wrong. */
        readonly detail = '',
        /** What fills the gaps of the words for it. */
        readonly values: Record<string, string | number> = {},
    ) {
        super(detail);
    }
}

/** The first line of an error's message: those below show where in the text it is. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

/** A problem in the reader's words, and after them what else can be said in the reader's language. */
export function problemWords(error: unknown, words: (key: `problem.${ProblemKind}`) => string): string {
    if (!(error instanceof Problem)) return reasonOf(error);
    const isReadable = error.detail !== '' && (error.kind === 'text' || language() === 'en');
    return [filled(words(`problem.${error.kind}`), error.values), isReadable && `(${error.detail})`].filter(Boolean).join(' ');
}

/** Begins a game; the problem says whether there is no such game or no such position. */
export function beginGame(rules: Rules, spec: string, start: string | undefined): Game {
    try {
        new rules.Game(spec).free();
    } catch (error) {
        throw new Problem('game', reasonOf(error), { game: spec });
    }
    try {
        return new rules.Game(spec, start);
    } catch (error) {
        throw new Problem('position', reasonOf(error));
    }
}

/** "2. h2–h8", "2… g7–f5": a move with its round, as lists show it. */
export const numbered = (move: string, ply: number, seats: number): string =>
    `${Math.floor(ply / seats) + 1}${ply % seats === 0 ? '.' : '…'} ${moveText(move)}`;

/** Plays every move of a tree once; the problem is the first that is not legal. */
export function checkMoves(rules: Rules, spec: string, start: string | undefined, root: Node): void {
    const game = beginGame(rules, spec, start);
    const { seats } = game.state();
    const follow = (node: Node, ply: number): void => {
        for (const child of node.children) {
            try {
                game.play(child.move);
            } catch {
                throw new Problem('move', '', { ply, move: numbered(child.move, ply, seats) });
            }
            follow(child, ply + 1);
            game.takeBack();
        }
    };
    try {
        follow(root, 0);
    } finally {
        game.free();
    }
}

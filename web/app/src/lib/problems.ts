// What can be wrong with something to open, told apart so that it can be said in the reader's words.

import type { Game, Rules } from './rules.js';
import { filled } from './words.svelte.js';
import type { Node } from './tree.js';

export type ProblemKind = 'game' | 'position' | 'move' | 'text' | 'absent';

export class Problem extends Error {
    constructor(
        readonly kind: ProblemKind,
        /** What the rules say about it, which is English. */
        readonly detail = '',
        /** What fills the gaps of the words for it. */
        readonly values: Record<string, string | number> = {},
    ) {
        super(detail);
    }
}

/** The first line of an error's message: those below show where in the text it is. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

/** A problem in the reader's words, and after them what the rules say. */
export function problemWords(error: unknown, words: (key: `problem.${ProblemKind}`) => string): string {
    if (!(error instanceof Problem)) return reasonOf(error);
    return [filled(words(`problem.${error.kind}`), error.values), error.detail && `(${error.detail})`].filter(Boolean).join(' ');
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

/** Plays every move of a tree once; the problem is the first that is not legal. */
export function checkMoves(rules: Rules, spec: string, start: string | undefined, root: Node): void {
    const game = beginGame(rules, spec, start);
    const follow = (node: Node, ply: number): void => {
        for (const child of node.children) {
            try {
                game.play(child.move);
            } catch (error) {
                throw new Problem('move', reasonOf(error), { n: ply, move: child.move });
            }
            follow(child, ply + 1);
            game.takeBack();
        }
    };
    try {
        follow(root, 1);
    } finally {
        game.free();
    }
}

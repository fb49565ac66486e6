// What is said of puzzles.

import type { BoardLayout } from '../rules.js';
import { colourName, moveText } from '../say.js';
import { named, t } from '../words.svelte.js';
import { isProven, type Pack, type PackName, type Puzzle } from './puzzle.js';
import type { Solving } from './solving.svelte.js';
import { w } from './words.svelte.js';

const hundredths = (share: number): string => String(Math.round(100 * share));

/** What the game of a pack is called. */
export function gameWords(name: PackName): string {
    const [game, seats] = name.split('-');
    const words = named('game', game!);
    return seats === undefined ? words : t('gameOfSeats', { game: words, n: seats });
}

/** "Blue wins in 2 moves. How?" */
export function questionWords(layout: BoardLayout, seat: number, { steps }: Puzzle): string {
    const colour = colourName(layout, seat);
    const proof = steps[0]?.proof;
    if (!proof) return w('ask.search', { colour });
    if (proof.by !== 'win') return w(`ask.${proof.by}`, { colour });
    return proof.moves === 1 ? w('ask.win.1', { colour }) : w('ask.win', { colour, n: proof.moves });
}

/** Whether the answer is proven, and what that means; else how it was found. */
export function reasonWords(puzzle: Puzzle, { nodes, margin }: Pack, language: string): string {
    const proof = isProven(puzzle) ? puzzle.steps[0]?.proof : undefined;
    if (!proof) return w('why.search', { nodes: nodes.toLocaleString(language), margin: hundredths(margin) });
    return w(`why.${proof.by}`, { n: 'moves' in proof ? proof.moves : '' });
}

/** What a search says of an answer that it does not prove. */
export function figureWords({ steps: [first] }: Puzzle): string {
    if (!first || first.proof) return '';
    const { answer, chance, second, secondChance } = first;
    return w('figures', { move: moveText(answer), a: hundredths(chance), second: moveText(second), b: hundredths(secondChance) });
}

/** How it goes: what there is to do, or what has become of the last move. */
export function stateWords({ stage, tried, hasFailed, puzzle }: Solving): string {
    if (stage === 'shown') return w('shown', { move: moveText(puzzle.steps[0]!.answer) });
    if (!tried) return w('yours');
    const move = moveText(tried.text);
    if (!tried.isRight) return w('wrong', { move });
    if (stage !== 'solved') return w('goOn', { move });
    return w(hasFailed ? 'rightLate' : 'right', { move });
}

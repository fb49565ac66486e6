// How a game for two ended, told from what can be seen on the board.

import type { History } from './history.js';
import { nameOf } from './plan.js';
import type { Key } from './words.svelte.js';

export interface WayOfEnd {
    key: Key;
    /** The seat that the sentence is about. */
    seat?: number;
}

export function wayOfEnd(history: History, places: number[]): WayOfEnd | undefined {
    if (places.length !== 2) return undefined;
    const winner = places[0] === places[1] ? undefined : places.indexOf(1);
    return winner === undefined ? wayOfDraw(history) : wayOfWin(history, winner);
}

function wayOfWin(history: History, winner: number): WayOfEnd | undefined {
    const { layout, now } = history;
    const loser = 1 - winner;
    const count = (seat: number) => now.pieces.filter((piece) => piece === seat).length;
    const camp = (kind: 'homeOf' | 'goalOf', seat: number) => layout.camps.find((camp) => camp[kind] === seat)?.holes ?? [];
    if (count(loser) === 0) return { key: 'end.captured', seat: loser };
    const goal = camp('goalOf', winner).map((hole) => now.pieces[hole]);
    const isReached = layout.squares ? goal.includes(winner) : goal.every((piece) => piece !== undefined);
    const fills = nameOf(history.spec) === 'corners' ? goal.every((piece) => piece === winner) : isReached;
    if (goal.length > 0 && fills) return { key: 'end.goal', seat: winner };
    if (!layout.squares && camp('homeOf', loser).some((hole) => now.pieces[hole] === loser)) return { key: 'end.home', seat: loser };
    if (nameOf(history.spec) === 'corners') return { key: 'end.stuck', seat: loser };
    return count(winner) > count(loser) ? { key: 'end.more', seat: winner } : undefined;
}

function wayOfDraw(history: History): WayOfEnd {
    if (history.layout.squares) return { key: 'end.equal' };
    // The text of a position has the number of plies too; pieces and turn are what repeats.
    const look = (state: History['now']) => `${state.pieces.map((piece) => piece ?? '-').join('')}`;
    const last = look(history.now);
    const times = history.states.filter((state) => look(state) === last).length;
    return { key: times >= 3 ? 'end.repetition' : 'end.limit' };
}

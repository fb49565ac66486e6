// How a game ended: the places of everybody, and why, with figures.

import { nameOf } from './plan.js';
import type { BoardLayout, State } from './rules.js';
import { colourName } from './say.js';
import type { GivenUp } from './session.svelte.js';
import { t } from './words.svelte.js';

/**
 * The places when a seat leaves a game: it gets the worst one that is free, and those
 * who would have played on share the best.
 */
export function placesWithout(places: number[], seat: number): number[] {
    const free = [...places.keys()].map((index) => index + 1).filter((place) => !places.includes(place));
    return places.map((place, index) => place || (index === seat ? free.at(-1)! : free[0]!));
}

/** What resigning leads to. */
export function resignWords(places: number[], seat: number, goesOn: boolean): string {
    if (goesOn) return t('resign.standIn');
    if (places.length === 2) return t('resign.two');
    return t('resign.many', { n: placesWithout(places, seat)[seat]!, of: places.length });
}

const count = (pieces: State['pieces'], seat: number, holes: number[] = [...pieces.keys()]): number => holes.filter((hole) => pieces[hole] === seat).length;

/** "6 of 10 are in, and 4 of others: the goal is full."; nothing if the goal is not full. */
function goalWords({ camps }: BoardLayout, { pieces }: State, winner: number): string | undefined {
    const goal = camps.find(({ goalOf }) => goalOf === winner)?.holes ?? [];
    const isFull = goal.every((hole) => pieces[hole] !== undefined && pieces[hole] !== null);
    if (goal.length === 0 || !isFull) return undefined;
    const own = count(pieces, winner, goal);
    if (own === goal.length) return t('end.goalAll', { n: own });
    return t('end.goalFull', { n: own, of: goal.length, others: goal.length - own });
}

/** "Blue had 4 still on the way."; nothing if there were none. */
function onTheWayWords(layout: BoardLayout, { pieces }: State, seat: number): string {
    const goal = layout.camps.find(({ goalOf }) => goalOf === seat)?.holes ?? [];
    const left = count(pieces, seat) - count(pieces, seat, goal);
    return left > 0 ? t('end.onTheWay', { colour: colourName(layout, seat), n: left }) : '';
}

export interface End {
    layout: BoardLayout;
    /** The last position. */
    state: State;
    places: number[];
    givenUp: GivenUp | undefined;
}

/** Why it ended; the first sentence is about the winner or the loser, whom it names if need be. */
export function whyWords({ layout, state, places, givenUp }: End): string {
    if (givenUp) return t(`end.${givenUp.why}`, { colour: colourName(layout, givenUp.seat) });
    const winner = places.indexOf(1);
    if (places.length > 2) return (places.lastIndexOf(1) === winner && goalWords(layout, state, winner)) || '';
    const { ending, pieces } = state;
    const loser = 1 - winner;
    const home = layout.camps.find(({ homeOf }) => homeOf === loser)?.holes;
    switch (ending) {
        case undefined:
            return '';
        case 'goal': {
            const full = nameOf(state.spec) === 'knightthrough' ? undefined : goalWords(layout, state, winner);
            return full ? `${full} ${onTheWayWords(layout, state, loser)}` : t('end.goal', { colour: colourName(layout, winner) });
        }
        case 'home':
            return t('end.home', { colour: colourName(layout, loser), n: count(pieces, loser, home) });
        case 'more':
            return t('end.more', { colour: colourName(layout, winner), n: count(pieces, winner), other: count(pieces, loser) });
        case 'equal':
            return t('end.equal', { n: count(pieces, 0) });
        default:
            return t(`end.${ending}`, { colour: colourName(layout, loser) });
    }
}

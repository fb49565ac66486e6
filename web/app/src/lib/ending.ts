// How a game ended: the places of everybody, and why, with figures.

import { goalOf } from './guide.js';
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

/** A seat as the reader knows it: the only person who plays is spoken to. */
const who = ({ layout, you }: End, seat: number): string => (seat === you ? t('you') : colourName(layout, seat));

function whose(end: End, seat: number): string {
    if (end.places.length > 2) return t('end.whose.others');
    return seat === end.you ? t('end.whose.you') : t('end.whose.seat', { colour: colourName(end.layout, seat) });
}

/** Whose pieces fill the goal; nothing if it is not full. */
function goalWords(end: End, winner: number): string | undefined {
    const { layout, you } = end;
    const { pieces } = end.state;
    const goal = goalOf(layout, winner);
    const isFull = goal.every((hole) => pieces[hole] !== undefined && pieces[hole] !== null);
    if (goal.length === 0 || !isFull) return undefined;
    const own = count(pieces, winner, goal);
    if (own === goal.length) return [t('end.goalAll', { n: own }), onTheWayWords(end, 1 - winner)].filter(Boolean).join(' ');
    const figures = { n: own, of: goal.length, others: goal.length - own, whose: whose(end, 1 - winner) };
    return winner === you ? t('end.yourGoalFull', figures) : t('end.goalFull', { ...figures, colour: colourName(layout, winner) });
}

/** "Blue had 4 still on the way."; nothing if there were none, or more than one could be meant. */
function onTheWayWords(end: End, loser: number): string {
    const { pieces } = end.state;
    const left = count(pieces, loser) - count(pieces, loser, goalOf(end.layout, loser));
    return left > 0 && end.places.length === 2 ? t('end.onTheWay', { colour: who(end, loser), n: left }) : '';
}

export interface End {
    layout: BoardLayout;
    /** The last position. */
    state: State;
    places: number[];
    givenUp: GivenUp | undefined;
    /** The seat of the reader, if there is only one on this device. */
    you: number | undefined;
}

/** Why it ended; the first sentence is about the winner or the loser, whom it names if need be. */
export function whyWords(end: End): string {
    const { layout, state, places, givenUp } = end;
    if (givenUp) return t(`end.${givenUp.why}`, { colour: who(end, givenUp.seat) });
    const winner = places.indexOf(1);
    if (places.length > 2) return (places.lastIndexOf(1) === winner && goalWords(end, winner)) || '';
    const { ending, pieces } = state;
    const loser = 1 - winner;
    const home = layout.camps.find(({ homeOf }) => homeOf === loser)?.holes;
    switch (ending) {
        case undefined:
            return '';
        case 'goal': {
            const full = nameOf(state.spec) === 'knightthrough' ? undefined : goalWords(end, winner);
            return full ?? t('end.goal', { colour: who(end, winner) });
        }
        case 'home':
            return t(nameOf(state.spec) === 'corners' ? 'end.homePieces' : 'end.home', { colour: who(end, loser), n: count(pieces, loser, home) });
        case 'more':
            return t('end.more', { colour: who(end, winner), n: count(pieces, winner), other: count(pieces, loser) });
        case 'equal':
            return t('end.equal', { n: count(pieces, 0) });
        case 'nearer':
            return t('end.nearer', { colour: who(end, winner) });
        default:
            return t(`end.${ending}`, { colour: who(end, loser) });
    }
}

// What is said of a game that is kept on this device.

import type { KeptGame } from './kept-games.js';
import { nameOf } from './plan.js';
import { playerName } from './say.js';
import { named, t } from './words.svelte.js';

const peopleIn = ({ plan }: KeptGame) => [...plan.seats.keys()].filter((seat) => plan.seats[seat]!.kind === 'person');

/** The seat of the only person who played. */
export function onlyPersonIn(game: KeptGame): number | undefined {
    const people = peopleIn(game);
    return people.length === 1 ? people[0] : undefined;
}

/** "Star", "Star, 6 seats". */
export function gameWords({ plan }: KeptGame): string {
    const game = named('game', nameOf(plan.spec));
    return plan.seats.length === 2 ? game : t('gameOfSeats', { game, n: plan.seats.length });
}

/** Against whom, or who played if several people did. */
export function playersWords(game: KeptGame): string {
    const isAlone = onlyPersonIn(game) !== undefined;
    const seats = isAlone ? game.plan.seats.filter(({ kind }) => kind === 'engine') : game.plan.seats;
    return [...new Set(seats.map((seat) => playerName(seat, isAlone)))].join(', ');
}

export function resultWords(game: KeptGame): string {
    if (!game.places) return t('result.open');
    if (game.places.every((other) => other === 1)) return t('result.draw');
    const own = onlyPersonIn(game);
    if (own === undefined) return t('result.over');
    const place = game.places[own]!;
    if (place === 1) return t('result.won');
    return game.places.length === 2 ? t('result.lost') : t('placeOf', { n: place });
}

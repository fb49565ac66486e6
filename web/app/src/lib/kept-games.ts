// The games that were played on this device, finished or not.

import { levelOfOpponents, type Plan } from './plan.js';
import type { GivenUp } from './session.svelte.js';
import { keep } from './settings.svelte.js';

const KEY = 'longjump-games';
/** So many are kept; then the oldest go. */
export const MOST_KEPT = 200;

export interface KeptGame {
    id: string;
    /** When it began, in milliseconds since 1970. */
    startedAt: number;
    plan: Plan;
    moves: string[];
    clocks: number[];
    givenUp?: GivenUp | undefined;
    /** The order of finish, if it is over. */
    places?: number[] | undefined;
}

/** All of them, the latest first. */
export function keptGames(): KeptGame[] {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptGame[];
    } catch {
        return [];
    }
}

/** Keeps a game as it stands now. One without moves is not worth it. */
export function keepGame(game: KeptGame): void {
    if (game.moves.length === 0) return;
    const games = [game, ...keptGames().filter(({ id }) => id !== game.id)];
    games.sort((a, b) => b.startedAt - a.startedAt);
    keep(KEY, JSON.stringify(games.slice(0, MOST_KEPT)));
}

/** Whether the last two games of this kind that somebody finished in a seat, against this level, were both lost. */
export function hasLostAgain(plan: Plan, seat: number): boolean {
    const isSame = (other: Plan) => other.spec === plan.spec && levelOfOpponents(other) === levelOfOpponents(plan);
    const places = keptGames().flatMap((game) => (isSame(game.plan) && game.places ? [game.places[seat]!] : []));
    return places.length > 1 && places[0]! > 1 && places[1]! > 1;
}

export function forgetGame(id: string): void {
    keep(KEY, JSON.stringify(keptGames().filter((game) => game.id !== id)));
}

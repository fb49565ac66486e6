// How strong people are, in figures.

import { parseSpec } from '@longjump/engine';
import type { OwnPlayer, SeatRating } from '@longjump/wire/rest';
import { api } from './api.js';

/** What newcomers are rated at. */
const NEWCOMER = 1500;

/** The level of an engine that somebody may beat as often as not: newcomers are given the third. */
export function levelFor(rating: number): number {
    return Math.max(1, Math.min(10, 3 + Math.round((rating - NEWCOMER) / 150)));
}

/** Rules that are rated under the name of their game alone, as they were its usual ones before. */
const FORMER: Record<string, string> = { corners: 'waiting' };

/** What ratings call a game for two. */
export function categoryOf(spec: string): string {
    const { game, options } = parseSpec(spec);
    const preset = options.find(([name]) => name === 'preset')?.[1];
    return preset === undefined || preset === FORMER[game] ? game : `${game}-${preset}`;
}

/** How strong somebody is in a game among people, at the speed they play most. */
export async function ratingIn(game: string, player: OwnPlayer | undefined): Promise<number> {
    if (player?.kind !== 'account') return NEWCOMER;
    const { ratings } = await api.profile(player.name);
    const wanted = categoryOf(game);
    return ratings.find(({ category, pool }) => category === wanted && pool === 'people')?.rating ?? NEWCOMER;
}

/** "1512 → 1524 (+12)"; nothing if the game has not counted. */
export function changeText({ rating, after }: SeatRating): string {
    if (after === null) return '';
    const [before, now] = [Math.round(rating), Math.round(after)];
    const change = Math.abs(now - before);
    return `${before} → ${now} (${now < before ? '−' : '+'}${change})`;
}

// How strong people are, in figures.

import type { OwnPlayer, SeatRating } from '@longjump/wire/rest';
import { api } from './api.js';

/** What newcomers are rated at. */
const NEWCOMER = 1500;

/** The level of an engine that somebody may beat as often as not: newcomers are given the third. */
export function levelFor(rating: number): number {
    return Math.max(1, Math.min(10, 3 + Math.round((rating - NEWCOMER) / 150)));
}

/** How strong somebody is in a game among people, at the speed they play most. */
export async function ratingIn(game: string, player: OwnPlayer | undefined): Promise<number> {
    if (player?.kind !== 'account') return NEWCOMER;
    const { ratings } = await api.profile(player.name);
    return ratings.find(({ category, pool }) => category === game && pool === 'people')?.rating ?? NEWCOMER;
}

/** "1512 → 1524 (+12)"; nothing if the game has not counted. */
export function changeText({ rating, after }: SeatRating): string {
    if (after === null) return '';
    const [before, now] = [Math.round(rating), Math.round(after)];
    const change = Math.abs(now - before);
    return `${before} → ${now} (${now < before ? '−' : '+'}${change})`;
}

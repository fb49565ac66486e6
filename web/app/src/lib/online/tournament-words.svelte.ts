// The words of tournaments.

import type english from '../../words/tournament/en.json';
import type { TournamentLine, TournamentTable } from '@longjump/wire/tournament';
import { pageWords } from '../page-words.svelte.js';
import { Problem } from './api.js';
import { problemWords } from './words.svelte.js';

export type TournamentKey = keyof typeof english;

export const {
    follow: followTournamentWords,
    areThere: haveTournamentWords,
    of: w,
    find,
} = pageWords<TournamentKey>(import.meta.glob('../../words/tournament/*.json'));

/** Why something was not done. */
export function refusal(problem: unknown): string {
    const own = problem instanceof Problem ? find(`refused.${problem.code}`) : undefined;
    return own ?? problemWords(problem);
}

/** Points as they are counted there: 1 for a won game of two, 60 for the first place at a table. */
export function pointsWords(kind: TournamentLine['kind'], points: number): string {
    if (kind === 'tables') return String(points / 2);
    const whole = Math.floor(points / 120);
    if (points % 120 !== 60) return String(whole);
    return whole === 0 ? '½' : `${whole}½`;
}

/** What decides among as many points, for the head of the table. */
export const TIES: Record<TournamentLine['kind'], TournamentKey[]> = {
    swiss: ['tie.buchholz', 'tie.berger', 'tie.among', 'tie.wins'],
    round_robin: ['tie.berger', 'tie.among', 'tie.wins'],
    arena: ['tie.wins', 'tie.fewer'],
    tables: ['tie.opponents', 'tie.firsts'],
};

/** A number of these as it is shown. */
export function tieWords(kind: TournamentLine['kind'], key: TournamentKey, value: number): string {
    if (key === 'tie.berger') return String(value / 240);
    if (key === 'tie.buchholz' || key === 'tie.among') return String(value / 120);
    return key === 'tie.opponents' ? pointsWords(kind, value) : String(value);
}

/** Where somebody plays just now. */
export function ownTable(tables: TournamentTable[], number: number | undefined): TournamentTable | undefined {
    return tables.find(({ players, points }) => points === null && number !== undefined && players.includes(number));
}

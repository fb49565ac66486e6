// The words of the online pages.

import { parseSpec } from '@longjump/engine';
import type english from '../../words/online/en.json';
import { pageWords } from '../page-words.svelte.js';
import { RULE_CHOICES } from '../plan.js';
import { named, t } from '../words.svelte.js';
import { Problem } from './api.js';

export type OnlineKey = keyof typeof english;

export const {
    follow: followOnlineWords,
    load: loadOnlineWords,
    areThere: haveOnlineWords,
    of: o,
    find: wordsFor,
} = pageWords<OnlineKey>(import.meta.glob('../../words/online/*.json'));

/** Why something was not done, in the reader's words where we have any. */
export function reasonWords(code: string, why: string): string {
    return wordsFor(`refused.${code}`) ?? (why || o('refused.away'));
}

export function problemWords(problem: unknown): string {
    return problem instanceof Problem ? reasonWords(problem.code, problem.message) : String(problem);
}

/** `star:seats=3` as "Star, 3 seats". Rules that are not the usual ones are told too. */
export function gameWords(spec: string): string {
    const { game, options } = parseSpec(spec);
    const seats = options.find(([name]) => name === 'seats')?.[1];
    const rules = options.filter(([name]) => name !== 'seats').map(([name, value]) => ruleWords(game, name, value));
    return [seatsWords(game, seats), ...rules].join(' · ');
}

/** What ratings call `star-3` or `corners-race`, in the same words. */
export function categoryWords(category: string): string {
    const [game = '', rest] = category.split('-');
    if (rest === undefined) return gameWords(game);
    return gameWords(/^\d+$/.test(rest) ? `${game}:seats=${rest}` : `${game}:preset=${rest}`);
}

function seatsWords(name: string, seats = '2'): string {
    const game = named('game', name);
    return seats === '2' ? game : t('gameOfSeats', { game, n: seats });
}

function ruleWords(game: string, name: string, value: string): string {
    const choices = RULE_CHOICES[game];
    const key = choices?.option === name ? choices?.words[value] : undefined;
    return key === undefined ? `${name}=${value}` : t(key);
}

/** `300+3` as "5 min + 3 s". */
export function controlWords(control: string): string {
    const days = /^(\d+)d$/.exec(control)?.[1];
    if (days !== undefined) return o('control.days', { n: days });
    const seconds = /^(\d+)\/move$/.exec(control)?.[1];
    if (seconds !== undefined) return o('control.move', { n: seconds });
    const [initial = 0, increment = 0] = control.split('+').map(Number);
    return o('control.clock', { minutes: Math.round(initial / 6) / 10, increment });
}

/** Engines in lists are called `level 3`. */
export function playerWords(name: string): string {
    const level = /^level (\d+)$/.exec(name)?.[1];
    if (level !== undefined) return o('engine', { n: level });
    return name === '' ? o('freeSeat') : name;
}

/** "Ada 1512"; who has no rating has only a name. */
export function ratedName(name: string, rating: number | null | undefined): string {
    return rating === null || rating === undefined ? playerWords(name) : `${playerWords(name)} ${Math.round(rating)}`;
}

/** What a clock shows; long ones don't show seconds. */
export function timeWords(milliseconds: number, short: (milliseconds: number) => string): string {
    const minutes = Math.floor(milliseconds / 60_000);
    if (minutes < 60) return short(milliseconds);
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return o('clock.hours', { h: hours, m: String(minutes % 60).padStart(2, '0') });
    return o('clock.days', { d: Math.floor(hours / 24), h: hours % 24 });
}

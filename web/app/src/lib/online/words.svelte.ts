// The words of the online pages, loaded only with them.

import type english from '../../words/online/en.json';
import { named as namedElsewhere, language, type Language } from '../words.svelte.js';
import { Problem } from './api.js';

export type OnlineKey = keyof typeof english;
type Dictionary = Record<OnlineKey, string>;

const loaders: Record<Language, () => Promise<{ default: Dictionary }>> = {
    en: () => import('../../words/online/en.json'),
    zh: () => import('../../words/online/zh.json'),
    sv: () => import('../../words/online/sv.json'),
};

let dictionary: Dictionary | undefined = $state.raw();

/** Loads the words of the chosen language, whenever it changes. */
export function followOnlineWords(): void {
    $effect(() => {
        const chosen = language();
        void loaders[chosen]().then((words) => {
            if (language() === chosen) dictionary = words.default;
        });
    });
}

/** Whether there are words to show yet. */
export function haveOnlineWords(): boolean {
    return dictionary !== undefined;
}

/** Words with their gaps filled: `{n}` becomes the value of `n`. */
export function o(key: OnlineKey, values: Record<string, string | number> = {}): string {
    return (dictionary?.[key] ?? '').replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** Why something was not done, in the reader's words where we have any. */
export function reasonWords(code: string, why: string): string {
    const key = `refused.${code}`;
    if (dictionary && key in dictionary) return dictionary[key as OnlineKey];
    return why === '' ? o('refused.away') : why;
}

export function problemWords(problem: unknown): string {
    return problem instanceof Problem ? reasonWords(problem.code, problem.message) : String(problem);
}

/** `star:seats=3` as "Star, 3 seats". */
export function gameWords(spec: string): string {
    const [name = '', options = ''] = spec.split(/[:-]/);
    const seats = /(?:seats=)?(\d)/.exec(options)?.[1];
    const game = namedElsewhere('game', name);
    return seats === undefined || seats === '2' ? game : o('gameOfSeats', { game, n: seats });
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

/** What a clock shows; long ones don't show seconds. */
export function timeWords(milliseconds: number, short: (milliseconds: number) => string): string {
    const minutes = Math.floor(milliseconds / 60_000);
    if (minutes < 60) return short(milliseconds);
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return o('clock.hours', { h: hours, m: String(minutes % 60).padStart(2, '0') });
    return o('clock.days', { d: Math.floor(hours / 24), h: hours % 24 });
}

// Figures as people read them.

import type { Estimate } from '@longjump/wire/report';

const MINUS = '−';
/** Keeps a unit with its figure. */
const SPACE = '\u00a0';

export function decimal(value: number, digits: number): string {
    const text = Math.abs(value).toFixed(digits);
    return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

export function signed(value: number, digits = 0): string {
    const text = decimal(value, digits);
    return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Without digits that say nothing. */
export const plain = (value: number): string => decimal(value, Number.isInteger(value) ? 0 : 1);

export const percent = (share: number, digits = 1): string => `${decimal(100 * share, digits)}${SPACE}%`;
export const count = (amount: number, one: string, many = `${one}s`): string => `${whole(amount)} ${amount === 1 ? one : many}`;

/** 12 345 with thin spaces. */
export const whole = (value: number): string =>
    Math.round(value)
        .toString()
        .replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** Points with halves, or with two digits where seats share otherwise. */
export function points(value: number): string {
    const halves = value * 2;
    if (Math.abs(halves - Math.round(halves)) > 1e-9) return decimal(value, 2);
    const full = Math.floor(value + 1e-9);
    return Math.round(halves) % 2 === 0 ? whole(full) : `${full === 0 ? '' : whole(full)}½`;
}

/** The ends as numbers, and the value too: what is infinite tells its sign by the ends. */
export function bounds(estimate: Estimate): { low: number; value: number; high: number } {
    const low = estimate.low ?? -Infinity;
    const high = estimate.high ?? Infinity;
    const value = estimate.value ?? (Number.isFinite(low) ? Infinity : Number.isFinite(high) ? -Infinity : NaN);
    return { low, value, high };
}

export function elo(value: number): string {
    if (Number.isNaN(value)) return 'unknown';
    if (!Number.isFinite(value)) return value > 0 ? '+∞' : `${MINUS}∞`;
    return signed(value);
}

export function eloInterval(estimate: Estimate): string {
    const { low, high } = bounds(estimate);
    return `${elo(low)} to ${elo(high)}`;
}

export const eloWords = (estimate: Estimate): string => `${elo(bounds(estimate).value)} (${eloInterval(estimate)})`;

export function duration(seconds: number): string {
    if (seconds < 60) return `${decimal(seconds, seconds < 10 ? 1 : 0)} s`;
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return `${minutes} min`;
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export function milliseconds(value: number): string {
    if (value >= 1000) return `${decimal(value / 1000, value < 10_000 ? 2 : 1)}${SPACE}s`;
    if (value > 0 && value < 0.01) return `<${SPACE}0.01${SPACE}ms`;
    return `${decimal(value, value === 0 || value >= 10 ? 0 : value < 1 ? 2 : 1)}${SPACE}ms`;
}

/** 1.23 M, 45 k. */
export function short(value: number): string {
    for (const [size, unit] of [
        [1e9, 'G'],
        [1e6, 'M'],
        [1e3, 'k'],
    ] as const) {
        if (value >= size) return `${decimal(value / size, value / size < 10 ? 2 : value / size < 100 ? 1 : 0)}${SPACE}${unit}`;
    }
    return decimal(value, value > 0 && value < 10 ? 1 : 0);
}

export function ordinal(place: number): string {
    const ending = place % 10 > 3 || Math.floor((place % 100) / 10) === 1 ? 'th' : ['th', 'st', 'nd', 'rd'][place % 10]!;
    return `${place}${ending}`;
}

export function moment(text: string): string {
    const time = new Date(text);
    if (Number.isNaN(time.getTime())) return text;
    return `${time.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

import { describe, expect, test } from 'vitest';
import { bounds, count, decimal, duration, elo, eloInterval, milliseconds, moment, ordinal, percent, plain, points, short, signed, whole } from './format.js';

/** Spaces that don't break as plain ones. */
const loose = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('signs', () => {
    expect([decimal(-1.25, 1), decimal(-0.04, 1), signed(0.04, 1), signed(3), signed(-3), signed(0)]).toEqual(['−1.3', '0.0', '0.0', '+3', '−3', '0']);
    expect([plain(2), plain(2.25)]).toEqual(['2', '2.3']);
});

test('large and small figures', () => {
    expect([0, 999, 1000, 1_234_567].map(whole).map(loose)).toEqual(['0', '999', '1 000', '1 234 567']);
    expect([0, 5, 999, 1000, 45_600, 456_000, 1_230_000, 2e9].map(short).map(loose)).toEqual([
        '0',
        '5.0',
        '999',
        '1.00 k',
        '45.6 k',
        '456 k',
        '1.23 M',
        '2.00 G',
    ]);
    expect(loose(percent(0.4567))).toBe('45.7 %');
    expect([count(1, 'game'), count(2, 'game'), count(2, 'loss', 'losses')]).toEqual(['1 game', '2 games', '2 losses']);
});

test.each([
    [0, '0'],
    [0.5, '½'],
    [12.5, '12½'],
    [3, '3'],
    [1 / 3, '0.33'],
])('points: %d', (value, text) => expect(points(value)).toBe(text));

describe('estimates', () => {
    test('an end that is missing is infinite, and so is a value beyond it', () => {
        expect(bounds({ low: -5, value: 0, high: 5 })).toEqual({ low: -5, value: 0, high: 5 });
        expect(bounds({ low: 100, value: null, high: null })).toEqual({ low: 100, value: Infinity, high: Infinity });
        expect(bounds({ low: null, value: null, high: -100 })).toEqual({ low: -Infinity, value: -Infinity, high: -100 });
        expect(bounds({ low: null, value: null, high: null }).value).toBeNaN();
    });
    test('Elo', () => {
        expect([12.4, -12.6, Infinity, -Infinity, NaN].map(elo)).toEqual(['+12', '−13', '+∞', '−∞', 'unknown']);
        expect(eloInterval({ low: null, value: 0, high: 30 })).toBe('−∞ to +30');
    });
});

test('times', () => {
    expect([1.25, 42, 90, 3599, 3600, 100_000, 200_000].map(duration)).toEqual(['1.3 s', '42 s', '2 min', '1 h 0 min', '1 h 0 min', '27 h 47 min', '2 d 7 h']);
    expect([0, 0.001, 0.5, 5, 50, 1500, 15_000].map(milliseconds).map(loose)).toEqual(['0 ms', '< 0.01 ms', '0.50 ms', '5.0 ms', '50 ms', '1.50 s', '15.0 s']);
    expect(moment('2026-03-01T12:30:00Z')).toMatch(/^1 March 2026.* 12:30 UTC$/);
    expect(moment('some day')).toBe('some day');
});

test('ordinals', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal)).toEqual([
        '1st',
        '2nd',
        '3rd',
        '4th',
        '11th',
        '12th',
        '13th',
        '21st',
        '22nd',
        '101st',
        '111th',
    ]);
});

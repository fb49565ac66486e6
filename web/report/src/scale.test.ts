import { describe, expect, test } from 'vitest';
import { fitting, linear, logarithmic, rangeOf, ticksOf } from './scale.js';

describe('ticksOf', () => {
    test.each([
        [0, 10, 5, [0, 2, 4, 6, 8, 10]],
        [-1, 1, 4, [-1, -0.5, 0, 0.5, 1]],
        [0.1, 0.35, 5, [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]],
        [3, 97, 2, [50]],
        [1_000_000, 3_000_000, 2, [1_000_000, 2_000_000, 3_000_000]],
    ])('%d to %d, about %d of them', (low, high, wanted, ticks) => expect(ticksOf(low, high, wanted)).toEqual(ticks));

    test('are round figures, not sums of errors', () => {
        for (const tick of ticksOf(0, 1, 10)) expect(String(tick).length).toBeLessThan(4);
    });
});

describe('linear', () => {
    test('puts the ends where they belong, also upside down', () => {
        const { at } = linear([-10, 10], [200, 0], 4);
        expect([at(-10), at(0), at(10), at(5)]).toEqual([200, 100, 0, 50]);
    });
    test('a single figure lies in the middle', () => expect(linear([3, 3], [0, 80], 4).at(3)).toBe(40));
});

describe('logarithmic', () => {
    test('equal factors are equal distances', () => {
        const { at, ticks } = logarithmic([10, 1000], [0, 100]);
        expect(at(100)).toBeCloseTo(50);
        expect(ticks).toEqual([10, 100, 1000]);
    });
    test('ends at powers of ten around the figures, and has few ticks', () => {
        const { at, ticks } = logarithmic([3, 5e12], [0, 100]);
        expect(at(1)).toBeCloseTo(0);
        expect(at(1e13)).toBeCloseTo(100);
        expect(ticks.length).toBeLessThan(8);
    });
});

test('rangeOf', () => {
    expect(rangeOf([3, -2, 7])).toEqual([-2, 7]);
    expect(rangeOf([])).toEqual([Infinity, -Infinity]);
});

describe('fitting', () => {
    const isLogarithmic = (values: number[]) => {
        const { at } = fitting(values, [0, 1]);
        return Math.abs(at(100) - at(10) - (at(10) - at(1))) < 1e-9;
    };
    test('figures of one size are compared with zero', () => {
        const { at, ticks } = fitting([20, 80], [100, 0]);
        expect(at(0)).toBe(100);
        expect(at(80)).toBeGreaterThan(0);
        expect(ticks[0]).toBe(0);
    });
    test('figures of very different size are on a logarithmic scale, but not zero', () => {
        expect(isLogarithmic([1, 100])).toBe(true);
        expect(isLogarithmic([1, 40])).toBe(false);
        expect(isLogarithmic([0, 1000])).toBe(false);
    });
    test('negative figures have room below them', () => expect(fitting([-50, 50], [100, 0]).at(-50)).toBeLessThan(100));
    test('nothing but zeros can be drawn', () => expect(fitting([0, 0], [100, 0]).at(0)).toBe(100));
});

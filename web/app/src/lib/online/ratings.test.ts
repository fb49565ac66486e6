import { expect, test } from 'vitest';
import { changeText, levelFor } from './ratings.js';

test('engines are as strong as those they sit down with', () => {
    expect([600, 1200, 1500, 1650, 2000, 3200].map(levelFor)).toEqual([1, 1, 3, 4, 6, 10]);
});

test('what a game made of a rating', () => {
    expect(changeText({ seat: 0, rating: 1511.6, after: 1524.2 })).toBe('1512 → 1524 (+12)');
    expect(changeText({ seat: 0, rating: 1524.2, after: 1500 })).toBe('1524 → 1500 (−24)');
    expect(changeText({ seat: 0, rating: 1500, after: 1500.3 })).toBe('1500 → 1500 (+0)');
    expect(changeText({ seat: 0, rating: 1500, after: null })).toBe('');
});

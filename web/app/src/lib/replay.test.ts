import { expect, test } from 'vitest';
import { roundStart } from './replay.svelte.js';

test('a round is what was moved since the own move', () => {
    expect(roundStart([0, 1, 2, 0, 1, 2], 0, 3)).toBe(4);
    expect(roundStart([0, 1, 2, 0, 1, 2], 2, 3)).toBe(6);
});
test('before the first own move it is everything', () => {
    expect(roundStart([0, 1], 2, 3)).toBe(0);
    expect(roundStart([], 2, 3)).toBe(0);
});
test('who has finished sees no more than the last move of each', () => {
    expect(roundStart([0, 1, 2, 1, 2, 1, 2, 1], 0, 3)).toBe(5);
});

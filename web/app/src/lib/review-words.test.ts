import { Game } from '@longjump/engine/node';
import { expect, test } from 'vitest';
import { countWords, slipWords } from './review-words.js';
import type { Slip } from './slips.js';

const game = new Game('star');
const layout = game.layout();
const slip: Slip = {
    ply: 4,
    mover: 0,
    played: 'e5k9',
    better: 'g4k8',
    best: { kind: 'ahead', value: 1.3 },
    made: { kind: 'ahead', value: -1 },
    lost: 2.3,
    kind: 'lost',
};

test('a review speaks to the person who played', () => {
    expect(slipWords(layout, slip, 0)).toBe('You let 2.3 moves slip with e5–k9; g4–k8 was better.');
    expect(slipWords(layout, { ...slip, kind: 'missed' }, 0)).toBe('You missed a certain win with e5–k9; g4–k8 was better.');
});
test('others are called by their colour', () => {
    expect(slipWords(layout, slip, 1)).toBe('Vermilion let 2.3 moves slip with e5–k9; g4–k8 was better.');
    expect(slipWords(layout, { ...slip, kind: 'decided' }, undefined)).toBe('Vermilion lost the game with e5–k9; g4–k8 was better.');
});
test('slips are counted in words', () => {
    expect(countWords({ slips: 3, missedWins: 1 })).toBe('3 slips, 1 missed win');
    expect(countWords({ slips: 1, missedWins: 0 })).toBe('1 slip');
    expect(countWords({ slips: 0, missedWins: 2 })).toBe('2 missed wins');
    expect(countWords({ slips: 0, missedWins: 0 })).toBe('no slips');
});

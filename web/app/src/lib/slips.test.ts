import { describe, expect, test } from 'vitest';
import type { Verdict } from './rules.js';
import { countOf, gradeOf, slipOf } from './slips.js';

const ahead = (value: number): Verdict => ({ kind: 'ahead', value });
const win: Verdict = { kind: 'winIn', value: 5 };
const loss: Verdict = { kind: 'lossIn', value: 4 };
const slip = (best: Verdict, made: Verdict) => slipOf({ ply: 7, mover: 1, played: 'e5k9', better: 'g4k8', best, made });

describe('a slip', () => {
    test('loses a move or more', () => {
        expect(slip(ahead(1.2), ahead(0.3))).toBeUndefined();
        expect(slip(ahead(1.2), ahead(-1.1))).toMatchObject({ ply: 7, mover: 1, kind: 'lost' });
        expect(slip(ahead(1.2), ahead(-1.1))!.lost).toBeCloseTo(2.3);
        expect(slip(win, { kind: 'winIn', value: 9 })).toBeUndefined();
        expect(slip(loss, loss)).toBeUndefined();
    });
    test('may let a win go or decide the game', () => {
        expect(slip(win, ahead(2))?.kind).toBe('missed');
        expect(slip(win, loss)?.kind).toBe('missed');
        expect(slip(ahead(0), loss)?.kind).toBe('decided');
    });
    test('is counted, missed wins apart', () => {
        const slips = [slip(win, ahead(1))!, slip(ahead(1), ahead(-1))!, slip(ahead(1), loss)!];
        expect(countOf(slips)).toEqual({ slips: 2, missedWins: 1 });
        expect(countOf([])).toEqual({ slips: 0, missedWins: 0 });
    });
});

describe('another try', () => {
    const before = slip(ahead(2), ahead(-1))!;
    test('is as good as the best, better, or not', () => {
        expect(gradeOf(before, ahead(1.9))).toBe('best');
        expect(gradeOf(before, ahead(3))).toBe('best');
        expect(gradeOf(before, ahead(0.5))).toBe('better');
        expect(gradeOf(before, ahead(-0.9))).toBe('worse');
        expect(gradeOf(before, loss)).toBe('worse');
    });
    test('has to win where a win was certain', () => {
        const missed = slip(win, ahead(1))!;
        expect(gradeOf(missed, { kind: 'winIn', value: 7 })).toBe('best');
        expect(gradeOf(missed, ahead(9.9))).toBe('better');
    });
});

import { expect, test } from 'vitest';
import figures from './glicko2.figures.json';
import { NEWCOMER, rate } from './glicko2.js';

test("the example of Glickman's paper comes out", () => {
    const after = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, [
        { rating: 1400, deviation: 30, score: 1 },
        { rating: 1550, deviation: 100, score: 0 },
        { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    // The paper cuts it off.
    expect(Math.floor(after.volatility * 1e5) / 1e5).toBe(0.05999);
});

test("figures are the service's", () => {
    expect(figures.length).toBeGreaterThan(10);
    for (const { player, opponent, score, after } of figures) {
        const [rating, deviation] = opponent;
        const mine = rate({ rating: player[0]!, deviation: player[1]!, volatility: player[2]! }, [{ rating: rating!, deviation: deviation!, score }]);
        expect(mine.rating).toBeCloseTo(after[0]!, 3);
        expect(mine.deviation).toBeCloseTo(after[1]!, 3);
        expect(mine.volatility).toBeCloseTo(after[2]!, 6);
    }
});

test('who solves what is rated higher gains more, and knows more of their rating', () => {
    const [easy, hard] = [1200, 1800].map((rating) => rate(NEWCOMER, [{ rating, deviation: 100, score: 1 }]));
    expect(hard!.rating).toBeGreaterThan(easy!.rating);
    expect(easy!.rating).toBeGreaterThan(NEWCOMER.rating);
    expect(hard!.deviation).toBeLessThan(NEWCOMER.deviation);
});

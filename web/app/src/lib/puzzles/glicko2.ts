// Ratings as the service reckons them for two seats, on the device: Glicko-2, "Example of the Glicko-2 system" (Glickman 2013).

export interface Rating {
    rating: number;
    /** How far off it may be: two in three are this close. */
    deviation: number;
    /** How much it swings. */
    volatility: number;
}

export interface Result extends Pick<Rating, 'rating' | 'deviation'> {
    /** 1 if it was won, 0 if lost, a half if drawn. */
    score: number;
}

export const NEWCOMER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** From ratings as they are shown to those of the paper's second scale. */
const SCALE = 173.7178;
/** How much volatility may change. */
const TAU = 0.5;
const PRECISION = 1e-6;

const weight = (deviation: number): number => 1 / Math.sqrt(1 + (3 * deviation ** 2) / Math.PI ** 2);

/** The rating after some games against opponents as they were rated before; the steps are the paper's. */
export function rate(player: Rating, results: Result[]): Rating {
    const mu = (player.rating - NEWCOMER.rating) / SCALE;
    const phi = player.deviation / SCALE;
    const games = results.map(({ rating, deviation, score }) => {
        const g = weight(deviation / SCALE);
        const expected = 1 / (1 + Math.exp(-g * (mu - (rating - NEWCOMER.rating) / SCALE)));
        return { g, expected, score };
    });
    const variance = 1 / games.reduce((sum, { g, expected }) => sum + g ** 2 * expected * (1 - expected), 0);
    const gain = games.reduce((sum, { g, expected, score }) => sum + g * (score - expected), 0);
    const volatility = swing(player.volatility, phi, variance, variance * gain);
    const before = phi ** 2 + volatility ** 2;
    const after = 1 / (1 / before + 1 / variance);
    return { rating: NEWCOMER.rating + SCALE * (mu + after * gain), deviation: SCALE * Math.sqrt(after), volatility };
}

/** The volatility after games that came out by `delta` otherwise than expected: a root, by the Illinois algorithm. */
function swing(volatility: number, phi: number, variance: number, delta: number): number {
    const start = Math.log(volatility ** 2);
    const f = (x: number): number => {
        const spread = phi ** 2 + variance + Math.exp(x);
        return (Math.exp(x) * (delta ** 2 - spread)) / (2 * spread ** 2) - (x - start) / TAU ** 2;
    };
    let low = start;
    let high = Math.log(delta ** 2 - phi ** 2 - variance);
    if (delta ** 2 <= phi ** 2 + variance) {
        high = start - TAU;
        while (f(high) < 0) high -= TAU;
    }
    let [atLow, atHigh] = [f(low), f(high)];
    while (Math.abs(high - low) > PRECISION) {
        const middle = low + ((low - high) * atLow) / (atHigh - atLow);
        const at = f(middle);
        if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
        else atLow /= 2;
        [high, atHigh] = [middle, at];
    }
    return Math.exp(low / 2);
}

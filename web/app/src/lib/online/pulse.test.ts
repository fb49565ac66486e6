import { expect, test } from 'vitest';
import { IDLE, PLAYING, Pulse } from './pulse.js';

/** A line that answers after so long, until it dies; when it is taken for dead. */
function deathOf(roundTrip: (ask: number) => number, diesAt: number): number {
    const pulse = new Pulse(0);
    const answers: number[] = [];
    for (let now = 0; now < 60_000; now += 10) {
        while (answers[0] !== undefined && answers[0] <= now) {
            answers.shift();
            pulse.heard(now);
            pulse.answered(now);
        }
        if ((pulse.patience(now, PLAYING) ?? 1) <= 0) return now;
        if (now % 1000 === 0 && pulse.isToBeAsked(now, PLAYING)) {
            pulse.asked(now);
            const answer = now + roundTrip(now);
            if (answer < diesAt) answers.push(answer);
        }
    }
    return Infinity;
}

test('a line that dies while somebody plays is noticed within two seconds', () => {
    for (const roundTrip of [10, 80, 300, 700]) {
        for (let diesAt = 5_000; diesAt < 7_000; diesAt += 130) {
            const noticed = deathOf(() => roundTrip, diesAt) - diesAt;
            expect(noticed, `${roundTrip} ms, dead at ${diesAt}`).toBeLessThanOrEqual(1_950);
        }
    }
});

test('a slow or a restless line is not taken for dead', () => {
    expect(deathOf(() => 1_700, Infinity)).toBe(Infinity);
    expect(deathOf(() => 3_000, Infinity)).toBe(Infinity);
    expect(deathOf((ask) => ((ask / 1000) % 2 ? 50 : 700), Infinity)).toBe(Infinity);
});

test('who does not play is asked seldom, and has time to answer', () => {
    const pulse = new Pulse(0);
    pulse.asked(0);
    pulse.heard(40);
    expect(pulse.answered(40)).toBe(40);
    expect(pulse.isToBeAsked(9_000, IDLE)).toBe(false);
    expect(pulse.patience(9_000, IDLE)).toBeUndefined();
    pulse.asked(10_000);
    expect(pulse.patience(12_000, IDLE)).toBe(3_000);
    // When a game begins, the question that is open decides.
    expect(pulse.patience(10_500, PLAYING)).toBe(400);
});

// Whether a line is still alive, by what was asked and heard. All times are in milliseconds.

export interface Pace {
    /** How often it is asked. */
    ask: number;
    /** How long an answer may take, */
    answer: number;
    /** and how long nothing at all may come. */
    silence: number;
}

export const IDLE: Pace = { ask: 10_000, answer: 5_000, silence: 5_000 };
/** Asked every second, whatever the timer makes of it: who plays is told of a lost connection within two. */
export const PLAYING: Pace = { ask: 900, answer: 900, silence: 1_800 };

export class Pulse {
    /** When it was asked, for each question without an answer. */
    private readonly open: number[] = [];
    private askedAt = -Infinity;
    private hasAnswered = false;

    constructor(private heardAt: number) {}

    isToBeAsked(now: number, { ask }: Pace): boolean {
        return now - this.askedAt >= ask;
    }

    asked(now: number): void {
        this.askedAt = now;
        this.open.push(now);
    }

    heard(now: number): void {
        this.heardAt = now;
    }

    /** How long the answer took that has just been heard; nothing if nobody had asked. */
    answered(now: number): number | undefined {
        this.hasAnswered = true;
        const asked = this.open.shift();
        return asked === undefined ? undefined : now - asked;
    }

    /** How long an answer is still waited for; not at all if there is no question. */
    patience(now: number, pace: Pace): number | undefined {
        const [first] = this.open;
        if (first === undefined) return undefined;
        // A slow line may answer late as long as it says something; how slow it is, its first answer tells.
        const { answer, silence } = this.hasAnswered ? pace : IDLE;
        return Math.max(first + answer, this.heardAt + silence) - now;
    }
}

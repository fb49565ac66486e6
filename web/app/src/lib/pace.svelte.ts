// How moves follow each other on the board: how fast, and whether they wait.

import { durationOf, wantsLessMotion, type Travelled } from '@longjump/board';
import type { LegalMove } from './rules.js';
import { settings, type Speed } from './settings.svelte.js';

/** How much longer than usual a move takes, and the time between two, in milliseconds. */
interface Beat {
    slowness: number;
    breath: number;
}

const FOR_TWO: Beat = { slowness: 1, breath: 120 };
/** With more seats there is more to follow, and people choose. */
const FOR_MANY: Record<Speed, Beat> = {
    slow: { slowness: 2, breath: 900 },
    normal: { slowness: 1, breath: 350 },
    fast: { slowness: 0.5, breath: 60 },
};
/** A marble has arrived after so much longer than it should take, even if nobody saw it, in milliseconds. */
const LATE = 1000;
/** How long a position stands that is shown again where nothing may move. */
const STILL = 700;

export class Pace {
    /** Whether moves of engines wait. */
    isPaused = $state(false);
    /** Whether moves are just there, one after another, until a person has the turn. */
    isSkipping = $state(false);
    /** The seat whose marble is on its way. */
    mover: number | undefined = $state();
    private travelled: Travelled | undefined;
    private seenAt = 0;
    private waiting: (() => void)[] = [];
    private arrival: number | undefined;
    private next: number | undefined;

    /** A move of one of so many seats is made, or shown again; how the board is to show it moving, if at all. */
    show(mover: number, { route, isStep }: LegalMove, seats: number, isAgain = false): Travelled | undefined {
        const { slowness, breath } = seats > 2 ? FOR_MANY[settings.speed] : FOR_TWO;
        const travelled = { route, isStep, slowness };
        const isStill = wantsLessMotion();
        const isMoving = !isStill && !this.isSkipping && route.length > 1;
        this.travelled = isMoving ? travelled : undefined;
        const duration = isMoving ? durationOf(travelled) : 0;
        const pause = isStill ? STILL * Number(isAgain) : breath;
        this.seenAt = performance.now() + duration + pause;
        clearTimeout(this.arrival);
        // Where nothing moves, whose move is shown again is marked as long as it stands.
        const isMarked = isMoving || (isStill && isAgain);
        this.mover = isMarked ? mover : undefined;
        this.arrival = window.setTimeout(() => (this.mover = undefined), isMoving ? duration + LATE : pause);
        return this.travelled;
    }

    /** The board has shown a move to its end. */
    arrived(travelled: Travelled): void {
        if (travelled === this.travelled) this.mover = undefined;
    }

    /** One move is seen before the next is made. */
    lastMoveSeen(): Promise<void> {
        const seen = new Promise<void>((resolve) => this.waiting.push(resolve));
        this.look();
        return seen;
    }

    /** Lets those go on who wait for it, if it is time. */
    private look(): void {
        clearTimeout(this.next);
        const left = this.seenAt - performance.now();
        if (this.isSkipping || (left <= 0 && !this.isPaused)) for (const resolve of this.waiting.splice(0)) resolve();
        else if (!this.isPaused) this.next = window.setTimeout(() => this.look(), left);
    }

    pause(isPaused: boolean): void {
        this.isPaused = isPaused;
        this.look();
    }

    /** Shows what comes until a person has the turn at once. */
    skip(): void {
        this.isPaused = false;
        this.isSkipping = true;
        this.look();
    }

    /** A person has the turn, or there is another game. */
    arrive(): void {
        this.isSkipping = false;
    }

    reset(): void {
        this.isSkipping = false;
        this.isPaused = false;
        this.mover = undefined;
        this.look();
    }
}

// Showing once more what the others have moved.

import type { Session } from './session.svelte.js';

/** Where the round began: after the last move of a seat, and no more moves ago than there are seats. */
export function roundStart(movers: (number | undefined)[], seat: number, seats: number): number {
    return Math.max(movers.lastIndexOf(seat) + 1, movers.length - seats, 0);
}

export class Replay {
    isOn = $state(false);

    constructor(private readonly session: Session) {}

    /** The ply that the round of whoever looks began at. */
    get start(): number {
        const { session } = this;
        const seat = session.isPersonsTurn ? session.now.turn! : session.ownSeat;
        const movers = session.history.states.slice(0, session.ply).map(({ turn }) => turn);
        return roundStart(movers, seat, session.plan.seats.length);
    }

    /** Shows the round move by move, until somebody looks elsewhere. */
    async run(): Promise<void> {
        const { session } = this;
        const { pace, history } = session;
        const end = session.ply;
        this.isOn = true;
        pace.reset();
        for (let ply = this.start; ply < end; ply++) {
            session.view(ply);
            await pace.lastMoveSeen();
            if (session.viewed !== ply || session.history !== history) break;
            session.view(ply + 1);
            session.travelled = pace.show(history.states[ply]!.turn!, history.moves[ply]!, history.now.seats, true);
        }
        pace.arrive();
        this.isOn = false;
    }
}

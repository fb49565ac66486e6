// A line for later on the board: what the opponent may play, and what we answer.

import type { History } from '../history.js';
import type { LegalMove, State } from '../rules.js';

/** The most moves of a line. */
const LONGEST = 10;

export class Planning {
    private readonly played: number;
    /** Grows with every change of the history, which itself is not watched. */
    private version = $state(0);

    /** From a game as it stands, which is ours to play on with. */
    constructor(private readonly history: History) {
        this.played = history.moves.length;
    }

    end(): void {
        this.history.free();
    }

    get shown(): State {
        void this.version;
        return this.history.now;
    }

    /** The moves of the line so far. */
    get line(): string[] {
        void this.version;
        return this.history.texts.slice(this.played);
    }

    /** What can be played next; a line that is long enough has nothing. */
    get moves(): LegalMove[] {
        return this.line.length < LONGEST ? this.shown.moves : [];
    }

    get lastRoute(): number[] {
        void this.version;
        return this.history.moves.at(-1)?.route ?? [];
    }

    play(text: string): void {
        this.history.play(text);
        // Nothing to choose: who can't move passes.
        if (this.mustPass && this.moves.length > 0) this.history.play(this.moves[0]!.text);
        this.version++;
    }

    back(): void {
        do this.history.takeBack();
        while (this.line.length > 0 && this.mustPass);
        this.version++;
    }

    clear(): void {
        this.history.cutTo(this.played);
        this.version++;
    }

    private get mustPass(): boolean {
        const { moves } = this.history.now;
        return moves.length === 1 && moves[0]!.route.length === 0;
    }
}

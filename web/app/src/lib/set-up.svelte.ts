// A position being set up by hand.

import type { BoardLayout, Rules } from './rules.js';

export class SetUpBoard {
    spec = $state('');
    layout: BoardLayout = $state.raw()!;
    seats = $state(2);
    pieces: (number | undefined)[] = $state.raw([]);
    /** The colour being put down; none erases. */
    brush: number | undefined = $state(0);
    turn = $state(0);

    constructor(
        private readonly rules: Rules,
        spec: string,
    ) {
        this.toStart(spec);
    }

    /** The start of a game. */
    toStart(spec: string): void {
        const game = new this.rules.Game(spec);
        const { seats, pieces } = game.state();
        this.layout = game.layout();
        game.free();
        this.spec = spec;
        this.seats = seats;
        this.pieces = pieces;
        this.turn = 0;
        if ((this.brush ?? 0) >= seats) this.brush = 0;
    }

    place(hole: number): void {
        this.pieces = this.pieces.with(hole, this.pieces[hole] === this.brush ? undefined : this.brush);
    }

    clear(): void {
        this.pieces = this.pieces.map(() => undefined);
    }
}

// A game with every position that stood in it.

import type { BoardLayout, Game, LegalMove, Rules, State } from './rules.js';

export class History {
    readonly layout: BoardLayout;
    /** The positions, the first being the start. */
    states: State[];
    /** The moves between them. */
    moves: LegalMove[] = [];
    private readonly game: Game;

    /** The game with its options, as it can be kept and passed on. */
    readonly spec: string;

    constructor(
        rules: Rules,
        spec: string,
        readonly start: string | undefined,
    ) {
        this.game = new rules.Game(spec, start);
        this.layout = this.game.layout();
        this.states = [this.game.state()];
        this.spec = this.now.spec;
    }

    get now(): State {
        return this.states.at(-1)!;
    }

    get texts(): string[] {
        return this.moves.map(({ text }) => text);
    }

    /** Plays a move, if it is legal. */
    play(text: string): LegalMove | undefined {
        const move = this.now.moves.find((legal) => legal.text === text);
        if (!move) return undefined;
        this.game.play(text);
        this.moves.push(move);
        this.states.push(this.game.state());
        return move;
    }

    takeBack(): boolean {
        if (!this.game.takeBack()) return false;
        this.moves.pop();
        this.states.pop();
        return true;
    }

    /** Takes back and plays until these moves stand, as far as they are legal; how many of the old ones have stayed. */
    follow(wanted: string[]): number {
        const differs = wanted.findIndex((text, ply) => this.moves[ply]?.text !== text);
        this.cutTo(differs < 0 ? wanted.length : differs);
        const stayed = this.moves.length;
        for (const text of wanted.slice(stayed)) if (!this.play(text)) break;
        return stayed;
    }

    /** Takes back until so many moves are left. */
    cutTo(count: number): void {
        while (this.moves.length > count && this.takeBack());
    }

    record(tags: string[], places: number[] | undefined): string {
        return this.game.record(tags, places);
    }

    free(): void {
        this.game.free();
    }
}

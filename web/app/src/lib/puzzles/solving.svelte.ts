// A puzzle being solved.

import type { Travelled } from '@longjump/board';
import { History } from '../history.js';
import type { LegalMove, Rules, State } from '../rules.js';
import { soundOfMove } from '../sounds.js';
import { lineOf, type Puzzle, type Step } from './puzzle.js';

/** How long a move is seen before it is replied to, or taken back if it was not the one; in milliseconds. */
const PAUSE = 900;

export type Stage = 'asked' | 'waiting' | 'solved' | 'shown';

export class Solving {
    readonly history: History;
    stage: Stage = $state('asked');
    /** Whether a wrong move was tried, or the solution shown. */
    hasFailed = $state(false);
    /** The move that was tried last, and whether it was right. */
    tried: { text: string; isRight: boolean } | undefined = $state.raw();
    /** How many moves of the line are on the board. */
    ply = $state(0);
    travelled: Travelled | undefined = $state.raw();
    /** Grows with every change of the history, which itself is not watched. */
    private version = $state(0);
    private timer: number | undefined;

    constructor(
        rules: Rules,
        spec: string,
        readonly puzzle: Puzzle,
        /** Is told once whether it was solved without a mistake, as soon as that is certain. */
        private readonly onend: (isSolved: boolean) => void,
    ) {
        this.history = new History(rules, spec, puzzle.position);
    }

    /** Whose puzzle it is. */
    get seat(): number {
        return this.history.states[0]!.turn ?? 0;
    }

    get isOver(): boolean {
        return this.stage === 'solved' || this.stage === 'shown';
    }

    /** The step that is asked for: each answer before it has been played, with what was replied. */
    private get step(): Step {
        let plies = 0;
        for (const step of this.puzzle.steps) {
            plies += 1 + step.replies.length;
            if (plies > this.history.moves.length) return step;
        }
        return this.puzzle.steps.at(-1)!;
    }

    get shown(): State {
        void this.version;
        return this.history.states[this.ply]!;
    }

    /** The move that led to what is shown. */
    get last(): LegalMove | undefined {
        void this.version;
        return this.history.moves[this.ply - 1];
    }

    /** The next move of the line, when it is no secret any more. */
    get next(): LegalMove | undefined {
        void this.version;
        return this.isOver ? this.history.moves[this.ply] : undefined;
    }

    play(text: string): void {
        if (this.stage !== 'asked') return;
        const { answer, replies } = this.step;
        if (!this.move(text)) return;
        this.tried = { text, isRight: text === answer };
        if (text !== answer) {
            this.stage = 'waiting';
            this.fail();
            this.later(() => this.takeBack());
        } else if (this.history.moves.length === lineOf(this.puzzle).length) {
            this.stage = 'solved';
            if (!this.hasFailed) this.onend(true);
        } else {
            this.stage = 'waiting';
            this.later(() => this.reply(replies));
        }
    }

    private reply([first, ...others]: string[]): void {
        if (first !== undefined) this.move(first);
        if (others.length > 0) this.later(() => this.reply(others));
        else this.stage = 'asked';
    }

    private move(text: string): boolean {
        const move = this.history.play(text);
        if (!move) return false;
        this.ply = this.history.moves.length;
        this.travelled = { route: move.route, isStep: move.isStep };
        this.version++;
        soundOfMove(Math.max(1, move.route.length - 1));
        return true;
    }

    private takeBack(): void {
        this.history.takeBack();
        this.ply = this.history.moves.length;
        this.travelled = undefined;
        this.version++;
        this.stage = 'asked';
    }

    private fail(): void {
        if (this.hasFailed) return;
        this.hasFailed = true;
        this.onend(false);
    }

    /** Gives the solution away: the line is there to step through. */
    show(): void {
        if (this.isOver) return;
        clearTimeout(this.timer);
        this.fail();
        this.history.follow(lineOf(this.puzzle));
        this.ply = 0;
        this.travelled = undefined;
        this.tried = undefined;
        this.version++;
        this.stage = 'shown';
    }

    /** Looks at the line, once it is over. */
    view(ply: number): void {
        this.travelled = undefined;
        this.ply = ply;
    }

    private later(act: () => void): void {
        this.timer = window.setTimeout(act, PAUSE);
    }

    free(): void {
        clearTimeout(this.timer);
        this.history.free();
    }
}

// What the positions of a game and other moves in them are worth. The engine looks at a fixed number of
// positions and begins anew with every question: so the same question has the same answer, on any device.

import { loadAssets, raceAt } from './assets.svelte.js';
import { Engine } from './engine.js';
import type { History } from './history.js';
import type { Rules, State, ThoughtReport, Verdict } from './rules.js';
import { movesAhead, turned, verdictOf } from './verdicts.js';

/** How much is looked at for every position. With a third of it, 2 of 18 slips in a game were none by a search of 400 000; with this none of 23. */
const NODES = 60_000;
/** A small table is made faster, and there is room in it for so few positions. */
const FOR_TWO = 'default:hash=4';
/** With more seats the same search has to tell what every move is worth to who makes it. */
const FOR_MANY = 'default:multipv=500';

export interface Judgement {
    /** For the seat to move. */
    verdict: Verdict;
    best: string | undefined;
    /** With more than two seats: what each move that was looked at is worth. */
    moves: Map<string, Verdict>;
}

/** The end of a game, for a seat. */
export function endFor({ standings }: State, seat: number): Verdict {
    const place = standings?.[seat] ?? 0;
    if (standings?.every((other) => other === place)) return { kind: 'ahead', value: 0 };
    return { kind: place === 1 ? 'winIn' : 'lossIn', value: 0 };
}

export class Judge {
    private readonly engine = new Engine();
    private readonly known = new Map<string, Judgement>();

    constructor(
        private readonly rules: Rules,
        private readonly history: History,
    ) {}

    /** Gets ready for questions that are about to come. */
    warm(): void {
        this.engine.warm(this.history.spec);
    }

    private get isForTwo(): boolean {
        return this.history.now.seats === 2;
    }

    /** What a position is worth that comes after some moves; `undefined` when it was stopped. */
    async position(moves: string[], { turn, position }: State): Promise<Judgement | undefined> {
        const key = moves.join();
        const known = this.known.get(key);
        if (known) return known;
        const judgement = await this.ask(moves);
        if (!judgement) return undefined;
        const race = this.isForTwo ? raceAt(this.rules, this.history.spec, position) : undefined;
        // What is certain counts more than what an engine thinks.
        if (race) judgement.verdict = verdictOf(race, turn!);
        this.known.set(key, judgement);
        return judgement;
    }

    private async ask(moves: string[]): Promise<Judgement | undefined> {
        const { spec, start } = this.history;
        // Engines judge otherwise without their nets and tables.
        await loadAssets(spec);
        const lines = new Map<string, Verdict>();
        const note = ({ rank, line, verdict }: ThoughtReport) => {
            if (rank === 1) lines.clear();
            if (line[0] !== undefined) lines.set(line[0], verdict);
        };
        const limits = { nodes: NODES, milliseconds: undefined, depth: undefined };
        const player = this.isForTwo ? FOR_TWO : FOR_MANY;
        const decided = await this.engine.think({ game: spec, player, start, moves, limits, isFresh: true }, note);
        return decided && { verdict: decided.verdict ?? { kind: 'ahead', value: 0 }, best: decided.mv, moves: lines };
    }

    /** What a move after `ply` moves is worth to whoever makes it. */
    async move(ply: number, text: string): Promise<Verdict | undefined> {
        const { texts, states } = this.history;
        const moves = texts.slice(0, ply);
        if (!this.isForTwo) {
            const before = await this.position(moves, states[ply]!);
            return before && worthAmong(before.moves, text);
        }
        const state = this.after(ply, text);
        if (state.turn === undefined) return endFor(state, states[ply]!.turn!);
        const after = await this.position([...moves, text], state);
        return after && (state.turn === states[ply]!.turn ? after.verdict : turned(after.verdict));
    }

    /** The position after a move in place of the one that was made. */
    after(ply: number, text: string): State {
        const game = new this.rules.Game(this.history.spec, this.history.start);
        for (const move of this.history.texts.slice(0, ply)) game.play(move);
        game.play(text);
        const state = game.state();
        game.free();
        return state;
    }

    stop(): void {
        this.engine.stop();
    }
}

/** What a move is worth. One that the search did not find worth a look counts as the worst it looked at. */
function worthAmong(moves: Map<string, Verdict>, text: string): Verdict | undefined {
    const verdicts = [...moves.values()].sort((a, b) => movesAhead(a) - movesAhead(b));
    return moves.get(text) ?? verdicts[0];
}

// A game being played on this page: people and engines in turn.

import type { Travelled } from '@longjump/board';
import { loadAssets } from './assets.svelte.js';
import { placesWithout } from './ending.js';
import { Engine } from './engine.js';
import { History } from './history.js';
import { keepGame, type KeptGame } from './kept-games.js';
import { HIGHEST_LEVEL, noteBeaten } from './levels.js';
import { Pace } from './pace.svelte.js';
import { atLevel, enginesFor, levelOfOpponents, limitsFor, nameOf, playerOf, seatsOf, seeded, strongestOf, usualEngine, type Plan } from './plan.js';
import type { Decided, EngineInfo, LegalMove, Rules, State } from './rules.js';
import { keep } from './settings.svelte.js';
import { soundOfEnd, soundOfMove } from './sounds.js';

const KEY = 'longjump-game';
const TICK = 100;

/** A game that ended before its rules would end it. */
export interface GivenUp {
    seat: number;
    why: 'resigned' | 'time';
}

/** The game on the board; those that were there before are kept without the figures of the engines. */
type Saved = Omit<KeptGame, 'id' | 'startedAt'> & Partial<KeptGame> & { results: (Decided | null)[] };

const fresh = (plan: Plan): Saved => ({ plan, moves: [], results: [], clocks: [] });

export class Session {
    /** Tells the games of this device apart. */
    id = $state('');
    private startedAt = 0;
    plan: Plan = $state.raw()!;
    history: History = $state.raw()!;
    /** Grows with every change of the history, which itself is not watched. */
    private version = $state(0);
    /** The figures of every move that an engine made, by ply. */
    results: (Decided | undefined)[] = $state.raw([]);
    clocks: number[] = $state([]);
    givenUp: GivenUp | undefined = $state.raw();
    /** The ply that is looked at, if not the last. */
    viewed: number | undefined = $state();
    isThinking = $state(false);
    hint: LegalMove | undefined = $state.raw();
    /** Why engines can't move, if so. */
    failure: string | undefined = $state();
    /** The move that was made last, for the board to show moving. */
    travelled: Travelled | undefined = $state.raw();
    readonly pace = new Pace();

    private readonly engine = new Engine();
    private readonly adviser = new Engine();
    private listed: EngineInfo[] | undefined;
    private seed = 1;
    /** How often all was halted: what began before the last time is of no use any more. */
    private halts = 0;
    /** What the clocks showed before every move, as far as this page has seen it. */
    private clocksAt: number[][] = [];
    /** Who sat where before an engine took a seat over. */
    private planBefore: Plan | undefined;
    isAdvising = $state(false);
    private timer: number | undefined;

    private constructor(
        private readonly rules: Rules,
        game: Saved,
    ) {
        this.load(game);
        window.addEventListener('pagehide', () => this.save());
    }

    /** A new game; the one that was left here is kept. */
    static start(rules: Rules, plan: Plan): Session {
        try {
            const session = Session.left(rules);
            session.begin(plan);
            return session;
        } catch {
            return new Session(rules, fresh(plan));
        }
    }

    /** The game that was left on this device. */
    private static left(rules: Rules): Session {
        return new Session(rules, JSON.parse(localStorage.getItem(KEY) ?? '') as Saved);
    }

    /** The game that was left unfinished on this device, or a new one. */
    static restore(rules: Rules, otherwise: Plan): Session {
        try {
            return Session.left(rules);
        } catch {
            return new Session(rules, fresh(otherwise));
        }
    }

    get now(): State {
        void this.version;
        return this.history.now;
    }

    get ply(): number {
        void this.version;
        return this.history.moves.length;
    }

    get moves(): LegalMove[] {
        void this.version;
        return [...this.history.moves];
    }

    /** What the board shows: the last position, or the one that is looked at. */
    get shown(): State {
        void this.version;
        return this.history.states[this.viewed ?? this.history.moves.length] ?? this.history.now;
    }

    get shownMove(): LegalMove | undefined {
        void this.version;
        return this.history.moves[(this.viewed ?? this.history.moves.length) - 1];
    }

    /** The order of finish, once the game is over. */
    get places(): number[] | undefined {
        const { now, givenUp } = this;
        if (now.standings) return [...now.standings];
        return givenUp && placesWithout([...now.places], givenUp.seat);
    }

    /** Whether a seat was still playing when the game ended for who left it. */
    playsOn(seat: number): boolean {
        return this.givenUp !== undefined && this.givenUp.seat !== seat && this.plan.seats.length > 2 && this.now.places[seat] === 0;
    }

    /** Whether the only person who plays has won. */
    get hasWon(): boolean {
        const people = this.plan.seats.filter(({ kind }) => kind === 'person').length;
        const first = this.places?.indexOf(1);
        return people === 1 && first === this.ownSeat && this.places?.lastIndexOf(1) === first;
    }

    get isPersonsTurn(): boolean {
        const { turn } = this.now;
        return turn !== undefined && !this.places && this.plan.seats[turn]?.kind === 'person';
    }

    /** The first seat with a person, whose home is below. */
    get ownSeat(): number {
        const people = this.plan.seats.flatMap((seat, index) => (seat.kind === 'person' ? [index] : []));
        return people[0] ?? 0;
    }

    /** Not asked for before somebody needs them: on a phone the list takes as long as the board. */
    private get engines(): EngineInfo[] {
        return (this.listed ??= this.rules.engines());
    }

    /** The engines that can play this game. */
    private get choices(): EngineInfo[] {
        return enginesFor(this.engines, this.plan.spec, this.plan.seats.length);
    }

    begin(plan: Plan): void {
        this.load(fresh(plan));
    }

    /** Goes on with a game that was kept, or looks at it again. */
    reopen(game: KeptGame): void {
        this.load({ ...game, results: [] });
    }

    /** As it was begun, whoever has taken over a seat since. */
    get planAtStart(): Plan {
        return this.planBefore ?? this.plan;
    }

    /** What to offer next: the same, and after a win one level up if there is one. */
    get planForNext(): Plan {
        const level = levelOfOpponents(this.planAtStart);
        return this.hasWon && level !== undefined ? atLevel(this.planAtStart, Math.min(HIGHEST_LEVEL, level + 1)) : this.planAtStart;
    }

    private load(saved: Saved): void {
        this.halt();
        const history = new History(this.rules, saved.plan.spec, saved.plan.start);
        for (const move of saved.moves) if (!history.play(move)) break;
        if (this.history) this.putAside();
        this.history = history;
        this.startedAt = saved.startedAt ?? Date.now();
        this.id = saved.id ?? `${this.startedAt}-${Math.floor(Math.random() * 1e6)}`;
        this.plan = saved.plan;
        this.results = saved.results.map((result) => result ?? undefined);
        this.givenUp = saved.givenUp;
        // A level has the same form for the whole game, also when the page is loaded again.
        this.seed = 1 + (this.startedAt % 1e6);
        this.clocks = saved.clocks.length > 0 ? saved.clocks : this.fullClocks();
        this.clocksAt = [];
        this.planBefore = undefined;
        this.viewed = undefined;
        this.failure = undefined;
        this.travelled = undefined;
        this.pace.reset();
        this.changed();
        if (this.plan.seats.some(({ kind }) => kind === 'engine')) this.engine.warm(this.plan.spec);
        void loadAssets(this.plan.spec);
        this.goOn();
    }

    private fullClocks(): number[] {
        const { timing, seats } = this.plan;
        if (timing.kind === 'free') return [];
        return seats.map(() => (timing.kind === 'clock' ? timing.minutes * 60_000 : timing.seconds * 1000));
    }

    /** A person makes a move. */
    play(text: string): void {
        if (!this.isPersonsTurn) return;
        this.viewed = undefined;
        this.make(text, undefined);
    }

    private make(text: string, result: Decided | undefined): void {
        const mover = this.now.turn!;
        const move = this.history.play(text);
        if (!move) return;
        this.clocksAt[this.history.moves.length - 1] = [...this.clocks];
        this.halt();
        this.results = [...this.results.slice(0, this.history.moves.length - 1), result];
        this.tellClock(mover);
        this.travelled = this.pace.show(mover, move, this.plan.seats.length);
        if (this.isPersonsTurn || this.places) this.pace.arrive();
        this.changed();
        soundOfMove(Math.max(1, move.route.length - 1));
        if (this.places) this.ended();
        this.goOn();
    }

    /** The game is over: it is kept, and a win against a level remembered. */
    private ended(): void {
        soundOfEnd();
        this.putAside();
        const level = levelOfOpponents(this.plan);
        if (this.hasWon && level !== undefined) noteBeaten(nameOf(this.plan.spec), level);
    }

    /** Puts the game, as it stands, among those that are kept on this device. */
    putAside(): void {
        const { id, startedAt, plan, givenUp, places } = this;
        keepGame({ id, startedAt, plan, moves: this.history.texts, clocks: [...this.clocks], givenUp, places });
    }

    private tellClock(mover: number): void {
        const { timing } = this.plan;
        if (timing.kind === 'clock') this.clocks[mover]! += timing.increment * 1000;
        if (timing.kind === 'move') this.clocks[mover] = timing.seconds * 1000;
    }

    /** Something of the game changed: it is shown and saved. */
    private changed(): void {
        this.version++;
        this.save();
    }

    private save(): void {
        const saved: Saved = {
            id: this.id,
            startedAt: this.startedAt,
            plan: this.plan,
            moves: this.history.texts,
            results: this.results.map((result) => result ?? null),
            clocks: [...this.clocks],
            givenUp: this.givenUp,
        };
        keep(KEY, JSON.stringify(saved));
    }

    /** Whoever has the turn goes on: clocks run, engines think. */
    goOn(): void {
        const { turn } = this.now;
        if (turn === undefined || this.places || this.isThinking) return;
        this.startClock(turn);
        const seat = this.plan.seats[turn]!;
        const [only] = this.now.moves;
        if (this.now.moves.length === 1 && only!.route.length === 0) {
            // Nothing to choose: who can't move passes.
            this.make(only!.text, undefined);
        } else if (seat.kind === 'engine') {
            void this.think(turn, seat.player);
        }
    }

    private async think(turn: number, player: string): Promise<void> {
        this.isThinking = true;
        const { halts } = this;
        const asked = {
            game: this.plan.spec,
            player: seeded(this.plan.spec, player, this.engines, this.seed + turn),
            start: this.plan.start,
            moves: this.history.texts,
            limits: limitsFor(this.plan.timing, player, this.clocks[turn]),
        };
        try {
            const decided = await this.engine.think(asked);
            await this.pace.lastMoveSeen();
            // A person may have taken back or left meanwhile.
            if (this.halts === halts && decided?.mv !== undefined) this.make(decided.mv, decided);
        } catch (error) {
            this.isThinking = false;
            this.failure = error instanceof Error ? error.message : String(error);
        }
    }

    /** Everything that goes on by itself ends. */
    halt(): void {
        this.halts++;
        this.engine.stop();
        this.adviser.stop();
        this.isThinking = false;
        this.hint = undefined;
        clearInterval(this.timer);
    }

    private startClock(turn: number): void {
        clearInterval(this.timer);
        if (this.clocks.length === 0) return;
        let before = performance.now();
        this.timer = window.setInterval(() => {
            const now = performance.now();
            // Who is made to wait does not lose time by it.
            const isWaiting = this.pace.isPaused && this.plan.seats[turn]?.kind === 'engine';
            if (!isWaiting) this.clocks[turn] = Math.max(0, this.clocks[turn]! - (now - before));
            before = now;
            if (this.clocks[turn] === 0) this.giveUp(turn, 'time');
        }, TICK);
    }

    /** Giving up is taken back alone; else the moves back to the last turn of a person. */
    takeBack(): void {
        const isRegretted = this.givenUp !== undefined || this.planBefore !== undefined;
        if (this.ply === 0 && !isRegretted) return;
        this.halt();
        const ply = isRegretted ? this.ply : this.lastTurnOfPerson();
        const clocks = isRegretted ? this.clocks : this.clocksAt[ply];
        this.clocks = clocks && !clocks.includes(0) ? clocks : this.fullClocks();
        this.plan = this.planBefore ?? this.plan;
        this.planBefore = undefined;
        this.givenUp = undefined;
        this.history.cutTo(ply);
        this.results = this.results.slice(0, ply);
        this.viewed = undefined;
        this.travelled = undefined;
        this.changed();
        this.goOn();
    }

    /** Where a person moved last; among engines alone the last move. */
    private lastTurnOfPerson(): number {
        const { states, moves } = this.history;
        const turns = states.slice(0, moves.length).map(({ turn }) => turn);
        const last = turns.findLastIndex((turn) => turn !== undefined && this.plan.seats[turn]?.kind === 'person');
        return last < 0 ? moves.length - 1 : last;
    }

    /** Shows what the engine would play here. */
    async advise(): Promise<void> {
        if (!this.isPersonsTurn) return;
        const { name: player } = strongestOf(this.choices);
        const limits = { milliseconds: 1000, nodes: undefined, depth: undefined };
        const asked = { game: this.plan.spec, player, start: this.plan.start, moves: this.history.texts, limits };
        this.viewed = undefined;
        this.isAdvising = true;
        try {
            const decided = await this.adviser.think(asked);
            const move = this.now.moves.find(({ text }) => text === decided?.mv);
            if (move) this.hint = move;
        } catch (error) {
            this.failure = String(error);
        } finally {
            this.isAdvising = false;
        }
    }

    /** Whether others play on when a seat gives up: not if there are two, nor if its person was the only one. */
    goesOnWithout(seat: number): boolean {
        const isPerson = (index: number) => this.plan.seats[index]?.kind === 'person';
        const isLastPerson = isPerson(seat) && [...this.plan.seats.keys()].filter(isPerson).length === 1;
        return this.plan.seats.length > 2 && !isLastPerson;
    }

    /** The game is over for who leaves; where others play on, an engine takes the seat. */
    giveUp(seat: number, why: GivenUp['why']): void {
        if (this.places) return;
        this.halt();
        if (!this.goesOnWithout(seat)) {
            this.givenUp = { seat, why };
            this.ended();
        } else {
            this.planBefore = this.plan;
            const standIn = usualEngine(this.choices);
            this.plan = { ...this.plan, seats: this.plan.seats.map((old, index) => (index === seat ? standIn : old)) };
            this.clocks = this.clocks.map((left, index) => (index === seat ? Math.max(left, 60_000) : left));
        }
        this.changed();
        this.goOn();
    }

    /** After a failure: a person takes the seats of all engines. */
    playWithoutEngines(): void {
        this.halt();
        this.failure = undefined;
        this.plan = { ...this.plan, seats: this.plan.seats.map(() => ({ kind: 'person' as const })) };
        this.changed();
        this.goOn();
    }

    /** Tries engines again that could not be loaded. */
    retry(): void {
        this.failure = undefined;
        this.goOn();
    }

    view(ply: number): void {
        const last = this.history.moves.length;
        const next = Math.max(0, Math.min(last, ply));
        this.viewed = next === last ? undefined : next;
        this.travelled = undefined;
    }

    /** The game as a file. */
    record(): string {
        const tags = this.plan.seats.flatMap((seat, index) => [`Seat${index + 1}`, seat.kind === 'person' ? 'person' : seat.player]);
        if (this.givenUp) tags.push('Termination', this.givenUp.why);
        return this.history.record(tags, this.places);
    }

    /** Goes on with a game from a file. */
    open(text: string): void {
        const opened = this.rules.readRecord(text);
        const tag = (name: string) => opened.tags.find(([tag]) => tag === name)?.[1];
        const seats = seatsOf(this.rules, opened.spec);
        const known = new Set(enginesFor(this.engines, opened.spec, seats).map(({ name }) => name));
        const isEngine = (player: string): boolean => {
            try {
                return known.has(playerOf(player));
            } catch {
                // People's names may be anything.
                return false;
            }
        };
        const seatOf = (index: number) => {
            const player = tag(`Seat${index + 1}`) ?? 'person';
            return isEngine(player) ? { kind: 'engine' as const, player } : { kind: 'person' as const };
        };
        const plan: Plan = {
            spec: opened.spec,
            start: opened.start,
            seats: Array.from({ length: seats }, (_, index) => seatOf(index)),
            timing: { kind: 'free' },
        };
        const saved = { ...fresh(plan), moves: opened.moves };
        const why = tag('Termination') === 'time' ? 'time' : 'resigned';
        const seat = opened.places && tag('Termination') !== undefined ? this.lastIn(saved, opened.places) : undefined;
        this.load({ ...saved, givenUp: seat === undefined ? undefined : { seat, why } });
    }

    /** Who has the worst place of those to whom the rules gave none: who gave up. */
    private lastIn({ plan, moves }: Saved, places: number[]): number | undefined {
        const history = new History(this.rules, plan.spec, plan.start);
        for (const move of moves) history.play(move);
        const playing = [...places.keys()].filter((seat) => !history.now.places[seat]);
        history.free();
        return playing.sort((a, b) => places[b]! - places[a]!)[0];
    }
}

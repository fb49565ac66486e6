// A position being looked at: moves tried out, an engine's best lines, and free set-up.

import { loadAssets } from './assets.svelte.js';
import { Engine } from './engine.js';
import { History } from './history.js';
import { enginesFor, hasLines, nameOf, playerOf, strongestOf, withOption } from './plan.js';
import type { Decided, EngineInfo, LegalMove, Rules, State, ThinkLimits, ThoughtReport, Verdict } from './rules.js';

export type LimitKind = 'none' | 'seconds' | 'depth' | 'nodes';

/** One of the best lines. */
export interface BestLine {
    moves: string[];
    verdict: Verdict | undefined;
}

/** How far the engine has come. */
export interface Figures {
    depth: number;
    nodes: number;
    milliseconds: number;
}

export class Analysis {
    history: History = $state.raw()!;
    private version = $state(0);
    /** How many of the moves have been made in the position shown. */
    at = $state(0);
    isOn = $state(false);
    player = $state('default');
    lineCount = $state(3);
    limitKind: LimitKind = $state('none');
    limitValue = $state(10);
    lines: BestLine[] = $state.raw([]);
    figures: Figures | undefined = $state.raw();
    failure = $state('');
    bottom = $state(0);
    travelled: { route: number[]; isStep: boolean } | undefined = $state.raw();
    readonly engines: EngineInfo[];
    private readonly engine = new Engine();

    constructor(
        private readonly rules: Rules,
        spec: string,
        start: string | undefined,
        moves: string[],
    ) {
        this.engines = rules.engines();
        this.open(spec, start, moves);
    }

    /** Looks at another game. */
    open(spec: string, start: string | undefined, moves: string[]): void {
        const history = new History(this.rules, spec, start);
        for (const move of moves) if (!history.play(move)) break;
        this.history = history;
        this.at = history.moves.length;
        const { seats } = history.now;
        if (this.bottom >= seats) this.bottom = 0;
        const choices = enginesFor(this.engines, spec, seats);
        const isKnown = choices.some(({ name }) => name === playerOf(this.player));
        if (!isKnown) this.player = strongestOf(choices).name;
        void loadAssets(spec);
        this.changed();
    }

    get state(): State {
        void this.version;
        return this.history.states[this.at] ?? this.history.now;
    }

    /** The engine that looks at it. */
    get info(): EngineInfo | undefined {
        return this.engines.find(({ game, name }) => game === nameOf(this.history.spec) && name === playerOf(this.player));
    }

    get lastMove(): LegalMove | undefined {
        void this.version;
        return this.history.moves[this.at - 1];
    }

    get moves(): string[] {
        void this.version;
        return this.history.texts;
    }

    play(text: string): void {
        this.history.cutTo(this.at);
        const move = this.history.play(text);
        if (!move) return;
        this.at = this.history.moves.length;
        this.travelled = { route: move.route, isStep: move.isStep };
        this.changed();
    }

    view(ply: number): void {
        this.at = Math.max(0, Math.min(this.history.moves.length, ply));
        this.travelled = undefined;
        this.changed();
    }

    /** Sets the position up anew; the reason why not, if it is none. */
    arrange(pieces: (number | undefined)[], turn: number): string | undefined {
        const probe = new this.rules.Game(this.history.spec);
        try {
            probe.arrange({ pieces, turn });
            this.open(this.history.spec, probe.state().position, []);
            return undefined;
        } catch (error) {
            return error instanceof Error ? error.message : String(error);
        } finally {
            probe.free();
        }
    }

    /** The address of what is being looked at. */
    link(): string {
        const query = new URLSearchParams({ g: this.history.spec });
        if (this.history.start) query.set('p', this.history.start);
        const moves = this.history.texts.slice(0, this.at);
        if (moves.length > 0) query.set('m', moves.join(','));
        return `#/analyse?${query.toString()}`;
    }

    /** Something changed: the engine, if it is on, begins anew. */
    changed(): void {
        this.version++;
        this.failure = '';
        this.lines = [];
        this.figures = undefined;
        if (this.isOn) void this.think();
        else this.engine.stop();
    }

    toggle(): void {
        this.isOn = !this.isOn;
        if (this.isOn) this.changed();
        else this.engine.stop();
    }

    halt(): void {
        this.isOn = false;
        this.engine.stop();
    }

    private limits(): ThinkLimits {
        const most = { none: 1, seconds: 86_400, depth: 99, nodes: 1e12 }[this.limitKind];
        const within = Math.max(1, Math.min(most, Math.round(this.limitValue) || 1));
        const value = (kind: LimitKind, factor = 1) => (this.limitKind === kind ? within * factor : undefined);
        return { milliseconds: value('seconds', 1000), nodes: value('nodes'), depth: value('depth') };
    }

    private async think(): Promise<void> {
        if (this.state.turn === undefined) {
            this.engine.stop();
            return;
        }
        const tellsLines = hasLines(this.info);
        const player = tellsLines ? withOption(this.player, 'multipv', String(this.lineCount)) : this.player;
        const asked = {
            game: this.history.spec,
            player,
            start: this.history.start,
            moves: this.history.texts.slice(0, this.at),
            limits: this.limits(),
        };
        try {
            const decided = await this.engine.think(asked, (report) => this.showReport(report));
            if (decided) this.finish(decided, tellsLines);
        } catch (error) {
            this.isOn = false;
            this.failure = String(error);
        }
    }

    private showReport(report: ThoughtReport): void {
        const lines = [...this.lines];
        lines[report.rank - 1] = { moves: report.line, verdict: report.verdict };
        this.lines = lines;
        this.figures = report;
    }

    private finish(decided: Decided, tellsLines: boolean): void {
        this.figures = decided;
        // Papers' players tell nothing while they think.
        if (!tellsLines && this.lines.length === 0 && decided.mv !== undefined) {
            this.lines = [{ moves: [decided.mv], verdict: decided.verdict }];
        }
    }
}

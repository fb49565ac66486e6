// A game being looked into: a tree of moves with notes, where one is in it, and an engine's best lines.

import { loadAssets } from './assets.svelte.js';
import { Edits } from './edits.js';
import { Engine } from './engine.js';
import { History } from './history.js';
import { writeLink, type Linked } from './link.js';
import { enginesFor, hasLines, nameOf, playerOf, strongestOf, withOption } from './plan.js';
import type { Study } from './record.js';
import type { Decided, EngineInfo, LegalMove, Rules, State, ThinkLimits, ThoughtReport, Verdict } from './rules.js';
import * as tree from './tree.js';
import type { Node, Path, Shape } from './tree.js';

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
    /** The game up to the position shown. */
    history: History = $state.raw()!;
    private version = $state(0);
    root: Node = $state.raw(tree.EMPTY);
    /** The moves up to the position shown. */
    path: Path = $state.raw([]);
    name = $state('');
    canUndo = $state(false);
    canRedo = $state(false);
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
    /** Told of every step, and whether it was an edit. */
    onchange: (isEdit: boolean) => void = () => undefined;
    private tags: [string, string][] = [];
    private result = '*';
    private readonly engine = new Engine();
    private readonly edits = new Edits();

    constructor(
        private readonly rules: Rules,
        study: Study,
        path?: Path,
    ) {
        this.engines = rules.engines();
        this.open(study, path);
    }

    /** Looks at another game, at the end of its main line unless a path is given. */
    open({ spec, start, tags, result, root }: Study, path: Path = tree.mainLine(root)): void {
        this.history = new History(this.rules, spec, start);
        this.tags = tags;
        this.result = result;
        this.root = root;
        this.name = '';
        this.edits.forget();
        this.put(root);
        const { seats } = this.history.now;
        if (this.bottom >= seats) this.bottom = 0;
        const choices = enginesFor(this.engines, spec, seats);
        const isKnown = choices.some(({ name }) => name === playerOf(this.player));
        if (!isKnown) this.player = strongestOf(choices).name;
        void loadAssets(spec);
        this.goTo(path);
    }

    /** All of it, to be written down. */
    get study(): Study {
        const { spec, start } = this.history;
        return { spec, start, tags: this.tags, result: this.result, root: this.root };
    }

    get state(): State {
        void this.version;
        return this.history.now;
    }

    /** The engine that looks at it. */
    get info(): EngineInfo | undefined {
        return this.engines.find(({ game, name }) => game === nameOf(this.history.spec) && name === playerOf(this.player));
    }

    get lastMove(): LegalMove | undefined {
        void this.version;
        return this.history.moves.at(-1);
    }

    /** What is noted about the position shown. */
    get node(): Node {
        return tree.find(this.root, this.path) ?? tree.EMPTY;
    }

    /** Steps forward where the move is known, and branches where it is not. */
    play(text: string): void {
        const move = this.history.play(text);
        if (!move) return;
        const { root, path } = tree.play(this.root, this.path, text);
        this.travelled = { route: move.route, isStep: move.isStep };
        if (root === this.root) this.arrive(path);
        else this.edit(root, path);
    }

    /** Shows the position at the end of a path, or as far towards it as there is a way. */
    goTo(path: Path): void {
        this.travelled = undefined;
        this.walk(path);
        this.onchange(false);
    }

    private walk(path: Path): void {
        const wanted = tree.within(this.root, path);
        const { texts } = this.history;
        const parting = wanted.findIndex((move, ply) => move !== texts[ply]);
        this.history.cutTo(parting < 0 ? wanted.length : parting);
        for (const move of wanted.slice(this.history.moves.length)) if (!this.history.play(move)) break;
        this.path = this.history.texts;
        this.changed();
    }

    private arrive(path: Path): void {
        this.path = path;
        this.changed();
        this.onchange(false);
    }

    /** Changes the tree. Edits of the same kind that follow each other are undone together. */
    private edit(root: Node, path: Path = this.path, kind = ''): void {
        this.edits.note({ root: this.root, path: this.path }, kind);
        const isElsewhere = path !== this.path;
        this.put(root);
        if (isElsewhere) this.walk(path);
        this.onchange(true);
    }

    private put(root: Node): void {
        if (this.result !== '*' && tree.mainLine(root).join() !== tree.mainLine(this.root).join()) {
            // Another game has not ended as this one did.
            this.result = '*';
            this.tags = this.tags.filter(([name]) => name !== 'Termination');
        }
        this.root = root;
        this.canUndo = this.edits.canUndo;
        this.canRedo = this.edits.canRedo;
    }

    undo(): void {
        this.restore(this.edits.undo({ root: this.root, path: this.path }));
    }

    redo(): void {
        this.restore(this.edits.redo({ root: this.root, path: this.path }));
    }

    private restore(step: { root: Node; path: Path } | undefined): void {
        if (!step) return;
        this.put(step.root);
        this.travelled = undefined;
        this.walk(step.path);
        this.onchange(true);
    }

    comment(words: string): void {
        this.edit(tree.withComment(this.root, this.path, words), this.path, `comment ${this.path.join()}`);
    }

    draw(shape: Shape): void {
        this.edit(tree.toggleShape(this.root, this.path, shape));
    }

    clearShapes(): void {
        this.edit(tree.withoutShapes(this.root, this.path));
    }

    /** Whether there is a variation to promote. */
    get isInVariation(): boolean {
        return tree.variationOf(this.root, this.path) !== undefined;
    }

    promote(): void {
        this.edit(tree.promote(this.root, this.path));
    }

    makeMain(): void {
        this.edit(tree.makeMain(this.root, this.path));
    }

    /** Deletes the last move and all that follows it. */
    remove(): void {
        this.edit(tree.remove(this.root, this.path), this.path.slice(0, -1));
    }

    /** Takes over what was changed elsewhere; nothing before it can be undone any more. */
    adopt(root: Node): void {
        this.edits.forget();
        this.put(root);
        if (tree.within(root, this.path).length < this.path.length) this.walk(this.path);
    }

    /** A position set up by hand, of any game. */
    arranged(spec: string, pieces: (number | undefined)[], turn: number): Study {
        const probe = new this.rules.Game(spec);
        try {
            probe.arrange({ pieces, turn });
            return { spec, start: probe.state().position, tags: [], result: '*', root: tree.EMPTY };
        } finally {
            probe.free();
        }
    }

    /** The line that one is in, to its end, and the position shown. */
    get linked(): Linked {
        const { spec, start } = this.history;
        return { spec, start, moves: tree.lineThrough(this.root, this.path), at: this.path.length };
    }

    /** The address of it. */
    link(): string {
        return `#/analyse?${writeLink(this.linked)}`;
    }

    /** The position changed: the engine, if it is on, begins anew. */
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
            moves: this.path,
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

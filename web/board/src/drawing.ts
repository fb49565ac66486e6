// The SVG: what never changes, and the layers above it that follow the state.

import { UNIT, viewOf, type Spot, type View } from './geometry.js';
import { RADIUS, colourOf, definitions, ground, labels, piece } from './material.js';
import { from, movesFrom, moveBetween, to, type BoardState, type Interaction } from './state.js';
import { arrow, pathThrough, svg } from './svg.js';

let boards = 0;

/** What is seen of a state. */
type Shown = Pick<BoardState, 'layout' | 'pieces' | 'bottom' | 'last' | 'arrows' | 'glow'>;

export class Drawing {
    readonly root = svg('svg', { class: 'lj-board', focusable: 'false', 'aria-hidden': 'true' });
    view: View;
    private readonly id = `lj${boards++}`;
    private readonly below = svg('g');
    private readonly glow = svg('g');
    private readonly last = svg('g', { class: 'lj-last' });
    private readonly pieces = svg('g');
    private readonly marks = svg('g', { class: 'lj-marks' });
    private readonly arrows = svg('g', { class: 'lj-arrows' });
    /** The marble in each place that has one. */
    private readonly marbles = new Map<number, SVGGElement>();
    private drawn: { layout: unknown; bottom: number } | undefined;

    constructor(state: Pick<BoardState, 'layout' | 'bottom'>) {
        this.view = viewOf(state.layout, state.bottom);
        this.root.append(definitions(this.id), this.below, this.glow, this.last, this.pieces, this.marks, this.arrows);
    }

    /** Shows the state as it is, without motion. */
    show(state: Shown): void {
        if (this.drawn?.layout !== state.layout || this.drawn.bottom !== state.bottom) {
            this.drawn = { layout: state.layout, bottom: state.bottom };
            this.view = viewOf(state.layout, state.bottom);
            this.root.setAttribute('viewBox', this.view.box.join(' '));
            this.below.replaceChildren(ground(this.view, this.id), ...labels(this.view));
            this.marbles.clear();
            this.pieces.replaceChildren();
        }
        this.place(state);
        this.drawGlow(state);
        this.drawLast(state.last);
        this.drawArrows(state);
    }

    marbleAt(hole: number): SVGGElement | undefined {
        return this.marbles.get(hole);
    }

    spot(hole: number): Spot {
        return this.view.spots[hole]!;
    }

    /** Puts a marble above all others. */
    raise(piece: SVGGElement): void {
        this.pieces.append(piece);
    }

    private place(state: Shown): void {
        state.pieces.forEach((seat, hole) => {
            const old = this.marbles.get(hole);
            const colour = seat === undefined || seat === null ? undefined : colourOf(state.layout, seat);
            if (old && (colour === undefined || old.dataset['colour'] !== String(colour))) {
                old.remove();
                this.marbles.delete(hole);
            }
            if (colour !== undefined && !this.marbles.has(hole)) {
                const placed = piece(state.layout, this.id, colour);
                placed.dataset['colour'] = String(colour);
                this.marbles.set(hole, placed);
                this.pieces.append(placed);
            }
            this.settle(hole);
        });
    }

    /** Puts the marble of a place where it belongs. */
    settle(hole: number): void {
        const { x, y } = this.spot(hole);
        this.marbles.get(hole)?.setAttribute('transform', `translate(${x} ${y})`);
    }

    private drawGlow({ layout, bottom, glow = [] }: Shown): void {
        this.glow.setAttribute('class', `lj-glow lj-colour-${colourOf(layout, bottom)}`);
        const spots = glow.map((hole) => this.spot(hole));
        this.glow.replaceChildren(...spots.map(({ x, y }) => svg('circle', { cx: x, cy: y, r: UNIT * 0.56 })));
    }

    /** The 1999 program's line from start to landing, through every landing. */
    private drawLast(route: number[]): void {
        const spots = route.map((hole) => this.spot(hole));
        if (spots.length < 2) {
            this.last.replaceChildren();
            return;
        }
        const dots = spots.slice(0, -1).map(({ x, y }) => svg('circle', { cx: x, cy: y, r: 4.5 }));
        this.last.replaceChildren(svg('path', { d: pathThrough(spots) }), ...dots);
    }

    private drawArrows(state: Shown): void {
        const arrows = [...state.arrows].reverse().map(({ route, rank }) => {
            const spots = route.map((hole) => this.spot(hole));
            return spots.length < 2 ? undefined : arrow(spots, `lj-arrow lj-rank-${Math.min(rank, 2)}`);
        });
        this.arrows.replaceChildren(...arrows.filter((arrow) => arrow !== undefined));
    }

    /** What is picked, where it can land, and where the keys are. */
    mark(state: BoardState, interaction: Interaction): void {
        const marks: SVGElement[] = [];
        const at = (hole: number, r: number, name: string) => {
            const { x, y } = this.spot(hole);
            marks.push(svg('circle', { cx: x, cy: y, r, class: name }));
        };
        const { picked, hovered } = interaction;
        for (const hole of state.warned ?? []) at(hole, RADIUS * 1.34, 'lj-warned');
        if (state.marksMovable && picked === undefined) {
            for (const hole of new Set(state.moves.flatMap((move) => from(move) ?? []))) at(hole, RADIUS * 1.08, 'lj-movable');
        }
        if (picked !== undefined) {
            const preview = hovered === undefined ? undefined : moveBetween(state, picked, hovered);
            if (preview) {
                marks.push(svg('path', { d: pathThrough(preview.route.map((hole) => this.spot(hole))), class: 'lj-route' }));
            }
            at(picked, RADIUS * 1.22, 'lj-picked');
            for (const move of movesFrom(state, picked)) this.markLanding(state, move, at);
        } else if (hovered !== undefined && state.moves.some((move) => from(move) === hovered)) {
            at(hovered, RADIUS * 1.12, 'lj-hovered');
        }
        if (interaction.usesKeys) at(interaction.cursor, UNIT * 0.48, 'lj-cursor');
        this.marks.replaceChildren(...marks);
    }

    private markLanding(state: BoardState, move: BoardState['moves'][number], at: (hole: number, r: number, name: string) => void): void {
        const end = to(move)!;
        const isTaken = state.pieces[end] !== undefined && state.pieces[end] !== null;
        if (isTaken) {
            at(end, RADIUS * 1.1, 'lj-capture');
        } else if (move.isStep) {
            at(end, UNIT * 0.15, 'lj-step');
        } else {
            at(end, UNIT * 0.24, 'lj-hop');
            at(end, UNIT * 0.08, 'lj-step');
        }
    }
}

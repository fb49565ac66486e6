// Circles and arrows that people draw on a board: by dragging with the right button, or in a mode of their
// own with finger, pen, mouse or keys. A board without them does not load this.

import type { Board } from './index.js';
import { UNIT, nearest } from './geometry.js';
import { arrow, svg } from './svg.js';

/** A circle around a place, or an arrow to another. */
export interface Drawn {
    colour: string;
    from: number;
    to: number | undefined;
}

export interface ShapeHandlers {
    /** Somebody has drawn a shape; a circle ends where it begins. */
    draw: (from: number, to: number | undefined) => void;
    /** An arrow was begun by keys. */
    begun: (from: number) => void;
    letGo: () => void;
}

export class ShapeLayer {
    private readonly layer = svg('g', { class: 'lj-shapes' });
    private readonly root: SVGSVGElement;
    private readonly frame: HTMLElement;
    /** Whether a plain press draws, too. */
    private isDrawing = false;
    private colour = '';
    private shapes: Drawn[] = [];
    /** What is being drawn, and by which pointer. */
    private begun: { from: number; to: number | undefined; pointer: number | undefined } | undefined;

    constructor(
        private readonly board: Board,
        private readonly handlers: ShapeHandlers,
    ) {
        this.root = board.root;
        this.frame = this.root.parentElement!;
        this.root.append(this.layer);
        // Before the board itself hears of them.
        this.root.addEventListener('pointerdown', this.down, true);
        this.root.addEventListener('pointermove', this.over, true);
        this.root.addEventListener('pointerup', this.up, true);
        this.root.addEventListener('pointercancel', this.cancel, true);
        this.root.addEventListener('contextmenu', this.noMenu);
        this.frame.addEventListener('keydown', this.key, true);
    }

    /** Shows these shapes; what is drawn next has this colour. */
    show(shapes: Drawn[], colour: string, isDrawing: boolean): void {
        this.shapes = shapes;
        this.colour = colour;
        if (this.isDrawing && !isDrawing) this.begun = undefined;
        this.isDrawing = isDrawing;
        this.root.classList.toggle('lj-drawing', isDrawing);
        this.update();
    }

    private update(): void {
        const { begun } = this;
        const all = begun ? [...this.shapes, { colour: this.colour, from: begun.from, to: begun.to === begun.from ? undefined : begun.to }] : this.shapes;
        this.layer.replaceChildren(...all.map((shape) => this.drawn(shape)));
    }

    private drawn({ colour, from, to }: Drawn): SVGElement {
        const { spots } = this.board.view();
        const name = `lj-shape lj-shape-${colour}`;
        const start = spots[from]!;
        if (to === undefined) return svg('circle', { cx: start.x, cy: start.y, r: UNIT * 0.46, class: name });
        return arrow([start, spots[to]!], name);
    }

    private holeOf(event: PointerEvent): number | undefined {
        const matrix = this.root.getScreenCTM();
        return matrix ? nearest(this.board.view(), new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())) : undefined;
    }

    private readonly down = (event: PointerEvent): void => {
        if (event.button !== 2 && !(this.isDrawing && event.button === 0)) return;
        event.stopImmediatePropagation();
        const from = this.holeOf(event);
        if (from === undefined) return;
        this.begun = { from, to: from, pointer: event.pointerId };
        this.root.setPointerCapture(event.pointerId);
        this.update();
    };
    private readonly over = (event: PointerEvent): void => {
        if (this.begun?.pointer !== event.pointerId) return;
        event.stopImmediatePropagation();
        this.begun.to = this.holeOf(event);
        this.update();
    };
    private readonly up = (event: PointerEvent): void => {
        if (this.begun?.pointer !== event.pointerId) return;
        event.stopImmediatePropagation();
        const { from } = this.begun;
        const to = this.holeOf(event);
        this.begun = undefined;
        // Whoever lets go beside the board has thought better of it.
        if (to === undefined) this.update();
        else this.handlers.draw(from, to === from ? undefined : to);
    };
    private readonly cancel = (): void => {
        this.begun = undefined;
        this.update();
    };
    private readonly noMenu = (event: Event): void => event.preventDefault();

    /** Enter begins a shape and ends it, Escape lets it go; going about is the board's own. */
    private readonly key = (event: KeyboardEvent): void => {
        const isEnter = event.key === 'Enter' || event.key === ' ';
        if (!this.isDrawing || !(isEnter || (event.key === 'Escape' && this.begun))) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const here = this.board.cursor();
        const { begun } = this;
        this.begun = isEnter && !begun ? { from: here, to: undefined, pointer: undefined } : undefined;
        if (!isEnter) this.handlers.letGo();
        else if (begun) this.handlers.draw(begun.from, here === begun.from ? undefined : here);
        else this.handlers.begun(here);
        this.update();
    };
}

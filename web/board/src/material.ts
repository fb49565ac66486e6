// What the board is made of: wood, holes, squares, and marbles with their marks.

import type { BoardLayout } from '@longjump/wire/layout';
import { UNIT, type Spot, type View } from './geometry.js';
import { hasKnights, knight } from './knight.js';
import { pathThrough, svg } from './svg.js';

export const RADIUS = UNIT * 0.4;
const SEATS = 6;

/** A mark for each seat, so that colour is never the only sign: ring, triangle, square, cross, plus, bar. */
const MARKS = [
    'M-5.2 0a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0',
    'M0 -6L5.6 4H-5.6Z',
    'M-4.6 -4.6H4.6V4.6H-4.6Z',
    'M-4.6 -4.6L4.6 4.6M4.6 -4.6L-4.6 4.6',
    'M0 -6V6M-6 0H6',
    'M-6 0H6',
];

/** The colour that a seat has on this board: by which point of the star is its home. */
export function colourOf(layout: BoardLayout, seat: number): number {
    if (layout.camps.length !== SEATS) return seat === 0 ? 0 : 3;
    return Math.max(
        0,
        layout.camps.findIndex((camp) => camp.homeOf === seat),
    );
}

/** Definitions shared by all boards of a page; `id` keeps them apart. */
export function definitions(id: string): SVGDefsElement {
    const wood = svg('linearGradient', { id: `${id}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 }, [
        svg('stop', { offset: 0, class: 'lj-wood-light' }),
        svg('stop', { offset: 1, class: 'lj-wood-deep' }),
    ]);
    const hole = svg('radialGradient', { id: `${id}-hole`, cx: 0.5, cy: 0.42 }, [
        svg('stop', { offset: 0, class: 'lj-hole-deep' }),
        svg('stop', { offset: 1, class: 'lj-hole-rim' }),
    ]);
    const gloss = svg('radialGradient', { id: `${id}-gloss`, cx: 0.34, cy: 0.28, r: 0.62 }, [
        svg('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.75 }),
        svg('stop', { offset: 0.35, 'stop-color': '#fff', 'stop-opacity': 0.12 }),
        svg('stop', { offset: 1, 'stop-color': '#fff', 'stop-opacity': 0 }),
    ]);
    const shade = svg('radialGradient', { id: `${id}-shade`, cx: 0.42, cy: 0.36, r: 0.68 }, [
        svg('stop', { offset: 0.55, 'stop-color': '#000', 'stop-opacity': 0 }),
        svg('stop', { offset: 1, 'stop-color': '#000', 'stop-opacity': 0.42 }),
    ]);
    return svg('defs', {}, [wood, hole, gloss, shade]);
}

/** A piece of this board at the origin. */
export function piece(layout: BoardLayout, id: string, colour: number): SVGGElement {
    return hasKnights(layout) ? knight(id, colour, MARKS[colour]!) : marble(id, colour);
}

function marble(id: string, colour: number): SVGGElement {
    return svg('g', { class: `lj-marble lj-colour-${colour}` }, [
        svg('ellipse', { cx: 1, cy: 4, rx: RADIUS, ry: RADIUS * 0.96, class: 'lj-shadow' }),
        svg('circle', { r: RADIUS, class: 'lj-body' }),
        svg('circle', { r: RADIUS, fill: `url(#${id}-shade)` }),
        svg('path', { d: MARKS[colour]!, class: 'lj-mark' }),
        svg('circle', { r: RADIUS, fill: `url(#${id}-gloss)`, class: 'lj-gloss' }),
    ]);
}

/** The board without pieces. */
export function ground(view: View, id: string): SVGGElement {
    return svg('g', { class: 'lj-ground' }, view.layout.squares ? squares(view, id) : holes(view, id));
}

function holes(view: View, id: string): SVGElement[] {
    const { layout, spots } = view;
    const lines = layout.lines.map(([a, b]) => pathThrough([spots[a]!, spots[b]!])).join('');
    const [x, y, width, height] = view.box;
    // A gradient over the whole board, not over each line's own box.
    const gradient = svg('linearGradient', {
        id: `${id}-plank`,
        gradientUnits: 'userSpaceOnUse',
        href: `#${id}-wood`,
        x1: x,
        y1: y,
        x2: x + width,
        y2: y + height,
    });
    const round = layout.points.map((point, hole) =>
        point.playable ? svg('circle', { cx: spots[hole]!.x, cy: spots[hole]!.y, r: UNIT * 0.25, fill: `url(#${id}-hole)` }) : undefined,
    );
    return [
        gradient,
        svg('path', { d: lines, class: 'lj-plank-edge' }),
        svg('path', { d: lines, class: 'lj-plank', stroke: `url(#${id}-plank)` }),
        ...camps(view),
        svg('path', { d: lines, class: 'lj-lines' }),
        ...round.filter((circle) => circle !== undefined),
    ];
}

/** Homes and goals, tinted. */
function camps(view: View): SVGElement[] {
    const { layout, spots } = view;
    return layout.camps.map((camp, index) => {
        const inside = new Set(camp.holes);
        const own = layout.lines.filter(([a, b]) => inside.has(a) && inside.has(b));
        const path = own.map(([a, b]) => pathThrough([spots[a]!, spots[b]!])).join('');
        const seat = camp.homeOf ?? camp.goalOf;
        const colour = layout.camps.length === SEATS ? index : seat === undefined ? 0 : colourOf(layout, seat);
        return svg('path', { d: path, class: `lj-camp lj-colour-${colour}` });
    });
}

function squares(view: View, id: string): SVGElement[] {
    const { layout, spots } = view;
    const [x, y, width, height] = view.box;
    const inset = UNIT * 0.1;
    const frame = {
        x: x + inset,
        y: y + inset,
        width: width - 2 * inset,
        height: height - 2 * inset,
        rx: UNIT * 0.3,
    };
    const homes = new Map<number, number>();
    for (const camp of layout.camps) {
        if (camp.homeOf !== undefined) camp.holes.forEach((hole) => homes.set(hole, camp.homeOf!));
    }
    const tiles = layout.points.map((point, hole) => {
        const spot = spots[hole]!;
        return svg('rect', {
            x: spot.x - UNIT / 2,
            y: spot.y - UNIT / 2,
            width: UNIT,
            height: UNIT,
            class: `lj-square${point.dark ? ' lj-dark' : ''}`,
        });
    });
    const tints = [...homes].map(([hole, seat]) => {
        const spot = spots[hole]!;
        return svg('rect', {
            x: spot.x - UNIT / 2,
            y: spot.y - UNIT / 2,
            width: UNIT,
            height: UNIT,
            class: `lj-home lj-colour-${colourOf(layout, seat)}`,
        });
    });
    return [svg('rect', { ...frame, class: 'lj-frame', fill: `url(#${id}-wood)` }), ...tiles, ...tints];
}

/** Names of rows and columns; on boards of holes they are seen only where they are wanted. */
export function labels(view: View): SVGElement[] {
    return view.layout.squares ? edges(view) : coordinates(view);
}

function label({ x, y }: Spot, words: string, name: string): SVGElement {
    const element = svg('text', { x, y, class: name, 'aria-hidden': 'true' });
    element.textContent = words;
    return element;
}

/** At the right end of each line of holes that have a number in common, and at the lower end of those with a letter. */
function coordinates(view: View): SVGElement[] {
    const along = (part: RegExp, isLabelEnd: (way: Spot) => boolean) => {
        const lines = new Map<string, Spot[]>();
        view.layout.points.forEach(({ name }, hole) => {
            const words = part.exec(name)![0];
            lines.set(words, [...(lines.get(words) ?? []), view.spots[hole]!]);
        });
        const [from, to] = [...lines.values()].find(({ length }) => length > 1)!;
        const step = { x: to!.x - from!.x, y: to!.y - from!.y };
        const sign = isLabelEnd(step) ? 1 : -1;
        const way = { x: sign * step.x, y: sign * step.y };
        const reach = (spot: Spot) => spot.x * way.x + spot.y * way.y;
        return [...lines].map(([words, spots]) => {
            const end = spots.reduce((best, spot) => (reach(spot) > reach(best) ? spot : best));
            return label({ x: end.x + 0.74 * way.x, y: end.y + 0.74 * way.y + UNIT * 0.12 }, words, 'lj-label lj-coordinate');
        });
    };
    const isLower = ({ x, y }: Spot) => (Math.abs(y) < 1 ? x < 0 : y > 0);
    return [...along(/\d+/, ({ x }) => x > 0), ...along(/\D+/, isLower)];
}

/** Along the left and lower edge of squares. */
function edges(view: View): SVGElement[] {
    const { points } = view.layout;
    const bottom = Math.max(...view.spots.map((spot) => spot.y));
    const left = Math.min(...view.spots.map((spot) => spot.x));
    return points.flatMap((point, hole) => {
        const spot = view.spots[hole]!;
        const texts: SVGElement[] = [];
        const text = (x: number, y: number, words: string) => texts.push(label({ x, y }, words, 'lj-label'));
        if (spot.y === bottom) text(spot.x, bottom + UNIT * 0.68, point.name.replace(/\d+/, ''));
        if (spot.x === left) text(left - UNIT * 0.65, spot.y + UNIT * 0.09, point.name.replace(/\D+/, ''));
        return texts;
    });
}

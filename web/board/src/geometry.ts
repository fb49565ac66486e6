// Where things are on the drawing: the layout turned so that one seat's home is below.

import type { BoardLayout } from '@longjump/wire/layout';

export interface Spot {
    x: number;
    y: number;
}

/** A layout seen by someone: every place in drawing units, y downwards. */
export interface View {
    layout: BoardLayout;
    spots: Spot[];
    /** Left, top, width and height of the drawing. */
    box: [number, number, number, number];
}

/** Drawing units between neighbouring places. */
export const UNIT = 40;
const MARGIN_OF_HOLES = 1.05;
const MARGIN_OF_SQUARES = 0.85;

export function centre(spots: Spot[]): Spot {
    const sum = spots.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
    return { x: sum.x / spots.length, y: sum.y / spots.length };
}

/** The view of whoever sits at `seat`; a board turns by 60 or by 180 degrees. */
export function viewOf(layout: BoardLayout, seat: number): View {
    const middle = centre(layout.points);
    const turn = turnFor(layout, seat, middle);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const spots = layout.points.map((point) => {
        const [x, y] = [point.x - middle.x, point.y - middle.y];
        return { x: round(UNIT * (x * cos - y * sin)), y: round(-UNIT * (x * sin + y * cos)) };
    });
    const margin = UNIT * (layout.squares ? MARGIN_OF_SQUARES : MARGIN_OF_HOLES);
    const left = Math.min(...spots.map((spot) => spot.x)) - margin;
    const right = Math.max(...spots.map((spot) => spot.x)) + margin;
    const top = Math.min(...spots.map((spot) => spot.y)) - margin;
    const bottom = Math.max(...spots.map((spot) => spot.y)) + margin;
    return { layout, spots, box: [left, top, right - left, bottom - top] };
}

function turnFor(layout: BoardLayout, seat: number, middle: Spot): number {
    const home = layout.camps.find((camp) => camp.homeOf === seat);
    if (!home) return 0;
    const camp = centre(home.holes.map((hole) => layout.points[hole]!));
    const angle = Math.atan2(camp.y - middle.y, camp.x - middle.x);
    const step = layout.squares ? Math.PI : Math.PI / 3;
    return Math.round((-Math.PI / 2 - angle) / step) * step;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The place nearest to a spot, if it is within reach. */
export function nearest(view: View, spot: Spot): number | undefined {
    let best: number | undefined;
    let reach = UNIT * 0.62;
    view.spots.forEach((other, hole) => {
        const distance = Math.hypot(other.x - spot.x, other.y - spot.y);
        if (view.layout.points[hole]!.playable && distance < reach) {
            reach = distance;
            best = hole;
        }
    });
    return best;
}

/**
 * The next place from `hole` in a direction in degrees, 0 being right and 90 up:
 * the nearest one, where straying from the direction counts double.
 */
export function neighbour(view: View, hole: number, degrees: number): number | undefined {
    const from = view.spots[hole]!;
    const angle = (degrees * Math.PI) / 180;
    const [ahead, aside] = [Math.cos(angle), -Math.sin(angle)];
    let best: number | undefined;
    let least = Infinity;
    view.spots.forEach((spot, other) => {
        const [x, y] = [spot.x - from.x, spot.y - from.y];
        const along = x * ahead + y * aside;
        const across = Math.abs(-x * aside + y * ahead);
        const cost = along + 2 * across;
        if (view.layout.points[other]!.playable && along > UNIT * 0.3 && across < along * 1.8 && cost < least) {
            least = cost;
            best = other;
        }
    });
    return best;
}

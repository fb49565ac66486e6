// What people have drawn, for the board.

import type { Drawn } from '@longjump/board/shapes';
import type { BoardLayout } from './rules.js';
import type { Shape } from './tree.js';

/** Names of places as their numbers, for those that the board has. */
export function drawnOn(layout: BoardLayout, shapes: Shape[]): Drawn[] {
    const place = (name: string) => layout.points.findIndex((point) => point.name === name);
    return shapes
        .map(({ colour, from, to }) => ({ colour, from: place(from), to: to === undefined ? undefined : place(to) }))
        .filter(({ from, to }) => from >= 0 && to !== -1);
}

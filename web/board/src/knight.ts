// A knight, for boards on which pieces move as in chess.

import type { BoardLayout } from '@longjump/engine';
import { svg } from './svg.js';

/** Looking to the left; it fills a square as a marble does. */
const SILHOUETTE =
    'M-9.5 16H11.5C13 6 13.5 -5 6 -10.5L5.5 -16L1 -12.5C-4 -12 -8.5 -8 -10 -3L-13.8 3.2C-15 6 -13 8.8 -10.4 8.2L-7.6 6.8C-5 5.8 -2.4 5.6 -0.2 3.4C-0.6 8.4 -8.6 9.4 -9.5 16Z';
const EYE = 'M-4.4 -4.6h0.01';

/**
 * Whether the pieces of a board are knights. Layouts don't name their game; only where knights ride are there
 * goals that nobody sets out from.
 */
export function hasKnights({ squares, camps }: BoardLayout): boolean {
    return squares && camps.some(({ homeOf, goalOf }) => homeOf === undefined && goalOf !== undefined);
}

/** A knight at the origin, with the mark of its seat on the shoulder. */
export function knight(id: string, colour: number, mark: string): SVGGElement {
    return svg('g', { class: `lj-marble lj-knight lj-colour-${colour}` }, [
        svg('ellipse', { cx: 1, cy: 15, rx: 13, ry: 3.6, class: 'lj-shadow' }),
        svg('path', { d: SILHOUETTE, class: 'lj-body' }),
        svg('path', { d: EYE, class: 'lj-eye' }),
        svg('path', { d: mark, class: 'lj-mark', transform: 'translate(4.6 3) scale(0.72)' }),
        svg('path', { d: SILHOUETTE, fill: `url(#${id}-gloss)`, class: 'lj-gloss' }),
    ]);
}

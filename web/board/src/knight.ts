// A knight, for boards on which pieces move as in chess.

import type { BoardLayout } from '@longjump/wire/layout';
import { svg } from './svg.js';

/** Looking to the left; it fills a square as a marble does. */
const SILHOUETTE =
    'M-10.5 16V13.4C-10.5 11.8 -8.6 11.6 -8 10.6C-6.4 7.6 -0.4 6.4 0.4 0.8C-2.4 3.4 -5.6 3.2 -7.4 5.4C-8.8 7.4 -11.4 8.4 -13 6.8C-14.6 5.2 -14.2 2.6 -13 0.8L-8.2 -7.2C-7.4 -9.4 -6.4 -10.8 -4.6 -12L-4 -16.4L-0.4 -13.2C8.6 -12.4 13 -3.6 11.6 10.8C11.8 11.6 13 11.8 13 13.4V16Z';
const EYE = 'M-4.8 -5.6h0.01';
const NOSTRIL = 'M-11.4 3.4h0.01';

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
        svg('path', { d: NOSTRIL, class: 'lj-nostril' }),
        svg('path', { d: mark, class: 'lj-mark', transform: 'translate(6 4.4) scale(0.64)' }),
        svg('path', { d: SILHOUETTE, fill: `url(#${id}-gloss)`, class: 'lj-gloss' }),
    ]);
}

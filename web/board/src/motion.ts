// Marbles hop; they don't slide through each other.

import type { Drawing } from './drawing.js';

/** The whole of a move takes no longer, in milliseconds. */
const LONGEST = 600;
const ONE_HOP = 220;
const ONE_STEP = 160;

export function wantsLessMotion(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A move that has just been made, to be shown moving. */
export interface Travelled {
    route: number[];
    isStep: boolean;
    /** How many times as long as usual it takes. */
    slowness?: number;
}

/** How long a move is on its way, in milliseconds. */
export function durationOf({ route, isStep, slowness = 1 }: Travelled): number {
    return slowness * Math.min(LONGEST, (isStep ? ONE_STEP : ONE_HOP) * Math.max(0, route.length - 1));
}

/** Moves the marble that has arrived at the end of a route along it. */
export function travel(drawing: Drawing, travelled: Travelled): Animation | undefined {
    const { route, isStep } = travelled;
    const piece = drawing.marbleAt(route.at(-1)!);
    if (!piece || route.length < 2 || wantsLessMotion()) return undefined;
    drawing.raise(piece);
    const spots = route.map((hole) => drawing.spot(hole));
    const frames: Keyframe[] = [];
    const frame = (x: number, y: number, scale: number, offset: number) =>
        frames.push({ transform: `translate(${x}px, ${y}px) scale(${scale})`, offset, easing: 'ease-in-out' });
    const hops = spots.length - 1;
    for (let hop = 0; hop < hops; hop++) {
        const [a, b] = [spots[hop]!, spots[hop + 1]!];
        frame(a.x, a.y, 1, hop / hops);
        frame((a.x + b.x) / 2, (a.y + b.y) / 2 - (isStep ? 0 : 9), isStep ? 1.03 : 1.2, (hop + 0.5) / hops);
    }
    const end = spots[hops]!;
    frame(end.x, end.y, 1, 1);
    return piece.animate(frames, { duration: durationOf(travelled) });
}

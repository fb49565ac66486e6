import { Game } from '@longjump/engine/node';
import { describe, expect, test } from 'vitest';
import { centre, nearest, neighbour, UNIT, viewOf } from './geometry.js';

function layoutOf(spec: string) {
    const game = new Game(spec);
    const layout = game.layout();
    game.free();
    return layout;
}
const GAMES = ['star', 'star:seats=6', 'diamond', 'corners', 'knightthrough', 'minicheckers'];

describe.each(GAMES)('%s', (spec) => {
    const layout = layoutOf(spec);
    const seats = layout.camps.flatMap(({ homeOf }) => homeOf ?? []);

    test('whoever looks has their home below', () => {
        for (const seat of seats) {
            const { spots } = viewOf(layout, seat);
            const home = layout.camps.find(({ homeOf }) => homeOf === seat)!;
            const middle = centre(home.holes.map((hole) => spots[hole]!));
            expect(middle.y).toBeGreaterThan(0);
            // On squares a camp may be in a corner; such a board only turns by half.
            expect(Math.abs(middle.x)).toBeLessThan(layout.squares ? middle.y + 1 : 1);
        }
    });

    test('turning the board moves nobody nearer to anybody', () => {
        const [one, other] = [viewOf(layout, seats[0]!).spots, viewOf(layout, seats.at(-1)!).spots];
        for (const [a, b] of layout.lines) {
            const length = (spots: typeof one) => Math.hypot(spots[a]!.x - spots[b]!.x, spots[a]!.y - spots[b]!.y);
            expect(length(one)).toBeCloseTo(length(other), 1);
        }
    });

    test('everything is inside the box', () => {
        const {
            spots,
            box: [left, top, width, height],
        } = viewOf(layout, 0);
        for (const { x, y } of spots) {
            expect(x - left).toBeGreaterThan(0);
            expect(left + width - x).toBeGreaterThan(0);
            expect(y - top).toBeGreaterThan(0);
            expect(top + height - y).toBeGreaterThan(0);
        }
    });

    test('a place is nearest to itself and to a shaky hand, and nothing is near what is far off', () => {
        const view = viewOf(layout, 0);
        view.spots.forEach(({ x, y }, hole) => {
            if (!layout.points[hole]!.playable) return;
            expect(nearest(view, { x, y })).toBe(hole);
            expect(nearest(view, { x: x + UNIT / 4, y: y - UNIT / 4 })).toBe(hole);
        });
        expect(nearest(view, { x: 1e4, y: 0 })).toBeUndefined();
    });

    test('the six or four directions lead everywhere that pieces can be', () => {
        const view = viewOf(layout, 0);
        const degrees = layout.squares ? [0, 45, 90, 135, 180, 225, 270, 315] : [0, 60, 90, 120, 180, 240, 270, 300];
        const start = layout.points.findIndex(({ playable }) => playable);
        const seen = new Set([start]);
        for (const hole of seen) {
            for (const direction of degrees) {
                const next = neighbour(view, hole, direction);
                if (next !== undefined) seen.add(next);
            }
        }
        expect(seen.size).toBe(layout.points.filter(({ playable }) => playable).length);
    });
});

test('on squares right is right and up is up', () => {
    const view = viewOf(layoutOf('corners'), 0);
    const hole = view.layout.points.findIndex(({ name }) => name === 'd4');
    const names = [0, 90, 180, 270].map((degrees) => view.layout.points[neighbour(view, hole, degrees)!]!.name);
    expect(names).toEqual(['e4', 'd5', 'c4', 'd3']);
    const corner = view.layout.points.findIndex(({ name }) => name === 'a1');
    expect(neighbour(view, corner, 180)).toBeUndefined();
});

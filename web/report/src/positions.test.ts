import { Game } from '@longjump/engine/node';
import { expect, test } from 'vitest';
import { isStep, piecesAfter, readScore } from './positions.js';

test.each([
    [null, undefined],
    ['+1.25', 1.25],
    ['−0.5', -0.5],
    ['-0.5', -0.5],
    ['win in 7', Infinity],
    ['loss in 3', -Infinity],
    ['?', undefined],
])('score %s', (text, value) => expect(readScore(text)).toBe(value));

test('pieces follow the changes of the moves, captures too', () => {
    const game = {
        start: [0, null, 1],
        moves: [
            {
                changes: [
                    [0, null],
                    [1, 0],
                ],
            },
            {
                changes: [
                    [2, null],
                    [1, 1],
                ],
            },
        ],
    } as unknown as Parameters<typeof piecesAfter>[0];
    expect([0, 1, 2, 9].map((ply) => piecesAfter(game, ply))).toEqual([
        [0, null, 1],
        [null, 0, 1],
        [null, 1, null],
        [null, 1, null],
    ]);
});

test.each(['star', 'diamond', 'corners', 'knightthrough', 'minicheckers'])('%s: a step is what the rules call one', (spec) => {
    const game = new Game(spec);
    const layout = game.layout();
    for (let ply = 0; ply < 30; ply++) {
        const { moves } = game.state();
        for (const { route, isStep: known } of moves.filter((move) => move.route.length > 0)) {
            expect(isStep(layout, { route } as Parameters<typeof isStep>[1])).toBe(known);
        }
        game.play(moves[(ply * 7) % moves.length]!.text);
    }
    game.free();
});

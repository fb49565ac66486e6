import { Game } from '@longjump/engine/node';
import { expect, test } from 'vitest';
import { hasKnights } from './knight.js';

test.each(['star', 'star:seats=3', 'star:seats=6', 'diamond', 'corners', 'knightthrough', 'minicheckers'])('%s', (spec) => {
    const game = new Game(spec);
    expect(hasKnights(game.layout())).toBe(spec === 'knightthrough');
    game.free();
});

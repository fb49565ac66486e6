import '@longjump/engine/node';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetGame, hasLostAgain, keepGame, keptGames, MOST_KEPT, type KeptGame } from './kept-games.js';
import { nextLevel, noteBeaten } from './levels.js';
import type { Plan } from './plan.js';

const plan = (level: number): Plan => ({
    spec: 'star',
    seats: [{ kind: 'person' }, { kind: 'engine', player: `default:level=${level}` }],
    timing: { kind: 'free' },
});
const game = (startedAt: number, places?: number[], level = 2): KeptGame => ({
    id: String(startedAt),
    startedAt,
    plan: plan(level),
    moves: ['m4l5'],
    clocks: [],
    places,
});

beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => void stored.set(key, text) });
});

test('games are kept once each, the latest first, without those that never began', () => {
    keepGame(game(1));
    keepGame(game(3));
    keepGame(game(2));
    keepGame({ ...game(1), moves: ['m4l5', 'h14h13'] });
    keepGame({ ...game(4), moves: [] });
    expect(keptGames().map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(keptGames().at(-1)!.moves).toHaveLength(2);
    forgetGame('2');
    expect(keptGames().map(({ id }) => id)).toEqual(['3', '1']);
});

test('when there are too many the oldest go', () => {
    for (let at = 0; at <= MOST_KEPT; at++) keepGame(game(at));
    expect(keptGames()).toHaveLength(MOST_KEPT);
    expect(keptGames().at(-1)!.id).toBe('1');
});

test('two losses in a row to a level are noticed', () => {
    keepGame(game(1, [2, 1]));
    expect(hasLostAgain(plan(2), 0)).toBe(false);
    keepGame(game(2, [2, 1], 3));
    keepGame(game(3));
    expect(hasLostAgain(plan(2), 0)).toBe(false);
    keepGame(game(4, [2, 1]));
    expect(hasLostAgain(plan(2), 0)).toBe(true);
    keepGame(game(5, [1, 2]));
    expect(hasLostAgain(plan(2), 0)).toBe(false);
});

test('the next level is the one after the highest that was beaten', () => {
    expect(nextLevel('star')).toBe(1);
    noteBeaten('star', 3);
    noteBeaten('star', 1);
    noteBeaten('corners', 10);
    expect(['star', 'corners', 'diamond'].map(nextLevel)).toEqual([4, 10, 1]);
});

// What helps somebody to see the rules before they bite, and to make a first move.

import { parseSpec } from '@longjump/engine';
import { nameOf } from './plan.js';
import type { BoardLayout, LegalMove, State } from './rules.js';

/** From so many moves before the last one on people are told of their marbles at home. */
const WARNED_BEFORE = 10;
/** In a race a seat may take so many moves to leave its home. */
const MOVES_AT_HOME = 50;
/** The deadline of the race in corners. */
const PLIES_IN_CORNERS = 80;

/** The plies after which nobody may have a piece at home, if there is such a rule. */
export function homeDeadline(spec: string, seats: number): number | undefined {
    const { game, options } = parseSpec(spec);
    const chosen = new Map(options);
    const given = chosen.get('home_deadline');
    if (given !== undefined) return given === 'off' ? undefined : Number(given);
    if (game === 'corners') return chosen.get('preset') === 'race' ? PLIES_IN_CORNERS : undefined;
    if (game !== 'star' && game !== 'diamond') return undefined;
    return chosen.get('preset') === 'thesis' ? undefined : MOVES_AT_HOME * seats;
}

export interface HomeWarning {
    /** The places of the pieces that must leave. */
    holes: number[];
    /** With so many moves they can do it, the next one included. */
    moves: number;
}

/** Whether a seat should hurry to leave its home. */
export function homeWarning(state: State, layout: BoardLayout, seat: number): HomeWarning | undefined {
    const deadline = homeDeadline(state.spec, state.seats);
    const home = layout.camps.find(({ homeOf }) => homeOf === seat)?.holes ?? [];
    const holes = home.filter((hole) => state.pieces[hole] === seat);
    if (deadline === undefined || holes.length === 0 || state.turn === undefined || state.places[seat]) return undefined;
    const playing = state.places.filter((place) => place === 0).length;
    // Whoever's move comes after the deadline is judged by it.
    const before = Math.max(0, deadline - pliesIn(state) - pliesUntil(state, seat));
    const moves = 1 + Math.ceil(before / playing);
    return moves <= 1 + WARNED_BEFORE ? { holes, moves } : undefined;
}

/** How many plies were played before a position; it says so itself, as a game need not begin at the start. */
const pliesIn = ({ position }: State): number => Number(position.split(' ')[2]);

/** How many others move before a seat does. */
function pliesUntil({ turn, places, seats }: State, seat: number): number {
    let plies = 0;
    for (let next = turn!; next !== seat; next = (next + 1) % seats) if (places[next] === 0) plies++;
    return plies;
}

/** Whether nothing but capturing is allowed, where capturing is compulsory. */
export function mustCapture({ spec, moves }: State): boolean {
    return nameOf(spec) === 'minicheckers' && moves.some(({ route }) => route.length > 0) && moves.every(({ isStep }) => !isStep);
}

/** Whether it helps to mark the pieces that can move: always where pieces are often blocked, else where most are. */
export function helpsToMark({ spec, moves, pieces, turn }: State): boolean {
    const movable = new Set(moves.map(({ route }) => route[0])).size;
    const own = pieces.filter((seat) => seat === turn).length;
    return ['minicheckers', 'knightthrough'].includes(nameOf(spec)) || movable * 2 <= own;
}

/** The places that a seat wants to reach. */
export const goalOf = (layout: BoardLayout, seat: number): number[] => layout.camps.find((camp) => camp.goalOf === seat)?.holes ?? [];

/** Where going far ahead is not sound: a knight that is out alone gets lost. */
const SOUND: Record<string, string> = { knightthrough: 'g2e3' };

/** A first move to suggest: a hop if there is one, and the one that goes farthest ahead. */
export function firstMove({ spec, moves, turn }: State, layout: BoardLayout): LegalMove | undefined {
    const sound = moves.find(({ text }) => text === SOUND[nameOf(spec)]);
    if (sound) return sound;
    const { points } = layout;
    const home = middle((layout.camps.find(({ homeOf }) => homeOf === turn)?.holes ?? []).map((hole) => points[hole]!));
    const board = middle(points);
    const ahead = (hole: number) => (board.x - home.x) * points[hole]!.x + (board.y - home.y) * points[hole]!.y;
    const gain = ({ route }: LegalMove) => ahead(route.at(-1)!) - ahead(route[0]!);
    const real = moves.filter(({ route }) => route.length > 0);
    const hops = real.filter(({ isStep }) => !isStep);
    // Of those that go equally far the most central one.
    const aside = ({ route }: LegalMove) => Math.hypot(points[route.at(-1)!]!.x - board.x, points[route.at(-1)!]!.y - board.y);
    return (hops.length > 0 ? hops : real).toSorted((a, b) => Math.round(gain(b) - gain(a)) || aside(a) - aside(b))[0];
}

function middle(points: { x: number; y: number }[]): { x: number; y: number } {
    const sum = (along: 'x' | 'y') => points.reduce((total, point) => total + point[along], 0);
    return { x: sum('x') / points.length, y: sum('y') / points.length };
}

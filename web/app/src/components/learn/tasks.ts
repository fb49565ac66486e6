// What a lesson asks for: whether a move that was tried does it.

import type { BoardLayout, LegalMove, State } from '../../lib/rules.js';

export interface Tried {
    move: LegalMove;
    layout: BoardLayout;
    before: State;
    after: State;
}

export type Task = (tried: Tried) => boolean;

/** The learner always sits in seat 0. */
const LEARNER = 0;
const OTHER = 1;

export const anything: Task = () => true;
export const step: Task = ({ move }) => move.isStep;
export const hop: Task = ({ move }) => !move.isStep;

export const both =
    (first: Task, second: Task): Task =>
    (tried) =>
        first(tried) && second(tried);

/** A move of the piece in a place. */
export const from =
    (name: string): Task =>
    ({ move, layout }) =>
        layout.points[move.route[0]!]?.name === name;

export const into =
    (name: string): Task =>
    ({ move, layout }) =>
        layout.points[move.route.at(-1)!]?.name === name;

export const intoGoal: Task = ({ move, layout }) => {
    const goal = layout.camps.find(({ goalOf }) => goalOf === LEARNER)?.holes ?? [];
    return goal.includes(move.route.at(-1)!) && !goal.includes(move.route[0]!);
};

export const wins: Task = ({ after }) => after.standings?.[LEARNER] === 1;

/** Who is out after their move has a place; who goes on has none. */
export const staysIn: Task = ({ after }) => !after.standings && after.places[LEARNER] === 0;

export const takes: Task = ({ before, after }) => count(after) < count(before);
const count = ({ pieces }: State) => pieces.filter((seat) => seat === OTHER).length;

/** The hops of a move, as pairs of places. */
function legs({ route }: LegalMove): [number, number][] {
    return route.slice(1).map((end, index) => [route[index]!, end]);
}

export const overAnother: Task = ({ move, layout, before }) =>
    !move.isStep && legs(move).some(([start, end]) => before.pieces[middle(layout, start, end)] === OTHER);

function middle({ points }: BoardLayout, start: number, end: number): number {
    const [x, y] = [(points[start]!.x + points[end]!.x) / 2, (points[start]!.y + points[end]!.y) / 2];
    return points.findIndex((point) => Math.hypot(point.x - x, point.y - y) < 0.1);
}

/** A hop over a marble that is not a neighbour goes more than two holes at once. */
export const long: Task = ({ move, layout: { points } }) =>
    legs(move).some(([start, end]) => Math.hypot(points[end]!.x - points[start]!.x, points[end]!.y - points[start]!.y) > 2.1);

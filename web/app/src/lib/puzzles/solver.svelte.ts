// How somebody with an account does at puzzles, as the service keeps it. What it was not told yet waits on the device.

import type { PuzzleTries, PuzzleTry, Solver, SolverRating, TriedPuzzle } from '@longjump/wire/solving';
import { ask, Problem } from '../online/api.js';
import { who } from '../online/who.svelte.js';
import { keep } from '../settings.svelte.js';
import { playsOnline } from '../turns.svelte.js';
import type { PackName, Puzzle } from './puzzle.js';

const KEY = 'longjump-tries';
/** How many are told of at a time. */
const MOST = 50;

/** What waits, and whose it is: another account of the same device is told nothing of it. */
interface Waiting {
    account: string;
    packs: Partial<Record<PackName, PuzzleTry[]>>;
}

function read(): Waiting {
    const nothing = { account: '', packs: {} };
    try {
        return { ...nothing, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Waiting>) };
    } catch {
        return nothing;
    }
}

let waiting = read();
const told: Partial<Record<PackName, Solver>> = $state({});
let sending: Promise<void> = Promise.resolve();

function change(changed: Waiting): void {
    waiting = changed;
    keep(KEY, JSON.stringify(waiting));
}

/** How they stand in a pack by the service; none without an account, and as long as it was not heard of. */
export const solverOf = (name: PackName): Solver | undefined => told[name];

/** A puzzle as hard as solvers have found it. */
export function withRatings(name: PackName, puzzles: Puzzle[]): Puzzle[] {
    const known = new Map(told[name]?.puzzles.map(({ id, rating }) => [id, Math.round(rating)]));
    return known.size === 0 ? puzzles : puzzles.map((puzzle) => ({ ...puzzle, rating: known.get(puzzle.id) ?? puzzle.rating }));
}

/** Asks who this is, tells what waits, and hears how they stand in a pack. */
export async function hear(name: PackName): Promise<void> {
    if (!playsOnline()) return;
    if (!who.isServed) await who.find();
    const account = who.player?.kind === 'account' ? who.player.name : undefined;
    // Nothing is known of who is offline: what they do is still theirs who were here last.
    if (account !== undefined || who.isServed) {
        if (account !== waiting.account) {
            change({ account: account ?? '', packs: {} });
            for (const known of Object.keys(told) as PackName[]) delete told[known];
        }
    }
    if (account === undefined) return;
    await send(name);
    told[name] = await ask<Solver>('GET', `puzzles/${name}`);
}

/** The puzzles of a pack that count no more. */
export const triedOf = (name: PackName): string[] => (told[name]?.puzzles ?? []).flatMap(({ id, solved }) => (solved === null ? [] : [id]));

/** A puzzle was tried for the first time: the service is told, now or when it can be. Tells by how much that changed the
 *  rating, if it is known. */
export async function tell(name: PackName, id: string, solved: boolean): Promise<number | undefined> {
    if (waiting.account === '' || triedOf(name).includes(id)) return undefined;
    const before = told[name];
    change({ ...waiting, packs: { ...waiting.packs, [name]: [...(waiting.packs[name] ?? []), { id, solved }] } });
    await send(name);
    const after = told[name];
    return before && after && after !== before ? Math.round(after.rating) - Math.round(before.rating) : undefined;
}

function withTries(puzzles: TriedPuzzle[], tries: PuzzleTry[]): TriedPuzzle[] {
    const solved = new Map(tries.map((own) => [own.id, own.solved]));
    return puzzles.map((puzzle) => ({ ...puzzle, solved: puzzle.solved ?? solved.get(puzzle.id) ?? null }));
}

/** One message after the other, so that tries are counted in their order. */
function send(name: PackName): Promise<void> {
    sending = sending.then(() => sendAll(name)).catch(() => undefined);
    return sending;
}

async function sendAll(name: PackName): Promise<void> {
    for (;;) {
        const tries = waiting.packs[name]?.slice(0, MOST) ?? [];
        if (tries.length === 0 || !who.is(waiting.account)) return;
        try {
            const rating = await ask<SolverRating>('POST', `puzzles/${name}/tries`, { tries } satisfies PuzzleTries);
            const solver = told[name];
            if (solver) told[name] = { ...solver, ...rating, puzzles: withTries(solver.puzzles, tries) };
        } catch (problem) {
            // What the service does not want it will not want later; all else is told again.
            if (!(problem instanceof Problem) || !['wrong', 'not_found'].includes(problem.code)) throw problem;
        }
        const left = waiting.packs[name]?.slice(tries.length) ?? [];
        change({ ...waiting, packs: { ...waiting.packs, [name]: left } });
    }
}

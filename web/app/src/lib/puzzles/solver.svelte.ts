// How somebody with an account does at puzzles, as the service keeps it.

import type { PuzzleTries, PuzzleTry, Solver, SolverRating, TriedPuzzle } from '@longjump/wire/solving';
import { ask, Problem } from '../online/api.js';
import { who } from '../online/who.svelte.js';
import { playsOnline } from '../turns.svelte.js';
import type { PackName, Puzzle } from './puzzle.js';
import { endTries, lastAccount, noteAccount, noteTry, waitingOf } from './tries.js';

/** How many are told of at a time. */
const MOST = 50;
/** What the service refuses for good. */
const REFUSED = new Set(['wrong', 'not_found']);

const told: Partial<Record<PackName, Solver>> = $state({});
/** What was asked last; the next begins after it. */
let busy: Promise<unknown> = Promise.resolve();

/** How they stand in a pack by the service; none without an account, and as long as it was not heard of. */
export const solverOf = (name: PackName): Solver | undefined => told[name];

/** Puzzles as hard as solvers have found them. */
export function withRatings(name: PackName, puzzles: Puzzle[]): Puzzle[] {
    const known = new Map(told[name]?.puzzles.map(({ id, rating }) => [id, Math.round(rating)]));
    return known.size === 0 ? puzzles : puzzles.map((puzzle) => ({ ...puzzle, rating: known.get(puzzle.id) ?? puzzle.rating }));
}

/** The puzzles of a pack that count no more. */
export const triedOf = (name: PackName): string[] => (told[name]?.puzzles ?? []).flatMap(({ id, solved }) => (solved === null ? [] : [id]));

/** One after the other, so that tries are counted in their order; what fails is done again another time. */
function after<T>(action: () => Promise<T>): Promise<T | undefined> {
    const done = busy.then(action).catch(() => undefined);
    busy = done;
    return done;
}

/** Asks who this is, tells what waits, and hears how they stand in a pack. */
export const hear = (name: PackName): Promise<void> =>
    after(async () => {
        const account = await find();
        if (account === '' || !who.is(account)) return;
        await send(account, name);
        told[name] = await ask<Solver>('GET', `puzzles/${name}`);
    });

/** The account whose page this is. Without an answer it is taken to be the one that was signed in here last. */
async function find(): Promise<string> {
    if (playsOnline() && !who.isKnown) await who.find();
    const account = who.player?.kind === 'account' ? who.player.name : '';
    const before = lastAccount();
    if (playsOnline() && !who.isKnown) return before;
    if (account !== before) for (const known of Object.keys(told) as PackName[]) delete told[known];
    noteAccount(account);
    return account;
}

/** A puzzle was tried for the first time: the service is told, now or when it can be. Tells by how much that changed the
 *  rating, if it is known. */
export async function tell(name: PackName, id: string, solved: boolean): Promise<number | undefined> {
    // Who it is may just be asked.
    await busy;
    const account = lastAccount();
    if (account === '' || triedOf(name).includes(id)) return undefined;
    const before = told[name];
    noteTry(account, name, { id, solved });
    await after(() => send(account, name));
    const now = told[name];
    return before && now && now !== before ? Math.round(now.rating) - Math.round(before.rating) : undefined;
}

async function send(account: string, name: PackName): Promise<void> {
    for (;;) {
        const tries = waitingOf(account, name).slice(0, MOST);
        if (tries.length === 0 || !who.is(account)) return;
        try {
            const rating = await ask<SolverRating>('POST', `puzzles/${name}/tries`, { player: account, tries } satisfies PuzzleTries);
            const solver = told[name];
            if (solver) told[name] = { ...solver, ...rating, puzzles: withTries(solver.puzzles, tries) };
        } catch (problem) {
            const code = problem instanceof Problem ? problem.code : '';
            // Another page of this browser has signed somebody else in, or out.
            if (code === 'other_account' || code === 'no_session') who.isKnown = false;
            if (!REFUSED.has(code)) throw problem;
        }
        endTries(account, name, tries);
    }
}

function withTries(puzzles: TriedPuzzle[], tries: PuzzleTry[]): TriedPuzzle[] {
    const solved = new Map(tries.map((own) => [own.id, own.solved]));
    return puzzles.map((puzzle) => ({ ...puzzle, solved: puzzle.solved ?? solved.get(puzzle.id) ?? null }));
}

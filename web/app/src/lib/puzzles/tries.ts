// Puzzles that accounts have tried here and that the service was not told of yet; kept on the device.

import type { PuzzleTry } from '@longjump/wire/solving';
import { keep } from '../settings.svelte.js';
import type { PackName } from './puzzle.js';

const KEY = 'longjump-tries';

interface Kept {
    /** Who was signed in here last; nobody if they have signed out. */
    account: string;
    /** What waits of each account: it is told of when they are signed in. */
    waiting: Record<string, Partial<Record<PackName, PuzzleTry[]>>>;
}

/** Read anew each time: another page of the same browser may have changed it. */
function read(): Kept {
    const nothing = { account: '', waiting: {} };
    try {
        return { ...nothing, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    } catch {
        return nothing;
    }
}

export const lastAccount = (): string => read().account;

export function noteAccount(account: string): void {
    if (account !== lastAccount()) keep(KEY, JSON.stringify({ ...read(), account }));
}

/** Nothing stays here of an account that was deleted. */
export function forgetTries(account: string): void {
    const { waiting } = read();
    delete waiting[account];
    keep(KEY, JSON.stringify({ account: '', waiting }));
}

export const waitingOf = (account: string, name: PackName): PuzzleTry[] => read().waiting[account]?.[name] ?? [];

function change(account: string, name: PackName, tries: PuzzleTry[]): void {
    const kept = read();
    keep(KEY, JSON.stringify({ ...kept, waiting: { ...kept.waiting, [account]: { ...kept.waiting[account], [name]: tries } } }));
}

export function noteTry(account: string, name: PackName, tried: PuzzleTry): void {
    change(account, name, [...waitingOf(account, name).filter(({ id }) => id !== tried.id), tried]);
}

/** The service has been told of these. */
export function endTries(account: string, name: PackName, told: PuzzleTry[]): void {
    const ids = new Set(told.map(({ id }) => id));
    change(
        account,
        name,
        waitingOf(account, name).filter(({ id }) => !ids.has(id)),
    );
}

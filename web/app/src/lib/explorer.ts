// What was played from a position, as the service tells.

import type { Explored, ExploredGame, Exploring } from '@longjump/wire/explorer';
import { Problem } from './problems.js';

/** Why there is no answer: the service has no explorer, can't be reached, or does not know such a position. */
export type Unanswered = 'absent' | 'offline' | 'unknown';

/** Whether there is no explorer here: it is not asked again then. */
let isAbsent = false;

export async function explore(asked: Exploring, signal: AbortSignal): Promise<Explored | Unanswered> {
    if (isAbsent) return 'absent';
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) if (value) query.set(name, String(value));
    const answer = await fetch(`/api/explorer?${query}`, { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return undefined;
    });
    const isJson = answer?.headers.get('content-type')?.startsWith('application/json');
    if (answer?.ok && isJson) return (await answer.json()) as Explored;
    // Where nobody serves games, a page of some other kind may answer.
    isAbsent = answer?.status === 404 || (answer?.ok === true && !isJson);
    if (isAbsent) return 'absent';
    return answer?.status === 422 ? 'unknown' : 'offline';
}

/** A game that is not of this service, as a record. */
export async function recordOf({ number }: ExploredGame): Promise<string> {
    const answer = await fetch(`/api/explorer/games/${number}`).catch(() => undefined);
    if (!answer?.ok) throw new Problem('absent', answer ? String(answer.status) : '');
    return answer.text();
}

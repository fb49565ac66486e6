// What was played from a position, as the service tells.

import type { Explored, ExploredGame, Exploring } from '@longjump/wire/explorer';
import { Problem } from './problems.js';

/** Why there is no answer: the service has no explorer, or can't be reached. */
export type Unanswered = 'absent' | 'offline';

export async function explore(asked: Exploring, signal: AbortSignal): Promise<Explored | Unanswered> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) if (value) query.set(name, String(value));
    const answer = await fetch(`/api/explorer?${query}`, { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return undefined;
    });
    const isJson = answer?.headers.get('content-type')?.startsWith('application/json');
    if (answer?.ok && isJson) return (await answer.json()) as Explored;
    // Where nobody serves games, a page of some other kind may answer.
    return answer?.status === 404 || (answer?.ok && !isJson) ? 'absent' : 'offline';
}

/** A game that is not of this service, as a record. */
export async function recordOf({ number }: ExploredGame): Promise<string> {
    const answer = await fetch(`/api/explorer/games/${number}`).catch(() => undefined);
    if (!answer?.ok) throw new Problem('absent', answer ? String(answer.status) : '');
    return answer.text();
}

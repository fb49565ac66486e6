// What goes over the socket, beside the types of @longjump/wire; docs/online-protocol.md describes it.

import type { Phrase } from '@longjump/wire/room';
import type { ClientMessage } from '@longjump/wire/socket';

/** A message that changes something: it is sent until it is answered, always with the same `id`. */
export type Change = Extract<ClientMessage, { t: 'move' | 'act' }>;

/** How long the player looked away from the page before the move of this ply; nobody answers it. */
export type Away = Extract<ClientMessage, { t: 'away' }>;

/** Every phrase there is; a new one is missed here by the compiler. */
const phrases: Record<Phrase, true> = {
    hello: true,
    have_fun: true,
    well_played: true,
    nice_move: true,
    thanks: true,
    one_moment: true,
    sorry: true,
    goodbye: true,
};
export const PHRASES = Object.keys(phrases) as Phrase[];

/** A name for a message that no other has. */
export function freshId(): string {
    // Not randomUUID: pages that came without encryption have none.
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    return high!.toString(36) + low!.toString(36);
}

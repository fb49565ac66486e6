// Who sits where, in the reader's words.

import type { Occupant, RoomView } from '@longjump/wire/room';
import { o } from './words.svelte.js';

export function occupantName(occupant: Occupant | null | undefined): string {
    if (!occupant) return o('freeSeat');
    return occupant.kind === 'person' ? occupant.name : o('engine', { n: occupant.level });
}

/** Whoever the result of a seat counts for: an engine that took over plays for somebody. */
export function contender({ seats }: RoomView, seat: number): string {
    const { left, occupant } = seats[seat] ?? { occupant: null };
    return occupantName(left ?? occupant);
}

// Who sits where, in the reader's words.

import type { Occupant, RoomView } from './messages.js';
import { o } from './words.svelte.js';

export function occupantName(occupant: Occupant | null | undefined): string {
    if (!occupant) return o('freeSeat');
    return occupant.kind === 'person' ? occupant.name : o('engine', { n: occupant.level });
}

/** Whoever the result of a seat counts for: an engine that sits in plays for somebody. */
export function contender({ seats }: RoomView, seat: number): string {
    const { left, occupant } = seats[seat] ?? { occupant: null };
    return occupantName(left ?? occupant);
}

/** How long somebody must be away before the others may go on, in milliseconds; as docs/online-protocol.md has it. */
export function patience(control: string): number {
    if (control.endsWith('d')) return Infinity;
    const [initial = 0, increment = 0] = control.split('+').map(Number);
    const estimate = control.endsWith('/move') ? 40 * parseInt(control) : initial + 40 * increment;
    if (estimate < 180) return 20_000;
    return estimate < 480 ? 45_000 : 90_000;
}

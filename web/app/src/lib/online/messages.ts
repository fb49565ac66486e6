// What goes over the socket; docs/online-protocol.md describes it.

export type Occupant = { kind: 'person'; player: number; name: string; bot: boolean } | { kind: 'engine'; level: number };

export interface SeatView {
    occupant: Occupant | null;
    /** Who sat there before an engine took over. */
    left?: Occupant;
}

export type Offer = { kind: 'draw' | 'takeback' | 'rematch' } | { kind: 'end_without'; seat: number };

export interface Outcome {
    reason: 'rules' | 'agreement' | 'resignation' | 'time' | 'left' | 'aborted';
    /** The place of each seat; none if the game was called off. */
    places: number[];
}

/** What can change without the moves. */
export interface After {
    started: boolean;
    turn: number | null;
    /** What is left on each clock, for the one that runs at `running_since`. */
    clocks: number[];
    running_since: number | null;
    /** An offer and the seats that want it, the one that offered first. */
    pending: { offer: Offer; agreed: number[] } | null;
    outcome: Outcome | null;
    next_game: string | null;
    seats?: SeatView[];
}

export interface RoomView extends After {
    game: string;
    control: string;
    rated: boolean;
    version: number;
    seats: SeatView[];
    moves: string[];
}

export type RoomEvent =
    | { type: 'seated'; seat: number; who: Occupant }
    | { type: 'moved'; seat: number; mv: string }
    | { type: 'offered'; seat: number; offer: Offer }
    | { type: 'stood_up' | 'agreed' | 'declined' | 'resigned' | 'flagged' | 'left' | 'sat_in'; seat: number }
    | { type: 'taken_back'; plies: number }
    | { type: 'rematch_agreed'; game: string }
    | { type: 'started' | 'drawn' | 'aborted' };

export interface Logged {
    version: number;
    event: RoomEvent;
}

export type Wish =
    | { kind: 'sit'; seat?: number }
    | { kind: 'fill'; level: number }
    | { kind: 'go_on_without'; seat: number; engine: boolean }
    | { kind: 'stand_up' | 'offer_draw' | 'offer_takeback' | 'offer_rematch' | 'accept' | 'decline' | 'resign' | 'abort' };

export const PHRASES = ['hello', 'have_fun', 'well_played', 'nice_move', 'thanks', 'one_moment', 'sorry', 'goodbye'] as const;
export type Phrase = (typeof PHRASES)[number];

/** A message that changes something: it is sent until it is answered, always with the same `id`. */
export type Change = { t: 'move'; game: string; ply: number; mv: string; id: string } | { t: 'do'; game: string; what: Wish; id: string };

/** How long the player looked away from the page before the move of this ply; nobody answers it. */
export interface Away {
    t: 'away';
    game: string;
    ply: number;
    ms: number;
}

export type ToServer = Change | Away | { t: 'watch'; game: string; since?: number | undefined } | { t: 'say'; game: string; phrase: Phrase } | { t: 'ping' };

export type FromServer =
    | { t: 'room'; game: string; now: number; room: RoomView }
    | { t: 'missed'; game: string; version: number; events: Logged[]; after: After }
    | ({ t: 'event'; game: string; after: After } & Logged)
    | { t: 'done'; game: string; id: string; version: number; repeated: boolean }
    | { t: 'refused'; game: string; id: string; code: string; why: string }
    | { t: 'again'; game: string; id?: string }
    | { t: 'no_session'; id: string }
    | { t: 'no_game'; game: string }
    | { t: 'said'; game: string; seat: number; phrase: Phrase }
    | { t: 'presence'; game: string; seat: number; here: boolean }
    | { t: 'pong'; now: number }
    | { t: 'error'; why: string };

/** A name for a message that no other has. */
export function freshId(): string {
    // Not randomUUID: pages that came without encryption have none.
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    return high!.toString(36) + low!.toString(36);
}

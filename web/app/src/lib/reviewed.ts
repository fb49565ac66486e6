// The game that the review page is asked to look at.

import { History } from './history.js';
import { api } from './online/api.js';
import { numbered } from './problems.js';
import type { Rules } from './rules.js';
import type { Session } from './session.svelte.js';

export interface Reviewed {
    history: History;
    /** The seat of who reads it, if exactly that one was theirs. */
    you: number | undefined;
    /** Whether it is still being played here: then nobody is told what to play next. */
    isPlaying: boolean;
}

/** What the address asks for: a game with its moves, or one at the service; or else the game being played. */
export async function reviewed(rules: Rules, session: Session, query: URLSearchParams): Promise<Reviewed> {
    const [game, room] = [query.get('g'), query.get('room')];
    if (room !== null) return withSeat(await fromService(rules, room), query);
    if (game !== null) return withSeat(played(rules, game, query.get('p') ?? undefined, query.get('m')?.split(',') ?? []), query);
    const people = session.plan.seats.filter(({ kind }) => kind === 'person');
    return {
        history: played(rules, session.plan.spec, session.plan.start, session.history.texts),
        you: people.length === 1 ? session.ownSeat : undefined,
        isPlaying: !session.places,
    };
}

function withSeat(history: History, query: URLSearchParams): Reviewed {
    const seats = Array.from({ length: history.now.seats }, (_, seat) => seat);
    return { history, you: seats.find((seat) => String(seat) === query.get('you')), isPlaying: false };
}

async function fromService(rules: Rules, id: string): Promise<History> {
    const { game, moves } = await api.game(id).catch(() => {
        throw new Error(id);
    });
    return played(rules, game, undefined, moves);
}

/** What is wrong is named as the address or the list has it: the rules' own words are English. */
function played(rules: Rules, spec: string, start: string | undefined, moves: string[]): History {
    const history = begun(rules, spec, start);
    for (const [ply, move] of moves.entries()) if (!history.play(move)) throw new Error(numbered(move, ply, history.now.seats));
    return history;
}

function begun(rules: Rules, spec: string, start: string | undefined): History {
    try {
        return new History(rules, spec, start);
    } catch {
        throw new Error([spec, start].filter(Boolean).join(' '));
    }
}

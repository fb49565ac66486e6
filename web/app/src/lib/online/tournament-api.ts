// What the service is asked about tournaments.

import type { GameCreated } from '@longjump/wire/rest';
import type { NewTournament, TournamentAction, TournamentLine, TournamentView } from '@longjump/wire/tournament';
import { ask } from './api.js';
import { freshId } from './messages.js';

const of = (id: string) => `tournaments/${encodeURIComponent(id)}`;

export const tournamentApi = {
    list: () => ask<TournamentLine[]>('GET', 'tournaments'),
    announce: (wanted: NewTournament) => ask<GameCreated>('POST', 'tournaments', { ...wanted, id: freshId() } satisfies NewTournament),
    view: (id: string, round?: number) => ask<TournamentView>('GET', of(id) + (round === undefined ? '' : `?round=${round}`)),
    act: (id: string, action: TournamentAction) => ask('POST', `${of(id)}/actions`, { action }),
};

// How games ended, and who was at fault.

import type { CauseCount, Report } from '@longjump/wire/report';
import { button, element, section } from './dom.js';
import { capital, percent, whole } from './format.js';
import { endingOf } from './seats.js';
import { createTable, type Column } from './table.js';

export function endingsSection({ causes, players }: Report, filter?: (cause: string) => void): HTMLElement | undefined {
    const seen = causes.filter(({ games }) => games > 0);
    if (seen.length === 0) return undefined;
    const total = seen.reduce((sum, { games }) => sum + games, 0);
    const columns: Column<CauseCount>[] = [
        {
            head: 'Ending',
            isName: true,
            order: ({ cause }) => cause,
            cell: ({ cause }) =>
                filter
                    ? button(capital(endingOf(cause)), () => filter(cause), { class: 'link', title: 'Show the games that ended this way' })
                    : capital(endingOf(cause)),
        },
        { head: 'Games', order: ({ games }) => games, cell: ({ games }) => whole(games) },
        { head: 'Share', cell: ({ games }) => percent(games / total) },
    ];
    const table = createTable(
        'How games ended',
        columns,
        [...seen].sort((a, b) => b.games - a.games),
        { isCaptionUnseen: true, name: 'narrow' },
    );
    const faults = seen.filter((cause) => cause.by_player.some((amount) => amount > 0));
    const guilty = players.map((player, index) => ({ player, index })).filter(({ index }) => faults.some((cause) => (cause.by_player[index] ?? 0) > 0));
    const byPlayer: Column<(typeof guilty)[number]>[] = [
        { head: 'Player', isName: true, cell: ({ player }) => player.name },
        ...faults.map((cause): Column<(typeof guilty)[number]> => ({
            head: capital(endingOf(cause.cause)),
            cell: ({ index }) => whole(cause.by_player[index] ?? 0),
        })),
    ];
    return section(
        'endings',
        'How games ended',
        table.root,
        guilty.length > 0
            ? createTable('Games lost by fault', byPlayer, guilty, { name: 'narrow' }).root
            : element('p', { class: 'quiet' }, 'Nobody was at fault: nobody ran out of time, no illegal move, no crash.'),
    );
}

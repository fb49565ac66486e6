// Whether seats and openings favour anybody.

import type { OpeningResult, Report } from '@longjump/wire/report';
import { button, element, section } from './dom.js';
import { bounds, percent, whole } from './format.js';
import { seatName, seatMark } from './seats.js';
import { createTable, type Column } from './table.js';

const MOST = 20;

export function seatsSection({ seat_scores: scores, layout }: Report): HTMLElement | undefined {
    if (scores.length === 0) return undefined;
    const even = scores.every((score) => bounds(score).low <= 0.5 && bounds(score).high >= 0.5);
    const columns: Column<{ seat: number }>[] = [
        { head: 'Seat', isName: true, cell: ({ seat }) => [seatMark(layout, seat), ` ${seat + 1}, ${seatName(layout, seat)}`] },
        { head: 'Mean points', cell: ({ seat }) => percent(bounds(scores[seat]!).value) },
        { head: '95 % interval', cell: ({ seat }) => interval(bounds(scores[seat]!)) },
        { head: 'Advantage', isText: true, cell: ({ seat }) => advantage(bounds(scores[seat]!)) },
    ];
    const table = createTable(
        'Mean points of each seat',
        columns,
        scores.map((_, seat) => ({ seat })),
        { isCaptionUnseen: true, name: 'narrow' },
    );
    return section(
        'seats',
        'Results by seat',
        element(
            'p',
            { class: 'quiet' },
            even
                ? 'No seat is shown to have an advantage: every interval includes 50 %.'
                : 'A seat whose interval excludes 50 % has an advantage or a disadvantage.',
        ),
        table.root,
    );
}

function interval({ low, high }: { low: number; high: number }): string {
    return `${percent(Math.max(0, low))} to ${percent(Math.min(1, high))}`;
}

function advantage({ low, high }: { low: number; high: number }): string {
    return low > 0.5 ? 'yes' : high < 0.5 ? 'the opposite' : 'not shown';
}

/** How far an opening is from fair, in proportion to what chance would do. */
const lopsidedness = (opening: OpeningResult): number =>
    Math.max(0, ...opening.points_of_seats.map((points) => Math.abs(points - 0.5))) * Math.sqrt(opening.games);

export function openingsSection({ openings, layout, seats }: Report, filter?: (opening: number) => void): HTMLElement | undefined {
    if (openings.length === 0) return undefined;
    const columns: Column<OpeningResult>[] = [
        {
            head: 'Opening',
            isName: true,
            order: ({ number }) => number,
            cell: ({ number }) =>
                filter ? button(String(number), () => filter(number), { class: 'link', title: 'Show the games with this opening' }) : number,
        },
        {
            head: 'Moves',
            isText: true,
            cell: ({ moves, start }) => [element('span', { class: 'moves' }, moves || 'no moves'), start ? element('span', { class: 'quiet' }, start) : ''],
        },
        { head: 'Games', order: ({ games }) => games, cell: ({ games }) => whole(games) },
        ...Array.from({ length: seats }, (_, seat): Column<OpeningResult> => ({
            head: `Seat ${seat + 1}`,
            hint: `mean points of ${seatName(layout, seat)}`,
            order: ({ points_of_seats: points }) => points[seat] ?? 0,
            cell: ({ points_of_seats: points }) => (points[seat] === undefined ? '–' : percent(points[seat], 0)),
        })),
    ];
    const ordered = [...openings].sort((a, b) => lopsidedness(b) - lopsidedness(a) || a.number - b.number);
    const table = createTable('Mean points of each seat by opening', columns, ordered, { isCaptionUnseen: true, most: MOST, name: 'openings' });
    return section(
        'openings',
        'Results by opening',
        element('p', { class: 'quiet' }, `Most lopsided first, more games counting for more.${filter ? ' Pressing a number shows its games.' : ''}`),
        table.root,
    );
}

// Who is how strong: the rating list, and who did what against whom.

import { svg } from '@longjump/board/svg';
import type { CrosstableCell, Estimate, PlayerResult, Report } from '@longjump/wire/report';
import { breakable, element, scrolling, section, unseen } from './dom.js';
import { bounds, decimal, elo, eloInterval, milliseconds, percent, points, short, whole } from './format.js';
import { rangeOf } from './scale.js';
import { createTable, type Column } from './table.js';

const BAR = 150;

export function ratingsOf(report: Report): HTMLElement {
    const { players, seats } = report;
    const ends = players.flatMap(({ rating }) => (rating ? Object.values(bounds(rating)).filter(Number.isFinite) : []));
    const range = rangeOf([0, ...ends]);
    const columns: Column<PlayerResult>[] = [
        { head: 'Player', isName: true, order: ({ name }) => name, cell: nameOf },
        { head: 'Elo, 95 % interval', order: ({ rating }) => (rating ? bounds(rating).value : -Infinity), cell: ({ rating }) => ratingCell(rating, range) },
        { head: 'Points', order: (player) => player.points, cell: (player) => pointsCell(player) },
        { head: 'Games', order: ({ games }) => games, cell: ({ games }) => whole(games) },
        ...(seats === 2 ? results() : places(seats)),
    ];
    if (players.some((player) => player.nodes_per_second !== null)) {
        columns.push({
            head: 'Nodes/s',
            hint: 'nodes per second',
            order: (player) => player.nodes_per_second ?? 0,
            cell: (player) => orNone(player.nodes_per_second, short),
        });
    }
    if (players.some((player) => player.mean_depth !== null)) {
        columns.push({
            head: 'Depth',
            hint: 'mean depth',
            order: (player) => player.mean_depth ?? 0,
            cell: (player) => orNone(player.mean_depth, (depth) => decimal(depth, 1)),
        });
    }
    if (players.some((player) => player.mean_milliseconds !== null)) {
        columns.push({
            head: 'Time/move',
            hint: 'mean time per move',
            order: (player) => player.mean_milliseconds ?? 0,
            cell: (player) => orNone(player.mean_milliseconds, milliseconds),
        });
    }
    const table = createTable('Rating list, best first', columns, players, { isCaptionUnseen: true, name: 'ratings' });
    return section(
        'ratings',
        'Ratings',
        element(
            'p',
            { class: 'quiet' },
            'Elo with the mean of all players at 0, marked in the bars by the fine line. Points are the share of opponents beaten, a tie counting half.',
        ),
        table.root,
    );
}

function nameOf(player: PlayerResult): Node[] {
    const control = [player.engine === player.name ? '' : player.engine, player.control].filter(Boolean).join(' · ');
    return [element('span', { class: 'name' }, breakable(player.name)), element('span', { class: 'quiet' }, breakable(control))];
}

function ratingCell(rating: Estimate | null, range: [number, number]): (Node | string)[] {
    if (!rating) return ['not rated'];
    const value = element('span', { class: 'elo' }, element('b', {}, elo(bounds(rating).value)), ` ${eloInterval(rating)}`);
    return [value, bar(rating, range)];
}

/** An interval on the scale that all players share; arrows where it has no end. */
function bar(rating: Estimate, [least, most]: [number, number]): SVGSVGElement {
    const { low, value, high } = bounds(rating);
    const inset = 6;
    const at = (figure: number): number => {
        if (!Number.isFinite(figure)) return figure > 0 ? BAR - 1 : 1;
        return inset + ((figure - least) / (most - least || 1)) * (BAR - 2 * inset);
    };
    const [from, to, middle] = [at(low), at(high), at(Number.isNaN(value) ? 0 : value)];
    const end = (x: number, isOpen: boolean, out: number) => (isOpen ? `M${x - 5 * out} 4L${x} 8L${x - 5 * out} 12` : `M${x} 4V12`);
    return svg('svg', { class: 'interval', viewBox: `0 0 ${BAR} 16`, 'aria-hidden': 'true' }, [
        svg('path', { d: `M${at(0)} 0V16`, class: 'zero' }),
        svg('path', { d: `M${from} 8H${to}${end(from, low === -Infinity, -1)}${end(to, high === Infinity, 1)}`, class: 'span' }),
        svg('circle', { cx: middle, cy: 8, r: 3.5, class: 'value' }),
    ]);
}

function pointsCell(player: PlayerResult): (Node | string)[] {
    const share = player.games > 0 ? percent(player.points / player.games) : '';
    return [points(player.points), element('span', { class: 'quiet' }, share)];
}

function results(): Column<PlayerResult>[] {
    return [
        { head: 'Won', order: ({ won }) => won, cell: ({ won }) => whole(won) },
        { head: 'Drawn', order: ({ drawn }) => drawn, cell: ({ drawn }) => whole(drawn) },
        { head: 'Lost', order: ({ lost }) => lost, cell: ({ lost }) => whole(lost) },
    ];
}

function places(seats: number): Column<PlayerResult>[] {
    return Array.from({ length: seats }, (_, place) => ({
        head: ['1st', '2nd', '3rd'][place] ?? `${place + 1}th`,
        hint: 'how often in this place',
        order: (player: PlayerResult) => player.places[place] ?? 0,
        cell: (player: PlayerResult) => whole(player.places[place] ?? 0),
    }));
}

const orNone = (value: number | null, say: (value: number) => string): string => (value === null ? '–' : say(value));

export function crosstableOf({ players, crosstable }: Report): HTMLElement {
    // Names of many players would make the columns wide; numbers lead to the rows.
    const isShort = players.length > 4;
    const heading = (player: PlayerResult, index: number) =>
        element('th', { scope: 'col', title: player.name }, isShort && index + 1, isShort ? unseen(` ${player.name}`) : breakable(player.name));
    const rows = players.map((player, row) =>
        element(
            'tr',
            {},
            element('th', { scope: 'row', class: 'words' }, isShort ? element('span', { class: 'quiet figures' }, `${row + 1} `) : '', breakable(player.name)),
            ...players.map((_, column) => crossCell(crosstable[row]?.[column] ?? null, row === column)),
        ),
    );
    const table = element(
        'table',
        { class: 'crosstable' },
        element('caption', { class: 'hidden-label' }, 'Crosstable: points of the row over the column, and games'),
        element('thead', {}, element('tr', {}, element('th', { scope: 'col', class: 'words' }, 'Points of'), ...players.map(heading))),
        element('tbody', {}, ...rows),
    );
    return section(
        'crosstable',
        'Crosstable',
        element(
            'p',
            { class: 'quiet' },
            `Share of the points that the player in the row scored against the one in the column and, below it, the number of games.${isShort ? ' Columns are numbered like the rows.' : ''}`,
        ),
        scrolling('Crosstable', table),
    );
}

function crossCell(cell: CrosstableCell | null, isSelf: boolean): HTMLElement {
    if (!cell || cell.games === 0) return element('td', { class: 'none' }, isSelf ? '' : '–');
    const share = cell.points / cell.games;
    return element('td', { style: `--share: ${Math.round(share * 100)}%` }, percent(share, 1), element('span', { class: 'quiet' }, whole(cell.games)));
}

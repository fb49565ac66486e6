// What evaluations were worth: moves ahead against points.

import type { Calibration, Report } from '@longjump/wire/report';
import { createChart, legend, STYLES, type Series } from './chart.js';
import { element, section } from './dom.js';
import { decimal, percent, signed, whole } from './format.js';
import { createTable, type Column } from './table.js';

/** The share of the points that is expected with so many moves ahead. */
const expected = ({ odds_per_move: odds }: Calibration, ahead: number): number => 1 / (1 + Math.exp(-odds * ahead));

/** How far the points of its groups are from what is expected, on average. */
const error = (player: Calibration): number =>
    player.groups.reduce((sum, { ahead, points, positions }) => sum + positions * Math.abs(points - expected(player, ahead)), 0) / player.positions;

export function calibrationSection({ calibration, players }: Report): HTMLElement | undefined {
    if (calibration.length === 0) return undefined;
    const drawn = calibration.slice(0, STYLES.length);
    // Where no more than a hundredth is left to be got there is nothing to see.
    const most = Math.ceil(Math.max(...drawn.map(({ odds_per_move: odds }) => Math.log(99) / odds)));
    const series = drawn.map((player, order): Series => ({
        name: players[player.player]!.name,
        style: STYLES[order]!,
        points: Array.from({ length: 81 }, (_, step): number => (most * (step - 40)) / 40).map((ahead) => [ahead, expected(player, ahead)]),
        measured: player.groups.filter(({ ahead }) => Math.abs(ahead) <= most).map(({ ahead, points }) => [ahead, points]),
    }));
    const summary = drawn.map((player, order) => `${series[order]!.name}: ${percent(expected(player, 1), 0)} with a move ahead`).join('; ');
    const chart = createChart({
        title: 'Points by moves ahead',
        summary: `${summary}.`,
        across: 'moves ahead, as the player saw it',
        series,
        range: [0, 1],
        figure: (share) => percent(share, 0),
    });
    const columns: Column<Calibration>[] = [
        { head: 'Player', isName: true, order: ({ player }) => players[player]!.name, cell: ({ player }) => players[player]!.name },
        { head: 'Evaluations', order: ({ positions }) => positions, cell: ({ positions }) => whole(positions) },
        ...[1, 3].map((ahead): Column<Calibration> => ({
            head: `Points with ${signed(ahead)}`,
            order: (player) => expected(player, ahead),
            cell: (player) => percent(expected(player, ahead)),
        })),
        { head: 'Log odds a move', order: ({ odds_per_move: odds }) => odds, cell: ({ odds_per_move: odds }) => decimal(odds, 3) },
        { head: 'Mean error', order: error, cell: (player) => percent(error(player)) },
    ];
    return section(
        'calibration',
        'Evaluations and points',
        element(
            'p',
            { class: 'quiet' },
            'What share of the points players got with so many moves ahead, by what they thought themselves. Dots are games, lines the logistic model that fits them best.',
        ),
        legend(series.map(({ name, style }) => ({ name, style }))),
        element('div', { class: 'charts' }, chart.root),
        createTable('Evaluations and points', columns, calibration, { isCaptionUnseen: true }).root,
    );
}

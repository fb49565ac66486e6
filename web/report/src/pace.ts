// How fast and how deep players search, turn by turn.

import { createChart, legend, sample, STYLES, type Chart, type DrawnChart, type Series } from './chart.js';
import type { PlayerResult, Report, TurnStatistics } from '@longjump/wire/report';
import { breakable, element, section, type Child } from './dom.js';
import { decimal, milliseconds, short } from './format.js';
import { createTable, type Column } from './table.js';

interface Measure {
    key: 'depth' | 'milliseconds' | 'nodes_per_second';
    title: string;
    figure: (value: number) => string;
}

const MEASURES: Measure[] = [
    { key: 'depth', title: 'Mean depth by turn', figure: (value) => decimal(value, value < 10 && !Number.isInteger(value) ? 1 : 0) },
    { key: 'milliseconds', title: 'Mean time per move by turn', figure: milliseconds },
    { key: 'nodes_per_second', title: 'Nodes per second by turn', figure: short },
];

export function paceSection(report: Report): HTMLElement | undefined {
    const measures = MEASURES.filter(({ key }) => report.turns.some((turn) => turn[key] !== null));
    if (measures.length === 0) return undefined;
    const known = report.players.map((player, index) => ({ player, index })).filter(({ index }) => report.turns.some((turn) => turn.player === index));
    const styles = new Map(known.slice(0, STYLES.length).map(({ index }, order) => [index, STYLES[order]!]));
    const charts: DrawnChart[] = measures.map((measure) => createChart(chartOf(report, measure, styles)));
    const redraw = (): void => measures.forEach((measure, index) => charts[index]!.show(chartOf(report, measure, styles)));
    const key: Child =
        known.length > STYLES.length
            ? chooser(known, styles, redraw)
            : legend(known.map(({ player, index }) => ({ name: player.name, style: styles.get(index)! })));
    return section(
        'pace',
        'Speed and depth',
        element('p', { class: 'quiet' }, 'Means over games, by a player’s own turn. Few games last until the last turns.'),
        key,
        element('div', { class: 'charts' }, ...charts.map(({ root }) => root)),
        figures(report, measures),
    );
}

function chartOf({ turns, players }: Report, measure: Measure, styles: Map<number, number>): Chart {
    const series: Series[] = [...styles]
        .map(([player, style]) => ({
            name: players[player]!.name,
            style,
            points: turns
                .filter((turn) => turn.player === player && turn[measure.key] !== null)
                .map((turn): [number, number] => [turn.turn, turn[measure.key]!])
                .sort(([a], [b]) => a - b),
        }))
        .filter(({ points }) => points.length > 0);
    const say = ({ name, points }: Series): string => {
        const [first, last] = [points[0]!, points.at(-1)!];
        return `${name}: ${measure.figure(first[1])} in turn ${first[0]}, ${measure.figure(last[1])} in turn ${last[0]}`;
    };
    const summary = series.length > 0 ? `${series.map(say).join('; ')}.` : 'No figures for the players chosen.';
    return { title: measure.title, summary, across: 'turn', series, figure: measure.figure };
}

/** More players than styles of lines: one chooses which to see. */
function chooser(known: { player: PlayerResult; index: number }[], styles: Map<number, number>, redraw: () => void): HTMLElement {
    const rows = known.map(({ player, index }) => {
        const box = element('input', { type: 'checkbox' });
        const swatch = element('span', { class: 'swatch' });
        const label = element('label', {}, box, swatch, element('span', {}, breakable(player.name)));
        box.checked = styles.has(index);
        box.addEventListener('change', () => {
            const free = STYLES.find((style) => ![...styles.values()].includes(style));
            if (!box.checked) styles.delete(index);
            else if (free !== undefined) styles.set(index, free);
            update();
            redraw();
        });
        return { index, box, swatch, label };
    });
    const update = (): void => {
        for (const { index, box, swatch } of rows) {
            const style = styles.get(index);
            swatch.replaceChildren(...(style === undefined ? [] : [sample(style)]));
            box.disabled = style === undefined && styles.size === STYLES.length;
        }
    };
    update();
    return element(
        'fieldset',
        { class: 'chooser' },
        element('legend', {}, `Players shown, at most ${STYLES.length}`),
        element('div', {}, ...rows.map(({ label }) => label)),
    );
}

/** The same as figures; made only when somebody looks. */
function figures(report: Report, measures: Measure[]): HTMLElement {
    const details = element('details', {}, element('summary', {}, 'All figures'));
    const columns: Column<TurnStatistics>[] = [
        { head: 'Player', isName: true, order: ({ player }) => player, cell: ({ player }) => report.players[player]?.name },
        { head: 'Turn', order: ({ turn }) => turn, cell: ({ turn }) => turn },
        { head: 'Moves', order: ({ moves }) => moves, cell: ({ moves }) => moves },
        ...measures.map(({ key, title, figure }): Column<TurnStatistics> => ({
            head: title.replace(' by turn', ''),
            order: (turn) => turn[key] ?? -1,
            cell: (turn) => (turn[key] === null ? '–' : figure(turn[key])),
        })),
    ];
    details.addEventListener(
        'toggle',
        () => details.append(createTable('Speed and depth by turn', columns, report.turns, { isCaptionUnseen: true, most: 100 }).root),
        { once: true },
    );
    return details;
}

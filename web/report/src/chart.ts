// Charts of lines, drawn at the width they have.

import { pathThrough, svg } from '@longjump/board/svg';
import { element, responsive, type Child } from './dom.js';
import { fitting, linear, rangeOf, type Scale } from './scale.js';

/** Blue, vermilion, green, rose, violet, amber: the styles of lines, each with dashes of its own. */
export const STYLES = [3, 0, 4, 2, 5, 1];

export interface Series {
    name: string;
    style: number;
    points: [number, number][];
    /** What was measured beside the line. */
    measured?: [number, number][];
}

/** A level that matters, with its name. */
export interface Guide {
    at: number;
    label: string;
}

export interface Chart {
    title: string;
    /** What the chart shows, for those who can't see it. */
    summary: string;
    across: string;
    series: Series[];
    guides?: Guide[];
    height?: number;
    /** The figures at the lower and upper edge; what is drawn decides otherwise. */
    range?: [number, number];
    /** The figures at the left and right edge. */
    span?: [number, number];
    figure: (value: number) => string;
    /** Pressing the chart chooses a figure across. */
    pick?: (x: number) => void;
}

export interface DrawnChart {
    root: HTMLElement;
    /** Shows another chart in its place. */
    show: (chart: Chart) => void;
    /** Marks a figure across. */
    point: (x: number) => void;
}

const RIGHT = 12;
const TOP = 10;
const BOTTOM = 38;
const LETTER = 7;

export function createChart(first: Chart, ...children: Child[]): DrawnChart {
    let chart = first;
    let pointed: number | undefined;
    let across: Scale | undefined;
    const cursor = svg('path', { class: 'cursor' });
    const place = (): void => {
        if (pointed === undefined || !across) return;
        const x = across.at(pointed);
        cursor.setAttribute('d', `M${x} ${TOP}V${(chart.height ?? 240) - BOTTOM}`);
    };
    const plot = element('div', { class: 'plot' });
    const title = element('figcaption', {}, chart.title);
    const redraw = responsive(plot, (width) => {
        const drawn = draw(chart, width);
        across = drawn.across;
        drawn.root.append(cursor);
        place();
        return drawn.root;
    });
    return {
        root: element('figure', { class: 'chart' }, title, ...children, plot),
        show: (next) => {
            chart = next;
            title.textContent = chart.title;
            redraw();
        },
        point: (x) => {
            pointed = x;
            place();
        },
    };
}

function draw(chart: Chart, width: number): { root: SVGSVGElement; across: Scale } {
    const height = chart.height ?? 240;
    const points = chart.series.flatMap(({ points, measured = [] }) => [...points, ...measured]);
    const guides = chart.guides ?? [];
    const levels = [...points.map(([, y]) => y), ...guides.map((guide) => guide.at)];
    const vertical = chart.range ? linear(chart.range, [height - BOTTOM, TOP], 6) : fitting(levels, [height - BOTTOM, TOP]);
    const left = 10 + LETTER * Math.max(...vertical.ticks.map((tick) => chart.figure(tick).length));
    const across = linear(chart.span ?? rangeOf(points.map(([x]) => x)), [left, width - RIGHT], Math.min(10, width / 60));
    const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, height, role: 'img', 'aria-label': `${chart.title}. ${chart.summary}` });
    for (const tick of vertical.ticks) {
        const y = vertical.at(tick);
        root.append(
            svg('path', { d: `M${left} ${y}H${width - RIGHT}`, class: tick === 0 ? 'zero' : 'grid' }),
            text(left - 6, y + 4, chart.figure(tick), 'end'),
        );
    }
    for (const tick of across.ticks.filter(Number.isInteger)) root.append(text(across.at(tick), height - BOTTOM + 16, String(tick), 'middle'));
    root.append(text((left + width - RIGHT) / 2, height - 4, chart.across, 'middle'));
    for (const { at, label } of guides) {
        const y = vertical.at(at);
        root.append(
            svg('path', { d: `M${left} ${y}H${width - RIGHT}`, class: 'guide' }),
            text(left + 6, y + (at > 0 ? 15 : -6), label, 'start', 'guide-label'),
        );
    }
    root.append(...chart.series.flatMap((series) => lineOf(series, across, vertical)));
    if (chart.pick) listen(root, chart.pick, across, chart.span ?? rangeOf(points.map(([x]) => x)));
    return { root, across };
}

function lineOf(series: Series, across: Scale, vertical: Scale): SVGElement[] {
    const spots = series.points.map(([x, y]) => ({ x: round(across.at(x)), y: round(vertical.at(y)) }));
    if (spots.length === 0) return [];
    const dots = series.measured ?? [series.points.at(-1)!];
    return [
        svg('path', { d: pathThrough(spots), class: `line line-${series.style}` }),
        ...dots.map(([x, y]) => svg('circle', { cx: round(across.at(x)), cy: round(vertical.at(y)), r: 3.5, class: `end line-${series.style}` })),
    ];
}

const round = (value: number): number => Math.round(value * 10) / 10;

function text(x: number, y: number, words: string, anchor: string, name = 'tick'): SVGTextElement {
    const made = svg('text', { x, y, 'text-anchor': anchor, class: name });
    made.textContent = words;
    return made;
}

function listen(root: SVGSVGElement, pick: (x: number) => void, across: Scale, [low, high]: [number, number]): void {
    root.classList.add('pickable');
    const choose = (event: PointerEvent): void => {
        const box = root.getBoundingClientRect();
        const [from, to] = [across.at(low), across.at(high)];
        const share = (event.clientX - box.left - from) / (to - from);
        pick(Math.round(low + Math.min(1, Math.max(0, share)) * (high - low)));
    };
    root.addEventListener('pointerdown', choose);
    root.addEventListener('pointermove', (event) => {
        if (event.buttons === 1) choose(event);
    });
}

/** What a line of a chart looks like, to stand beside its name. */
export function sample(style: number): SVGSVGElement {
    return svg('svg', { class: 'sample', viewBox: '0 0 34 10', 'aria-hidden': 'true' }, [
        svg('path', { d: 'M1 5H29', class: `line line-${style}` }),
        svg('circle', { cx: 29, cy: 5, r: 3.5, class: `end line-${style}` }),
    ]);
}

export function legend(series: { name: string; style: number }[]): HTMLElement {
    return element('ul', { class: 'legend' }, ...series.map(({ name, style }) => element('li', {}, sample(style), name)));
}

// The sequential test's path between its bounds, and the scores of blocks.

import { svg } from '@longjump/board/svg';
import { createChart } from './chart.js';
import type { Report, SequentialTest } from '@longjump/wire/report';
import { element, responsive, section, type Child } from './dom.js';
import { count, decimal, percent, plain, whole } from './format.js';
import { testOf } from './head.js';

export function testSection(report: Report): HTMLElement | undefined {
    const { test, block_scores: scores } = report;
    const hasScores = scores !== null && scores.some((amount) => amount > 0);
    if (!test && !hasScores) return undefined;
    const parts: Child[] = [];
    if (test) parts.push(element('p', {}, testOf(report)), pathOf(test));
    if (hasScores) parts.push(histogram(scores, report.seats));
    return section('test', test ? 'Sequential test' : 'Scores of blocks', ...parts);
}

function pathOf(test: SequentialTest): HTMLElement | undefined {
    if (test.path.length === 0) return undefined;
    const last = test.path.at(-1)!;
    return createChart({
        title: 'Log-likelihood ratio (LLR) after each block',
        summary: `It goes from ${decimal(test.path[0]![1], 2)} to ${decimal(last[1], 2)} in ${count(last[0], 'block')}; the bounds are ${decimal(test.lower, 2)} and ${decimal(test.upper, 2)}.`,
        across: 'blocks',
        span: [0, Math.max(1, last[0])],
        series: [{ name: 'LLR', style: 3, points: [[0, 0], ...test.path.filter(([block]) => block > 0)] }],
        guides: [
            { at: test.upper, label: `H1 from ${decimal(test.upper, 2)}` },
            { at: test.lower, label: `H0 from ${decimal(test.lower, 2)}` },
        ],
        figure: plain,
    }).root;
}

const HEIGHT = 220;
const FLOOR = HEIGHT - 40;

/** How often blocks came to each score. */
function histogram(scores: number[], seats: number): HTMLElement {
    const most = Math.max(...scores);
    const total = scores.reduce((sum, amount) => sum + amount, 0);
    const share = (index: number): string => percent(scores.length > 1 ? index / (scores.length - 1) : 0, 0);
    const listed = scores.flatMap((amount, index) => (amount > 0 ? [`${share(index)}: ${whole(amount)}`] : []));
    const plot = element('div', { class: 'plot' });
    responsive(plot, (width) => {
        const step = (width - 16) / scores.length;
        // As many labels as there is room for, the ends and the middle among them.
        const every = [1, 2, 3, 4, 6, 12, 15, 30, 60].find((size) => (scores.length - 1) % size === 0 && step * size >= 44) ?? scores.length - 1;
        const bars = scores.flatMap((amount, index) => {
            const x = 8 + step * index;
            const height = (amount / most) * (FLOOR - 24);
            const middle = x + step / 2;
            const parts: SVGElement[] = [svg('rect', { x: x + step * 0.1, y: FLOOR - height, width: step * 0.8, height, class: 'bar' })];
            if (step >= 30 || (amount > 0 && step >= 16)) parts.push(words(middle, FLOOR - height - 5, whole(amount)));
            if (index % every === 0) parts.push(words(middle, FLOOR + 16, share(index)));
            return parts;
        });
        return svg(
            'svg',
            { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, role: 'img', 'aria-label': `Scores of ${count(total, 'block')}. ${listed.join(', ')}.` },
            [...bars, svg('path', { d: `M0 ${FLOOR}H${width}`, class: 'zero' }), words(width / 2, HEIGHT - 4, 'score of the tested engine in a block')],
        );
    });
    const games = seats === 2 ? 'two games, each engine once in each seat' : `${seats} games, the tested engine once in each seat`;
    return element(
        'figure',
        { class: 'chart' },
        element('figcaption', {}, `Scores of ${count(total, 'block')}`),
        element('p', { class: 'quiet' }, `A block is one opening in ${games}.`),
        plot,
    );
}

function words(x: number, y: number, content: string): SVGTextElement {
    const made = svg('text', { x, y, 'text-anchor': 'middle', class: 'tick' });
    made.textContent = content;
    return made;
}

// How the players judged a game, move by move.

import { colourOf } from '@longjump/board';
import { createChart, legend, type DrawnChart } from './chart.js';
import type { Report, ReportedGame } from '@longjump/wire/report';
import { element } from './dom.js';
import { count, signed } from './format.js';
import { readScore } from './positions.js';
import { playerAt, seatName } from './seats.js';

/** The curve, if there are scores; `pick` is told the ply that is pressed. */
export function evaluationOf(report: Report, game: ReportedGame, pick: (ply: number) => void): DrawnChart | undefined {
    const isDuel = report.seats === 2;
    const scores = game.moves.map((move) => {
        const score = readScore(move.score);
        return score === undefined ? undefined : isDuel && move.seat !== 0 ? -score : score;
    });
    const finite = scores.filter((score) => score !== undefined && Number.isFinite(score)).map((score) => Math.abs(score!));
    if (scores.every((score) => score === undefined)) return undefined;
    // Proven wins lie at the edge, beyond everything else.
    const edge = Math.max(1, ...finite) * 1.2;
    const series = game.players.map((_, seat) => ({
        name: `${seatName(report.layout, seat)}: ${playerAt(report, game, seat)}`,
        style: colourOf(report.layout, seat),
        points: scores.flatMap((score, index): [number, number][] =>
            score === undefined || game.moves[index]!.seat !== seat ? [] : [[index + 1, Math.max(-edge, Math.min(edge, score))]],
        ),
    }));
    const said = scores.filter((score) => score !== undefined);
    const view = isDuel ? `as ${seatName(report.layout, 0)} sees it` : 'as each seat sees itself';
    const chart = createChart(
        {
            title: `Scores, ${view}`,
            summary: `${count(said.length, 'score')}; all stand in the list of moves. Proven wins and losses lie at the edges.`,
            across: 'move',
            series,
            range: [-edge, edge],
            span: [0, Math.max(1, game.moves.length)],
            height: 180,
            figure: (value) => signed(value, Number.isInteger(value) ? 0 : 1),
            pick,
        },
        legend(series),
    );
    return { ...chart, root: element('div', { class: 'evaluation' }, chart.root) };
}

// What was played, and what came out, in words.

import { svg } from '@longjump/board/svg';
import type { Report, ReportKind } from '@longjump/wire/report';
import { breakable, element, type Child } from './dom.js';
import { bounds, count, decimal, duration, eloWords, moment, percent, plain, points, whole } from './format.js';

const KINDS: Record<ReportKind, string> = {
    match: 'Match',
    'round-robin': 'Round robin',
    gauntlet: 'Gauntlet',
    swiss: 'Swiss tournament',
    'self-play': 'Self-play',
};
const STAR = 'M32 4l8.4 14.4H56L47.6 32 56 45.6H40.4L32 60l-8.4-14.4H8L16.4 32 8 18.4h15.6z';

export function headOf(report: Report): HTMLElement {
    const played = `${KINDS[report.kind]} · ${count(report.games_played, 'game')} in ${count(report.blocks_played, 'block')}`;
    const icon = svg('svg', { viewBox: '0 0 64 64', class: 'icon', 'aria-hidden': 'true' }, [
        svg('path', { d: STAR }),
        svg('circle', { cx: 32, cy: 32, r: 8 }),
    ]);
    const kept = report.games.length;
    return element(
        'header',
        {},
        element('p', { class: 'brand' }, icon, 'Longjump', element('span', { class: 'quiet' }, 'arena report')),
        element('h1', {}, breakable(report.title)),
        element('p', { class: 'verdict' }, verdictOf(report)),
        ...detailsOf(report).map((words) => element('p', { class: 'quiet' }, words)),
        element(
            'dl',
            { class: 'facts-of-run' },
            ...fact('Played', played),
            ...fact('Game', `${report.game}, ${report.seats} seats`),
            ...fact('Time', duration(report.seconds)),
            ...fact('Made', `${moment(report.made)}, ${report.program}`),
            ...(kept < report.games_played ? fact('To look at', `${whole(kept)} of ${whole(report.games_played)} games`) : []),
            ...fact('Command', element('code', {}, report.command)),
        ),
    );
}

function fact(name: string, value: Child): HTMLElement[] {
    return [element('div', {}, element('dt', {}, name), element('dd', {}, value))];
}

/** The outcome in one plain sentence. */
export function verdictOf(report: Report): string {
    if (report.games_played === 0 || report.players.length === 0) return 'No game was played.';
    return report.tested === null ? leaderOf(report) : strengthOf(report, report.tested);
}

function leaderOf({ players }: Report): string {
    const [best, second] = players;
    const rating = best!.rating ? `, Elo ${eloWords(best!.rating)}` : '';
    const score = `${points(best!.points)} points of ${whole(best!.games)}${rating}`;
    const isClear = best!.rating && second?.rating && bounds(best!.rating).low > bounds(second.rating).high;
    return isClear || !second ? `${best!.name} is first: ${score}.` : `${best!.name} is first, though not clearly ahead of ${second.name}: ${score}.`;
}

function strengthOf(report: Report, tested: number): string {
    const player = report.players[tested]!;
    const score = `${percent(player.games > 0 ? player.points / player.games : 0)} of points`;
    if (!report.elo) return `${player.name} made ${score}; that is too little to tell its strength.`;
    const { low, high } = bounds(report.elo);
    const claim = low > 0 ? `${player.name} is stronger` : high < 0 ? `${player.name} is weaker` : `${player.name} is not shown to be stronger or weaker`;
    return `${claim}: ${score}, Elo ${eloWords(report.elo)}.`;
}

function detailsOf(report: Report): string[] {
    const details: string[] = [];
    const { test } = report;
    if (test) {
        details.push(
            `${testOf(report)} H0 claims Elo ${plain(test.elo0)}, H1 claims ${plain(test.elo1)}, ${test.model}; error rates ${percent(test.alpha, 0)} and ${percent(test.beta, 0)}.`,
        );
    }
    const more = [
        report.normalised_elo && `normalised Elo ${eloWords(report.normalised_elo)}`,
        report.superiority !== null && `likelihood of superiority ${percent(report.superiority)}`,
    ].filter(Boolean);
    if (more.length > 0) details.push(`Also: ${more.join('; ')}.`);
    return details;
}

/** "H1 accepted: LLR 2.97 beyond 2.94 after 412 blocks." */
export function testOf({ test, blocks_played }: Report): string {
    if (!test) return '';
    const after = `after ${count(blocks_played, 'block')}`;
    const llr = `LLR ${decimal(test.llr, 2)}`;
    if (test.verdict === 'open') return `Not decided: ${llr} between ${decimal(test.lower, 2)} and ${decimal(test.upper, 2)} ${after}.`;
    return `${test.verdict} accepted: ${llr} beyond ${decimal(test.verdict === 'H1' ? test.upper : test.lower, 2)} ${after}.`;
}

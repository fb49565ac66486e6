// The games: which to look at, and the one looked at.

import { addressOf, keepAddress, readAddress } from './address.js';
import type { Report, ReportedGame } from '@longjump/wire/report';
import { button, choose, element, section, unseen, type Choice } from './dom.js';
import { capital, count, ordinal, whole } from './format.js';
import { endingOf, endingWords, resultOf, seatsOf } from './seats.js';
import { createTable, type Column } from './table.js';
import { createViewer } from './viewer.js';

/** Empty means any. */
interface Filter {
    player: string;
    outcome: string;
    cause: string;
    opening: string;
}

export interface Games {
    root: HTMLElement;
    /** Shows only games like this. */
    filter: (wanted: Partial<Filter>) => void;
}

const ANY: Filter = { player: '', outcome: '', cause: '', opening: '' };
const MOST = 25;

export function gamesSection(report: Report): Games | undefined {
    const { games } = report;
    if (games.length === 0) return undefined;
    let filter = { ...ANY };
    let shown = games;
    let current = games[0]!;
    const viewer = createViewer(report, current, (game, ply) => keepAddress(addressOf(game, ply)));
    const open = (game: ReportedGame, ply: number): void => {
        current = game;
        viewer.open(game, ply);
        table.fill(shown);
    };
    const besides = (step: number): void => {
        const next = shown[(shown.indexOf(current) + step + shown.length) % shown.length];
        if (!next) return;
        open(next, 0);
        keepAddress(addressOf(next));
    };

    const columns: Column<ReportedGame>[] = [
        { head: 'Game', isName: true, order: (game) => game.block + game.number / 1000, cell: linkTo },
        { head: 'Seats', isText: true, cell: (game) => seatsOf(report, game) },
        ...(report.seats === 2 ? [{ head: 'Result', isText: true, order: resultOf, cell: resultOf }] : []),
        { head: 'Ending', isText: true, order: ({ cause }) => cause, cell: (game) => capital(endingWords(report, game)) },
        { head: 'Moves', order: ({ moves }) => moves.length, cell: ({ moves }) => moves.length },
        { head: 'Opening', order: ({ opening }) => opening, cell: ({ opening }) => opening },
    ];
    const table = createTable('Games to look at', columns, games, {
        isCaptionUnseen: true,
        most: MOST,
        name: 'games',
        row: (game) => ({ class: game === current ? 'here' : undefined }),
    });
    const filters = createFilters(report, (wanted) => apply(wanted));
    const status = element('p', { class: 'quiet', role: 'status' });
    const apply = (wanted: Partial<Filter>): void => {
        filter = { ...filter, ...wanted };
        if (filter.player === '') filter.outcome = '';
        shown = games.filter((game) => fits(game, filter, report.seats));
        filters.show(filter);
        table.fill(shown);
        status.textContent = shown.length === games.length ? count(games.length, 'game') : `${whole(shown.length)} of ${count(games.length, 'game')}`;
        if (shown.length === 0) status.textContent = 'No game in this report matches.';
    };
    apply({});

    const list = element('div', { id: 'list-of-games' }, element('h3', {}, 'All games'), filters.root, status, table.root);
    const steps = element(
        'div',
        { class: 'row' },
        button('Previous game', () => besides(-1)),
        button('Next game', () => besides(1)),
    );
    steps.hidden = games.length < 2;
    const root = section('games', 'Games', viewer.root, steps, list);
    const follow = (): void => {
        const place = readAddress(location.hash);
        const game = place && games.find(({ block, number }) => block === place.block && number === place.number);
        if (!game) return;
        open(game, place.ply);
        viewer.root.scrollIntoView({ block: 'start' });
        viewer.focus();
    };
    addEventListener('hashchange', follow);
    // A link to where the address is already changes nothing that could be heard.
    list.addEventListener('click', ({ target }) => {
        if (target instanceof HTMLAnchorElement && target.hash === location.hash) follow();
    });
    // Once the page is laid out.
    requestAnimationFrame(follow);
    return {
        root,
        filter: (wanted) => {
            apply({ ...ANY, ...wanted });
            list.scrollIntoView({ block: 'start' });
            filters.focus();
        },
    };
}

function linkTo(game: ReportedGame): Node {
    return element('a', { href: addressOf(game) }, unseen('Game '), `${game.block}.${game.number}`);
}

function fits(game: ReportedGame, { player, outcome, cause, opening }: Filter, seats: number): boolean {
    if (cause !== '' && game.cause !== cause) return false;
    if (opening !== '' && game.opening !== Number(opening)) return false;
    if (player === '') return true;
    return game.players.some((sitting, seat) => sitting === Number(player) && (outcome === '' || outcomeOf(game, seat, seats) === outcome));
}

function outcomeOf(game: ReportedGame, seat: number, seats: number): string {
    const place = game.places[seat] ?? 0;
    if (seats > 2) return String(place);
    return place > 1 ? 'lost' : game.places[1 - seat] === place ? 'drawn' : 'won';
}

function createFilters(report: Report, changed: (wanted: Partial<Filter>) => void): { root: HTMLElement; show: (filter: Filter) => void; focus: () => void } {
    const any = (label: string): Choice => ({ value: '', label });
    const outcomes: Choice[] =
        report.seats === 2
            ? ['won', 'drawn', 'lost'].map((value) => ({ value, label: value }))
            : Array.from({ length: report.seats }, (_, place) => ({ value: String(place + 1), label: ordinal(place + 1) }));
    const present = <T>(values: T[]): T[] => [...new Set(values)];
    const causes = present(report.games.map(({ cause }) => cause));
    const openings = present(report.games.map(({ opening }) => opening)).sort((a, b) => a - b);
    const player = choose('Player', [any('any'), ...report.players.map(({ name }, index) => ({ value: String(index), label: name }))], (value) =>
        changed({ player: value }),
    );
    const outcome = choose('Result', [any('any'), ...outcomes], (value) => changed({ outcome: value }));
    const cause = choose('Ending', [any('any'), ...causes.map((value) => ({ value, label: endingOf(value) }))], (value) => changed({ cause: value }));
    const opening = choose('Opening', [any('any'), ...openings.map((value) => ({ value: String(value), label: String(value) }))], (value) =>
        changed({ opening: value }),
    );
    const clear = button('Clear filters', () => changed(ANY));
    return {
        root: element('div', { class: 'filters' }, player.root, outcome.root, cause.root, opening.root, clear),
        show: (filter) => {
            outcome.select.disabled = filter.player === '';
            player.select.value = filter.player;
            outcome.select.value = filter.outcome;
            for (const [select, value] of [
                [cause.select, filter.cause],
                [opening.select, filter.opening],
            ] as const) {
                // What was played but isn't kept can still be asked for.
                if (value !== '' && ![...select.options].some((option) => option.value === value)) select.append(element('option', { value }, value));
                select.value = value;
            }
        },
        focus: () => player.select.focus({ preventScroll: true }),
    };
}

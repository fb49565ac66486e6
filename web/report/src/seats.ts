// Seats as they are named and marked everywhere.

import { colourOf } from '@longjump/board';
import type { BoardLayout } from '@longjump/wire/layout';
import type { EndCause, Report, ReportedGame } from '@longjump/wire/report';
import { breakable, element, unseen } from './dom.js';
import { ordinal } from './format.js';

const NAMES = ['Vermilion', 'Amber', 'Rose', 'Blue', 'Green', 'Violet'];
const SIGNS = ['○', '△', '□', '✕', '+', '−'];

export const seatName = (layout: BoardLayout, seat: number): string => NAMES[colourOf(layout, seat)]!;

export function seatMark(layout: BoardLayout, seat: number): HTMLElement {
    const colour = colourOf(layout, seat);
    return element('span', { class: `marble lj-colour-${colour}`, 'aria-hidden': 'true' }, SIGNS[colour]);
}

export const playerAt = (report: Report, game: ReportedGame, seat: number): string => report.players[game.players[seat]!]?.name ?? `seat ${seat + 1}`;

/** "1–0" for two seats, else who finished where. */
export function resultOf(game: ReportedGame): string {
    const [first, second] = game.places as [number, number];
    if (game.places.length === 2) return first === second ? '½–½' : first < second ? '1–0' : '0–1';
    return game.places.map(ordinal).join(' · ');
}

/** Mark, name and place of everybody in a game. */
export function seatsOf(report: Report, game: ReportedGame): HTMLElement {
    const isDrawn = game.places.every((place) => place === game.places[0]);
    return element(
        'ul',
        { class: 'seats' },
        ...game.players.map((_, seat) => {
            const place = game.places[seat] ?? 0;
            const isFirst = place === 1 && !isDrawn;
            return element(
                'li',
                {},
                seatMark(report.layout, seat),
                unseen(`${seatName(report.layout, seat)}: `),
                element(isFirst ? 'b' : 'span', { class: 'name' }, breakable(playerAt(report, game, seat))),
                report.seats > 2 && place > 0 && element('span', { class: 'quiet' }, ordinal(place)),
            );
        }),
    );
}

const ENDINGS: Record<EndCause, string> = {
    'all-captured': 'all pieces captured',
    'far-row': 'far row reached',
    'goal-filled': 'goal filled',
    'stayed-home': 'stayed at home',
    stuck: 'no legal move',
    'more-pieces': 'nobody can move, more pieces',
    'equal-pieces': 'nobody can move, equal pieces',
    'more-in-goal': 'nobody can move, more in the goal',
    'nearer-goal': 'nobody can move, nearer to the goal',
    'equal-race': 'nobody can move, equally near',
    repetition: 'positions repeated',
    'ply-limit': 'ply limit of the rules',
    result: 'by the rules',
    length: 'too many moves',
    solved: 'outcome known',
    time: 'out of time',
    'illegal-move': 'illegal move',
    crash: 'crash',
    stall: 'no answer',
    disconnect: 'connection lost',
    flood: 'too much output',
};

export const endingOf = (cause: EndCause): string => ENDINGS[cause];

/** How a game ended, and through whom. */
export function endingWords(report: Report, game: ReportedGame): string {
    const fault = game.fault === null ? '' : `: ${playerAt(report, game, game.fault)}`;
    return endingOf(game.cause) + fault;
}

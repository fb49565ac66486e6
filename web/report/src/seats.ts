// Seats as they are named and marked everywhere.

import { colourOf } from '@longjump/board';
import type { Game, Layout, Report } from './data.js';
import { breakable, element, unseen } from './dom.js';
import { ordinal } from './format.js';

const NAMES = ['Vermilion', 'Amber', 'Rose', 'Blue', 'Green', 'Violet'];
const SIGNS = ['○', '△', '□', '✕', '+', '−'];

export const seatName = (layout: Layout, seat: number): string => NAMES[colourOf(layout, seat)]!;

export function seatMark(layout: Layout, seat: number): HTMLElement {
    const colour = colourOf(layout, seat);
    return element('span', { class: `marble lj-colour-${colour}`, 'aria-hidden': 'true' }, SIGNS[colour]);
}

export const playerAt = (report: Report, game: Game, seat: number): string => report.players[game.players[seat]!]?.name ?? `seat ${seat + 1}`;

/** "1–0" for two seats, else who finished where. */
export function resultOf(game: Game): string {
    const [first, second] = game.places as [number, number];
    if (game.places.length === 2) return first === second ? '½–½' : first < second ? '1–0' : '0–1';
    return game.places.map(ordinal).join(' · ');
}

/** Mark, name and place of everybody in a game. */
export function seatsOf(report: Report, game: Game): HTMLElement {
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

const ENDINGS: Record<string, string> = {
    result: 'by the rules',
    repetition: 'positions repeated',
    length: 'too many moves',
    solved: 'outcome known',
    time: 'out of time',
    'illegal move': 'illegal move',
    crash: 'crash',
    stall: 'no answer',
    disconnect: 'connection lost',
    flood: 'too much output',
};

export const endingOf = (cause: string): string => ENDINGS[cause] ?? cause;

/** How a game ended, and through whom. */
export function endingWords(report: Report, game: Game): string {
    const fault = game.fault === null ? '' : `: ${playerAt(report, game, game.fault)}`;
    return endingOf(game.cause) + fault;
}

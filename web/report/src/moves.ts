// The moves of a game with what is known of each.

import type { Report, ReportedGame } from '@longjump/wire/report';
import { button, element, unseen } from './dom.js';
import { milliseconds } from './format.js';
import { seatMark, seatName } from './seats.js';

export interface MoveList {
    root: HTMLElement;
    /** Marks the move that led to the position shown. */
    mark: (ply: number) => void;
}

export function moveList(report: Report, game: ReportedGame, go: (ply: number) => void): MoveList {
    const hasScores = game.moves.some(({ score }) => score !== null);
    const hasDepths = game.moves.some(({ depth }) => depth !== null);
    const hasTimes = game.moves.some(({ milliseconds }) => milliseconds !== null);
    const buttons: HTMLButtonElement[] = [];
    const rows = game.moves.map((move, index) => {
        const isOpening = index < game.opening_plies;
        // One stop for the Tab key; arrow keys do the rest.
        const press = button(move.text, () => go(index + 1), { class: 'move', tabindex: -1 });
        buttons.push(press);
        return element(
            'tr',
            {},
            element('td', { class: 'quiet' }, index + 1),
            element(
                'th',
                { scope: 'row', class: 'words' },
                element('span', { class: 'mover' }, seatMark(report.layout, move.seat), unseen(`${seatName(report.layout, move.seat)} `), press),
            ),
            hasScores && element('td', {}, move.score ?? (isOpening ? 'opening' : '')),
            hasDepths && element('td', {}, move.depth ?? ''),
            hasTimes && element('td', {}, move.milliseconds === null ? '' : milliseconds(move.milliseconds)),
        );
    });
    const head = (words: string, kind?: string) => element('th', { scope: 'col', class: kind }, words);
    const box = element(
        'div',
        { class: 'moves-of-game' },
        element(
            'table',
            {},
            element('caption', { class: 'hidden-label' }, 'Moves of this game'),
            element(
                'thead',
                {},
                element('tr', {}, head('No.'), head('Move', 'words'), hasScores && head('Score'), hasDepths && head('Depth'), hasTimes && head('Time')),
            ),
            element('tbody', {}, ...rows),
        ),
    );
    return {
        root: box,
        mark: (ply) => {
            rows.forEach((row, index) => row.classList.toggle('here', index === ply - 1));
            buttons.forEach((press, index) => {
                press.tabIndex = index === Math.max(0, ply - 1) ? 0 : -1;
                if (index === ply - 1) press.setAttribute('aria-current', 'true');
                else press.removeAttribute('aria-current');
            });
            keepInSight(box, rows[ply - 1]);
        },
    };
}

/** Scrolls the list and never the page. */
function keepInSight(box: HTMLElement, row: HTMLElement | undefined): void {
    if (!row) {
        box.scrollTop = 0;
        return;
    }
    const head = box.querySelector('thead')!.offsetHeight;
    if (row.offsetTop < box.scrollTop + head) box.scrollTop = row.offsetTop - head;
    const below = row.offsetTop + row.offsetHeight - box.clientHeight;
    if (below > box.scrollTop) box.scrollTop = below + row.offsetHeight;
}

// One game on the board, to step through.

import { createBoard, durationOf, type Board, type BoardState, type Words } from '@longjump/board';
import { createControls, stepOf } from './controls.js';
import type { Report, ReportedGame, ReportedMove } from '@longjump/wire/report';
import { element } from './dom.js';
import { evaluationOf } from './evaluation.js';
import { capital, milliseconds } from './format.js';
import { moveList, type MoveList } from './moves.js';
import { isStep, piecesAfter } from './positions.js';
import { endingWords, playerAt, resultOf, seatName, seatsOf } from './seats.js';
import type { DrawnChart } from './chart.js';

export interface Viewer {
    root: HTMLElement;
    open: (game: ReportedGame, ply: number) => void;
    focus: () => void;
}

const PAUSE = 450;

export function createViewer(report: Report, first: ReportedGame, changed: (game: ReportedGame, ply: number) => void): Viewer {
    let game = first;
    let ply = 0;
    let bottom = 0;
    let playing: ReturnType<typeof setTimeout> | undefined;
    let list: MoveList | undefined;
    let curve: DrawnChart | undefined;

    const last = (): number => game.moves.length;
    const heading = element('h3', { id: 'game-heading' });
    const facts = element('div', { class: 'facts-of-game' });
    const place = element('div', { class: 'board-of-game' });
    const below = element('div');

    /** Shows a position; who steps forward sees the marble move. */
    const show = (next: number): void => {
        const to = Math.max(0, Math.min(last(), next));
        const move = to === ply + 1 ? game.moves[ply] : undefined;
        const hasChanged = to !== ply;
        ply = to;
        board.show(state(), move && move.route.length > 0 ? { route: move.route, isStep: isStep(report.layout, move) } : undefined);
        const words = positionWords();
        controls.show(ply, last(), words);
        list?.mark(ply);
        curve?.point(ply);
        if (!hasChanged) return;
        if (playing === undefined) board.say(words);
        changed(game, ply);
    };
    const stop = (): void => {
        clearTimeout(playing);
        playing = undefined;
        controls.showPlaying(false);
    };
    const go = (next: number): void => {
        stop();
        show(next);
    };
    const playOn = (): void => {
        const move = game.moves[ply];
        if (!move) return stop();
        show(ply + 1);
        playing = setTimeout(playOn, durationOf({ route: move.route, isStep: isStep(report.layout, move) }) + PAUSE);
    };
    const togglePlay = (): void => {
        if (playing !== undefined) return stop();
        controls.showPlaying(true);
        // From the end it starts anew.
        if (ply === last()) show(0);
        playing = setTimeout(playOn, ply === 0 ? PAUSE : 0);
    };
    const turn = (): void => {
        bottom = (bottom + 1) % report.seats;
        show(ply);
    };

    const state = (): BoardState => ({
        layout: report.layout,
        pieces: piecesAfter(game, ply),
        moves: [],
        bottom,
        last: game.moves[ply - 1]?.route ?? [],
        arrows: [],
        isFree: false,
        words: boardWords(positionWords()),
    });
    const positionWords = (): string => {
        const move = game.moves[ply - 1];
        if (!move) return `Before the first move of ${last()}; ${seatName(report.layout, game.first)} begins`;
        return `Move ${ply} of ${last()}: ${moveWords(report, game, move, ply <= game.opening_plies)}`;
    };

    const controls = createControls({ go, ply: () => ply, last, togglePlay, turn });
    const board: Board = createBoard(place, state(), { move: () => undefined });
    const root = element(
        'div',
        { class: 'viewer', role: 'group', 'aria-labelledby': 'game-heading' },
        element('div', { class: 'board-and-controls' }, place, controls.root, below),
        facts,
    );
    // Before the board hears a key: its own keys go from place to place, which here would lead nowhere.
    root.addEventListener(
        'keydown',
        (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (place.contains(event.target as Node)) event.stopPropagation();
            const next = stepOf(event.key, ply, last());
            if (next === undefined) return;
            event.preventDefault();
            go(next);
            if (facts.contains(document.activeElement)) facts.querySelector<HTMLElement>('.move[tabindex="0"]')?.focus({ preventScroll: true });
        },
        { capture: true },
    );

    const open = (next: ReportedGame, at: number): void => {
        stop();
        game = next;
        ply = Math.max(0, Math.min(last(), at));
        list = moveList(report, game, go);
        curve = evaluationOf(report, game, go);
        heading.textContent = `Game ${game.block}.${game.number}`;
        below.replaceChildren(...(curve ? [curve.root] : []));
        facts.replaceChildren(heading, seatsOf(report, game), ...endOf(report, game), list.root);
        show(ply);
    };
    open(first, 0);
    return { root, open, focus: () => board.focus() };
}

function endOf(report: Report, game: ReportedGame): HTMLElement[] {
    const result = report.seats === 2 ? `${resultOf(game)}, ` : '';
    const ending = element('p', { class: 'figures' }, capital(`${result}${endingWords(report, game)} · opening ${game.opening}`));
    return game.detail ? [ending, element('p', { class: 'quiet' }, game.detail)] : [ending];
}

function moveWords(report: Report, game: ReportedGame, move: ReportedMove, isOpening: boolean): string {
    const parts = [
        `${move.text} by ${seatName(report.layout, move.seat)}, ${isOpening ? 'of the opening' : playerAt(report, game, move.seat)}`,
        move.score,
        move.depth === null ? undefined : `depth ${move.depth}`,
        move.milliseconds === null ? undefined : milliseconds(move.milliseconds),
    ];
    return parts.filter(Boolean).join(' · ');
}

/** Nothing can be moved here, so most of what a board could say is never said. */
function boardWords(position: string): Words {
    const unsaid = (): string => '';
    return {
        board: `Board. ${position}`,
        keys: 'Left and right arrow keys step through the game; Page Up and Page Down go ten moves, Home and End to its ends.',
        place: unsaid,
        picked: unsaid,
        landing: unsaid,
        noPiece: unsaid,
        noLanding: unsaid,
        noMove: unsaid,
        typing: unsaid,
        letGo: '',
    };
}

// Playing with mouse, pen or finger: drag, or click and click.

import type { Drawing } from './drawing.js';
import { nearest, type Spot } from './geometry.js';
import { moveBetween, movesFrom, type BoardState, type Interaction } from './state.js';

/** A press that goes farther than this, in pixels, is a drag. */
const DRAG = 6;

interface Board {
    drawing: Drawing;
    state: () => BoardState;
    interaction: Interaction;
    /** Shows what is being done now. */
    update: () => void;
    move: (text: string, isDragged: boolean) => void;
    place: (hole: number) => void;
}

export function listen(board: Board): () => void {
    const { drawing, interaction } = board;
    const { root } = drawing;
    let landing: { hole: number; x: number; y: number } | undefined;
    let press: { x: number; y: number; hole: number | undefined; wasPicked: boolean; isDrag: boolean } | undefined;

    const spotOf = (event: PointerEvent): Spot | undefined => {
        const matrix = root.getScreenCTM();
        return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : undefined;
    };
    const holeOf = (event: PointerEvent): number | undefined => {
        const spot = spotOf(event);
        return spot && nearest(drawing.view, spot);
    };
    const tryMove = (end: number | undefined, isDragged: boolean): boolean => {
        if (interaction.picked === undefined || end === undefined) return false;
        const move = moveBetween(board.state(), interaction.picked, end);
        if (move) board.move(move.text, isDragged);
        return move !== undefined;
    };

    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        interaction.usesKeys = false;
        const hole = holeOf(event);
        if (board.state().isFree) {
            if (hole !== undefined) board.place(hole);
            return;
        }
        const isLanding = interaction.picked !== undefined && hole !== undefined && moveBetween(board.state(), interaction.picked, hole) !== undefined;
        if (isLanding) {
            // The move is made when the finger goes up again where it went down: it may only have come to scroll.
            landing = { hole, x: event.clientX, y: event.clientY };
            return;
        }
        const isOurs = hole !== undefined && movesFrom(board.state(), hole).length > 0;
        press = { x: event.clientX, y: event.clientY, hole, wasPicked: interaction.picked === hole, isDrag: false };
        interaction.picked = isOurs ? hole : undefined;
        interaction.hovered = undefined;
        if (isOurs) {
            interaction.cursor = hole;
            root.setPointerCapture(event.pointerId);
        }
        board.update();
    };
    const over = (event: PointerEvent): void => {
        if (press && interaction.picked !== undefined) {
            const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
            press.isDrag ||= far > DRAG;
        }
        if (press?.isDrag && interaction.picked !== undefined) {
            const spot = spotOf(event);
            const piece = drawing.marbleAt(interaction.picked);
            if (spot && piece) {
                drawing.raise(piece);
                piece.setAttribute('transform', `translate(${spot.x} ${spot.y}) scale(1.12)`);
            }
        }
        const hovered = holeOf(event);
        if (hovered !== interaction.hovered) {
            interaction.hovered = hovered;
            board.update();
        }
    };
    const up = (event: PointerEvent): void => {
        const ended = press;
        const landed = landing;
        press = undefined;
        landing = undefined;
        if (landed && Math.hypot(event.clientX - landed.x, event.clientY - landed.y) <= DRAG) {
            tryMove(landed.hole, false);
            return;
        }
        if (!ended || interaction.picked === undefined) return;
        const hole = holeOf(event);
        if (ended.isDrag) {
            const start = interaction.picked;
            if (!tryMove(hole, true)) drawing.settle(start);
        } else if (ended.wasPicked) {
            interaction.picked = undefined;
        }
        board.update();
    };
    const leave = (): void => {
        if (press) return;
        interaction.hovered = undefined;
        board.update();
    };
    const cancel = (): void => {
        if (press && interaction.picked !== undefined) drawing.settle(interaction.picked);
        press = undefined;
        landing = undefined;
        board.update();
    };

    root.addEventListener('pointerdown', down);
    root.addEventListener('pointermove', over);
    root.addEventListener('pointerup', up);
    root.addEventListener('pointerleave', leave);
    root.addEventListener('pointercancel', cancel);
    return () => {
        root.removeEventListener('pointerdown', down);
        root.removeEventListener('pointermove', over);
        root.removeEventListener('pointerup', up);
        root.removeEventListener('pointerleave', leave);
        root.removeEventListener('pointercancel', cancel);
    };
}

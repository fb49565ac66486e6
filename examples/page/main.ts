// You against an engine at a game of star.

import { createBoard, type BoardState } from '@longjump/board';
import { englishWords } from '@longjump/board/words';
import '@longjump/board/board.css';
import { startGame } from '@longjump/engine/worker';

const YOU = 0;
const status = document.querySelector<HTMLElement>('#status')!;
const words = englishWords('Board of Star', ['you', 'the engine']);

const game = await startGame('star');
let last: number[] = [];

function scene(): BoardState {
    const { pieces, moves, turn } = game.state;
    return { layout: game.layout, pieces, moves: turn === YOU ? moves : [], bottom: YOU, last, arrows: [], isFree: false, words };
}

const board = createBoard(document.querySelector<HTMLElement>('#board')!, scene(), { move: (text) => void playAndAnswer(text) });

function play(text: string): void {
    const move = game.state.moves.find((legal) => legal.text === text)!;
    const { standings, turn } = game.play(text);
    last = move.route;
    board.show(scene(), move);
    if (standings) status.textContent = standings[YOU] === 1 ? 'You won!' : 'The engine won.';
    else status.textContent = turn === YOU ? `It played ${text}. Your move.` : 'Thinking …';
}

async function playAndAnswer(text: string): Promise<void> {
    play(text);
    const answer = await game.bestMove({ level: 2 });
    if (answer?.mv) play(answer.mv);
}

status.textContent = 'Your move.';

// Things of the game in the reader's words.

import { colourOf, type Words } from '@longjump/board';
import type { BoardLayout, Race, Verdict } from './rules.js';
import { levelOf, playerOf, type Seat } from './plan.js';
import { named, t, type Key } from './words.svelte.js';

export { moveText } from './texts.js';

export const SIGNS = ['○', '△', '□', '✕', '+', '−'];

export function colourName(layout: BoardLayout, seat: number): string {
    return t(`colour.${colourOf(layout, seat)}` as Key);
}

export function sign(layout: BoardLayout, seat: number): string {
    return SIGNS[colourOf(layout, seat)]!;
}

/** The name of an engine; those of the KnightThrough paper are a version and an evaluation. */
export function engineName(name: string): string {
    const [base, evaluation] = name.split('+');
    if (!evaluation) return named('engine', name);
    const version = base === 'greedy' ? t('engineGreedy') : t('engineVersion', { n: base!.slice(1) });
    return `${version} · ${named('evaluation', evaluation)}`;
}

/** Who sits there: you, a level, or one of the laboratory's engines. */
export function playerName(seat: Seat, isOnlyPerson: boolean): string {
    if (seat.kind === 'person') return isOnlyPerson ? t('you') : t('person');
    if (playerOf(seat.player) === 'default') {
        const level = levelOf(seat.player);
        return level === undefined ? t('levelName.full') : t('levelName', { n: level });
    }
    return engineName(playerOf(seat.player));
}

/** The same where there is little room: the level is enough. */
export function shortName(seat: Seat, isOnlyPerson: boolean): string {
    if (seat.kind === 'person' || playerOf(seat.player) !== 'default') return playerName(seat, isOnlyPerson);
    const level = levelOf(seat.player);
    return level === undefined ? t('fullStrength') : t('levelOf', { n: level });
}

/** "1.4 moves ahead", "wins in 9 plies". */
export function verdictWords(verdict: Verdict): string {
    switch (verdict.kind) {
        case 'winIn':
            return t('verdict.win', { n: verdict.value });
        case 'lossIn':
            return t('verdict.loss', { n: verdict.value });
        case 'ahead': {
            const moves = Math.abs(verdict.value).toFixed(1);
            if (moves === '0.0') return t('verdict.even');
            return t(verdict.value > 0 ? 'verdict.ahead' : 'verdict.behind', { n: moves });
        }
    }
}

/** "+1.4", "win 9": for narrow places. */
export function verdictFigure(verdict: Verdict): string {
    if (verdict.kind === 'winIn') return `+# ${verdict.value}`;
    if (verdict.kind === 'lossIn') return `−# ${verdict.value}`;
    return `${verdict.value < 0 ? '−' : '+'}${Math.abs(verdict.value).toFixed(1)}`;
}

/** "Blue wins the race in 9 moves."; to the only person who plays "You win …". */
export function raceWords(layout: BoardLayout, { winner, moves }: Race, isYou: boolean): string {
    const values = { colour: colourName(layout, winner), n: moves };
    if (moves === 1) return t(isYou ? 'race.youNext' : 'race.seatNext', values);
    return t(isYou ? 'race.you' : 'race.seat', values);
}

/** "8.9M". */
export function large(count: number): string {
    if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
    return count >= 1e4 ? `${Math.round(count / 1e3)}k` : String(Math.round(count));
}

export function clockText(milliseconds: number): string {
    const seconds = Math.ceil(milliseconds / 1000);
    if (milliseconds < 10_000) return (milliseconds / 1000).toFixed(1);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What the board says aloud. */
export function boardWords(layout: BoardLayout, board: string): Words {
    return {
        board,
        keys: t('board.keys'),
        place: (name, seat, moves) => {
            if (seat === undefined) return t('board.empty', { name });
            const piece = t('board.piece', { name, colour: colourName(layout, seat) });
            return moves === undefined ? piece : `${piece}, ${t('board.moves', { n: moves })}`;
        },
        picked: (name, moves) => t('board.picked', { name, n: moves }),
        landing: (name, isStep) => t(isStep ? 'board.step' : 'board.hop', { name }),
        noPiece: (name) => t('board.noPiece', { name }),
        noLanding: (name) => t('board.noLanding', { name }),
        noMove: (typed) => t('board.noMove', { typed }),
        typing: (typed) => t('board.typing', { typed }),
        letGo: t('board.letGo'),
    };
}

// What a review says, to the person who played if it knows who that was.

import type { Attempt } from './attempt.svelte.js';
import type { BoardLayout } from './rules.js';
import { colourName, moveText } from './say.js';
import type { Count, Slip } from './slips.js';
import { t } from './words.svelte.js';

const YOURS = { lost: 'review.youLost', decided: 'review.youDecided', missed: 'review.youMissed' } as const;

/** "You let 2.3 moves slip with e5–k9; g4–k8 was better." */
export function slipWords(layout: BoardLayout, slip: Slip, you: number | undefined): string {
    const values = { move: moveText(slip.played), better: moveText(slip.better), n: slip.lost.toFixed(1) };
    if (slip.mover === you) return t(YOURS[slip.kind], values);
    return t(`review.${slip.kind}`, { ...values, colour: colourName(layout, slip.mover) });
}

/** "3 slips, 1 missed win". */
export function countWords({ slips, missedWins }: Count): string {
    const counts = [];
    if (slips > 0) counts.push(t(slips === 1 ? 'review.slip' : 'review.slips', { n: slips }));
    if (missedWins > 0) counts.push(t(missedWins === 1 ? 'review.missedWin' : 'review.missedWins', { n: missedWins }));
    return counts.length > 0 ? counts.join(', ') : t('review.noSlips');
}

/** How another try did, or what there is to do. */
export function attemptWords({ slip, tried, answer, isTold }: Attempt): string {
    if (isTold) return t('review.told', { move: moveText(slip.better) });
    if (!tried) return t('review.find');
    const move = moveText(tried.move.text);
    if (!answer) return t('review.judging', { move });
    return t(`review.is.${answer.grade}`, { move, played: moveText(slip.played), n: answer.lost.toFixed(1) });
}

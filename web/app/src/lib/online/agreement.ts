// How often players chose the move of the engine, as `longjump fairplay` counts it.

import type { GamePaces } from '@longjump/wire/order';
import { loadAssets } from '../assets.svelte.js';
import { Engine } from '../engine.js';
import type { Rules } from '../rules.js';

/** How much the engine looks at for a move. */
const NODES = 20_000;

/** The share of the moves of each seat that were the engine's, of those that had a choice; tells how far it is. */
export async function agreement(rules: Rules, { game, moves, known_by_heart }: GamePaces, ondone: (share: number) => void): Promise<Map<number, number>> {
    const counts = new Map<number, { agreed: number; of: number }>();
    const engine = new Engine();
    const position = new rules.Game(game);
    try {
        await loadAssets(game);
        for (const [ply, move] of moves.entries()) {
            const { turn, moves: legal } = position.state();
            if (ply >= known_by_heart && turn !== undefined && legal.length > 1) {
                const limits = { nodes: NODES, milliseconds: undefined, depth: undefined };
                const question = { game, player: 'default', start: undefined, moves: moves.slice(0, ply), limits, isFresh: true };
                const decided = await engine.think(question, () => undefined);
                const count = counts.get(turn) ?? { agreed: 0, of: 0 };
                counts.set(turn, { agreed: count.agreed + Number(decided?.mv === move), of: count.of + 1 });
            }
            position.play(move);
            ondone((ply + 1) / moves.length);
        }
    } finally {
        position.free();
        engine.stop();
    }
    return new Map([...counts].map(([seat, { agreed, of }]) => [seat, agreed / of]));
}

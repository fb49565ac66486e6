// The five papers, and the players that are from them.

import type { EngineInfo } from '../../lib/rules.js';
import type { GameName } from './lessons.js';

export const PAPERS = ['thesis', 'diamond', 'corners', 'knightthrough', 'minicheckers'] as const;
export type PaperName = (typeof PAPERS)[number];

interface Paper {
    game: GameName;
    /** The game as the paper played it. */
    spec: string;
    /** Its own title, in no language but its own; one has none. */
    title: string;
    /** How many findings it has words for. */
    findings: number;
}

export const paperOf: Record<PaperName, Paper> = {
    thesis: { game: 'star', spec: 'star:preset=thesis', title: 'A Chinese Checkers-playing program', findings: 5 },
    // Its program also let marbles hop over distant ones.
    diamond: { game: 'diamond', spec: 'diamond:hops=symmetric', title: '', findings: 4 },
    corners: { game: 'corners', spec: 'corners:preset=waiting', title: 'Intelligent Agent Playing Chinese Checkers Using Mini-Max Algorithm', findings: 3 },
    knightthrough: { game: 'knightthrough', spec: 'knightthrough', title: 'Playing KnightThrough with Alpha-Beta', findings: 5 },
    minicheckers: { game: 'minicheckers', spec: 'minicheckers', title: 'Mini-Checkers', findings: 4 },
};

/** A player, in as many kinds as it has evaluations; most have one, without a name. */
export interface PlayerGroup {
    base: string;
    summary: string;
    kinds: { player: string; evaluation: string }[];
}

/** The players of a game's paper; those that differ only in how they evaluate, such as `v6+development`, are together. */
export function groupsOf(engines: EngineInfo[], game: string): PlayerGroup[] {
    const groups = new Map<string, PlayerGroup>();
    for (const { name, summary } of engines.filter((engine) => engine.isExhibit && engine.game === game)) {
        const [base = name, evaluation = ''] = name.split('+');
        const group = groups.get(base) ?? { base, summary, kinds: [] };
        group.kinds.push({ player: name, evaluation });
        groups.set(base, group);
    }
    return [...groups.values()];
}

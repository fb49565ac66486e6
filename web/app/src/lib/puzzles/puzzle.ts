// Puzzles, and packs of them as `longjump puzzles pack` writes them.

export type Proof = { by: 'only-win' | 'only-draw' | 'race' } | { by: 'win' | 'defence'; moves: number };

export const THEMES = ['long-chain', 'ladder', 'block', 'race-count', 'breakthrough', 'zugzwang'] as const;
export type Theme = (typeof THEMES)[number];

/** A move of the solver's. */
export interface Step {
    answer: string;
    /** What share of the points it is worth, and the best other move. */
    chance: number;
    second: string;
    secondChance: number;
    /** What the others play before the solver's next move. */
    replies: string[];
    proof: Proof | undefined;
}

export interface Puzzle {
    /** Tells it from all others, in every version of its pack. */
    id: string;
    position: string;
    rating: number;
    themes: Theme[];
    /** The number of its game among those that were mined, and how many moves were played before. */
    game: number;
    ply: number;
    steps: Step[];
}

export interface Pack {
    spec: string;
    /** What answers were verified with: positions looked at, and by how much every other move is worse. */
    nodes: number;
    margin: number;
    puzzles: Puzzle[];
}

/** The packs there are, in the order in which days have them. */
export const PACKS = ['star', 'knightthrough', 'diamond', 'minicheckers', 'corners', 'star-3'] as const;
export type PackName = (typeof PACKS)[number];
export const packNamed = (name: string | null): PackName => PACKS.find((known) => known === name) ?? 'star';

type PackedStep = [answer: string, chance: number, second: string, secondChance: number, replies: string[], proof: Proof | null];
type PackedPuzzle = [position: string, rating: number, themes: Theme[], game: number, ply: number, steps: PackedStep[]];
export interface PackFile {
    spec: string;
    settings: { nodes: number; factor: number; margin: number };
    puzzles: PackedPuzzle[];
}

export function readPack({ spec, settings, puzzles }: PackFile): Pack {
    const stepOf = ([answer, chance, second, secondChance, replies, proof]: PackedStep): Step => ({
        answer,
        chance,
        second,
        secondChance,
        replies,
        proof: proof ?? undefined,
    });
    return {
        spec,
        nodes: settings.nodes * settings.factor,
        margin: settings.margin,
        puzzles: puzzles.map(([position, rating, themes, game, ply, steps]) => ({
            id: idOf(`${spec} ${position}`),
            position,
            rating,
            themes,
            game,
            ply,
            steps: steps.map(stepOf),
        })),
    };
}

/** FNV-1a with 32 bits. */
export function idOf(text: string): string {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(36);
}

export const isProven = ({ steps }: Puzzle): boolean => steps.every(({ proof }) => proof);

/** All moves of a puzzle, the solver's and the others'. */
export const lineOf = ({ steps }: Puzzle): string[] => steps.flatMap(({ answer, replies }) => [answer, ...replies]);

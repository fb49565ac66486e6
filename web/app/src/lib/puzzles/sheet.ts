// Which puzzles are printed on a sheet.

import { idOf, type Puzzle, type Theme } from './puzzle.js';

/** How many puzzles a sheet may have: two or four of them fill a page. */
export const SHEET_SIZES = [2, 4, 8, 12] as const;

/** Some puzzles, drawn by a seed, from easy to hard; a bigger sheet has those of a smaller one, too. */
export function drawn(puzzles: Puzzle[], { theme, size, seed }: { theme: Theme | undefined; size: number; seed: string }): Puzzle[] {
    const fitting = puzzles.filter(({ themes }) => !theme || themes.includes(theme));
    const lot = new Map(fitting.map(({ id }) => [id, parseInt(idOf(`${seed} ${id}`), 36)]));
    return fitting
        .toSorted((a, b) => lot.get(a.id)! - lot.get(b.id)!)
        .slice(0, size)
        .toSorted((a, b) => a.rating - b.rating);
}

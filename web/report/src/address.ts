// Links to a position: #game=BLOCK.NUMBER&ply=N.

export interface Place {
    block: number;
    number: number;
    ply: number;
}

export function readAddress(fragment: string): Place | undefined {
    const fields = new URLSearchParams(fragment.replace(/^#/, ''));
    const game = /^(\d+)\.(\d+)$/.exec(fields.get('game') ?? '');
    if (!game) return undefined;
    const ply = Number(fields.get('ply') ?? 0);
    return { block: Number(game[1]), number: Number(game[2]), ply: Number.isInteger(ply) ? ply : 0 };
}

export const addressOf = ({ block, number }: { block: number; number: number }, ply = 0): string => `#game=${block}.${number}${ply > 0 ? `&ply=${ply}` : ''}`;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Keeps the page's address at what is shown. Not at once: browsers refuse when it changes too often. */
export function keepAddress(address: string): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => history.replaceState(null, '', address), 200);
}

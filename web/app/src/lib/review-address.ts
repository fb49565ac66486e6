// Apart from what the review itself needs, as pages that only link to it need not load that.

/** The address of the review of a game. */
export function reviewAddress(spec: string, moves: string[], you: number | undefined, start?: string): string {
    const query = new URLSearchParams({ g: spec, m: moves.join(',') });
    if (start !== undefined) query.set('p', start);
    if (you !== undefined) query.set('you', String(you));
    return `#/review?${query.toString()}`;
}

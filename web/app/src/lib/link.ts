// Games in addresses: those of analyses, and of boards on other people's pages.

/** A line of moves, and where in it one is. */
export interface Linked {
    /** The game with its options. */
    spec: string;
    /** The position it starts from, if not the usual one. */
    start: string | undefined;
    moves: string[];
    /** How many moves have been made in the position shown. */
    at: number;
}

/** What an address has after its `?` or `#`. */
export function readLink(query: URLSearchParams): Linked {
    const moves = query.get('m')?.split(',') ?? [];
    const at = query.get('at') ?? '';
    return {
        spec: query.get('g') ?? '',
        start: query.get('p') ?? undefined,
        moves,
        at: /^\d+$/.test(at) ? Math.min(Number(at), moves.length) : moves.length,
    };
}

export function writeLink({ spec, start, moves, at }: Linked): string {
    const query = new URLSearchParams({ g: spec });
    if (start) query.set('p', start);
    if (moves.length > 0) query.set('m', moves.join(','));
    if (at < moves.length) query.set('at', String(at));
    return query.toString();
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const escaped = (text: string): string => text.replace(/[&"<]/g, (sign) => ESCAPES[sign]!);

/** What to write into a page of one's own to have the game there; `site` is an address of ours. */
export const frameFor = (linked: Linked, site: string, title: string): string => frameAt(writeLink(linked), site, title);

/** The same for whatever else the embed shows; `shown` says what, after its `#`. */
export function frameAt(shown: string, site: string, title: string): string {
    const address = new URL(`embed.html#${shown}`, site).href;
    return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="480" height="560" style="border: 0; max-width: 100%" loading="lazy"></iframe>`;
}

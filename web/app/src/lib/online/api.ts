// What the service is asked over HTTP; docs/online-protocol.md describes it.

export interface Player {
    /** The number that seats have for us; others are known by their names. */
    id?: number;
    name: string;
    kind: 'guest' | 'account' | 'bot';
}

export interface OpenGame {
    id: string;
    game: string;
    control: string;
    rated: boolean;
    /** Those who sit already; free seats are empty. */
    players: string[];
}

export interface GameRow extends OpenGame {
    status: 'open' | 'playing' | 'over';
    ply: number;
    /** The place of each seat, once it is over; none if it was called off. */
    places: number[] | null;
    reason: string | null;
    /** In milliseconds since 1970. */
    created_at: number;
}

export interface RatingRow {
    /** The game, and with more than two seats their number, such as `star-3`. */
    category: string;
    speed: string;
    pool: 'people' | 'bots';
    rating: number;
    games: number;
    provisional: boolean;
}

export interface Profile extends Player {
    ratings: RatingRow[];
}

export interface SeekAnswer {
    state: 'none' | 'waiting' | 'found';
    game: string | null;
}

export interface WantedGame {
    game: string;
    control: string;
    rated: boolean;
    public?: boolean;
    /** Of whoever opens it, from 0. */
    seat?: number;
    /** The level of engines in all other seats. */
    engines?: number | undefined;
}

/** Of engines that take seats. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** A bot and what it signs in with, which the service tells only once. */
export interface BotToken {
    name: string;
    token: string;
}

/** An answer that is no success. */
export class Problem extends Error {
    constructor(
        readonly code: string,
        why: string,
    ) {
        super(why);
    }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const request: RequestInit = { method };
    if (body !== undefined) {
        request.headers = { 'content-type': 'application/json' };
        request.body = JSON.stringify(body);
    }
    let response: Response;
    try {
        response = await fetch(`/api/${path}`, request);
    } catch {
        throw new Problem('unreachable', '');
    }
    // Where nobody serves games, a page of some other kind may answer.
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer as T;
    const { code = 'unreachable', why = '' } = (answer ?? {}) as { code?: string; why?: string };
    throw new Problem(code, why);
}

const withPlayer = (answer: Promise<{ player: Player | null }>) => answer.then(({ player }) => player);
const named = (name: string) => `players/${encodeURIComponent(name)}`;

export const api = {
    me: () => withPlayer(ask('GET', 'me')),
    guest: () => withPlayer(ask('POST', 'guest')),
    register: (name: string, password: string) => withPlayer(ask('POST', 'account', { name, password })),
    signIn: (name: string, password: string) => withPlayer(ask('POST', 'login', { name, password })),
    signOut: () => withPlayer(ask('POST', 'logout')),
    open: (wanted: WantedGame) => ask<{ id: string }>('POST', 'games', wanted),
    lobby: () => ask<OpenGame[]>('GET', 'lobby'),
    seek: (wanted: WantedGame) => ask<SeekAnswer>('POST', 'seek', wanted),
    seekState: () => ask<SeekAnswer>('GET', 'seek'),
    endSeek: () => ask<SeekAnswer>('DELETE', 'seek'),
    bots: () => ask<Player[]>('GET', 'bots'),
    makeBot: (name: string) => ask<BotToken>('POST', 'bots', { name }),
    newToken: (bot: string) => ask<BotToken>('POST', `bots/${encodeURIComponent(bot)}/token`),
    profile: (name: string) => ask<Profile>('GET', named(name)),
    games: (name: string, limit: number, before?: number) =>
        ask<GameRow[]>('GET', `${named(name)}/games?limit=${limit}${before === undefined ? '' : `&before=${before}`}`),
};

// What the service is asked over HTTP; docs/online-protocol.md describes it.

import type {
    ActionRequest,
    BotToken,
    CreateBot,
    CreateGame,
    Credentials,
    GameCreated,
    GameSummary,
    Problem as ProblemBody,
    Profile,
    PublicPlayer,
    SeatRating,
    Seek,
    SeekStatus,
    WhoAmI,
} from '@longjump/wire/rest';
import type { RoomView } from '@longjump/wire/room';
import type { RoomAction } from '@longjump/wire/socket';
import { freshId } from './messages.js';

/** Of engines that take seats. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** An answer that is no success, as an error to throw. */
export class Problem extends Error {
    constructor(
        readonly code: string,
        why: string,
    ) {
        super(why);
    }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
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
    // What stands before a service tells that it is away; where there is none, nothing is found.
    const otherwise = response.status >= 500 ? 'unreachable' : 'unserved';
    const { code = otherwise, why = '' } = (answer ?? {}) as Partial<ProblemBody>;
    throw new Problem(code, why);
}

export const withPlayer = (answer: Promise<WhoAmI>) => answer.then(({ player }) => player);
const credentials = (name: string, password: string): Credentials => ({ name, password });
const named = (name: string) => `players/${encodeURIComponent(name)}`;

/** Asks again if no answer came: with one id it is one game. */
async function openGame(wanted: CreateGame): Promise<GameCreated> {
    const named: CreateGame = { ...wanted, id: freshId() };
    try {
        return await ask('POST', 'games', named);
    } catch (problem) {
        if (!(problem instanceof Problem) || problem.code !== 'unreachable') throw problem;
        return ask('POST', 'games', named);
    }
}

export const api = {
    me: () => withPlayer(ask('GET', 'me')),
    guest: () => withPlayer(ask('POST', 'guest')),
    register: (name: string, password: string) => withPlayer(ask('POST', 'account', credentials(name, password))),
    signIn: (name: string, password: string) => withPlayer(ask('POST', 'login', credentials(name, password))),
    signOut: () => withPlayer(ask('POST', 'logout')),
    open: openGame,
    game: (id: string) => ask<RoomView>('GET', `games/${encodeURIComponent(id)}`),
    act: (game: string, action: RoomAction) => ask('POST', `games/${encodeURIComponent(game)}/actions`, { action, id: freshId() } satisfies ActionRequest),
    ratings: (game: string) => ask<SeatRating[]>('GET', `games/${encodeURIComponent(game)}/ratings`),
    seek: (wanted: Seek) => ask<SeekStatus>('POST', 'seek', wanted),
    endSeek: () => ask<SeekStatus>('DELETE', 'seek'),
    bots: () => ask<PublicPlayer[]>('GET', 'bots'),
    makeBot: (name: string) => ask<BotToken>('POST', 'bots', { name } satisfies CreateBot),
    newToken: (bot: string) => ask<BotToken>('POST', `bots/${encodeURIComponent(bot)}/token`),
    profile: (name: string) => ask<Profile>('GET', named(name)),
    games: (name: string, limit: number, before?: number) =>
        ask<GameSummary[]>('GET', `${named(name)}/games?limit=${limit}${before === undefined ? '' : `&before=${before}`}`),
};

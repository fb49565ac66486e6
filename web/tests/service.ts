// The online service for tests: two servers that share a database, and a line that can be cut.

import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Game, type Engine, type BoardLayout, type State } from '@longjump/engine/node';

const program = process.env['LONGJUMP'] ?? new URL('../../target/debug/longjump', import.meta.url).pathname;

interface Running {
    address: string;
    process: ChildProcess;
}

/** Tests ask more often than people. */
const environment = { ...process.env, LONGJUMP_REQUESTS_A_MINUTE: '100000', LONGJUMP_SIGN_INS_A_MINUTE: '100000' };

async function serve(...options: string[]): Promise<Running> {
    const process = spawn(program, ['serve', '--listen', '127.0.0.1:0', ...options], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    return new Promise((resolve, reject) => {
        let said = '';
        process.stdout.on('data', (text: Buffer) => {
            said += text.toString();
            const address = /Longjump is at (\S+)\//.exec(said)?.[1];
            if (address) resolve({ address, process });
        });
        process.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
}

async function end({ process }: Running): Promise<void> {
    if (process.exitCode !== null) return;
    process.removeAllListeners('exit');
    const ended = once(process, 'exit');
    process.kill('SIGTERM');
    await ended;
}

export class Service {
    private constructor(
        private readonly folder: string,
        private readonly servers: Running[],
    ) {}

    static async start(): Promise<Service> {
        const folder = mkdtempSync(join(tmpdir(), 'longjump-online-'));
        // Started by root, Postgres runs as somebody else, who must get in.
        chmodSync(folder, 0o755);
        const first = await serve('--data', folder, '--workers', '1');
        const second = await serve('--config', join(folder, 'join.toml'), '--workers', '0');
        return new Service(folder, [first, second]);
    }

    /** Where the first or the second server is. */
    at(index: 0 | 1): string {
        return this.servers[index]!.address;
    }

    async stop(): Promise<void> {
        // The first has the database, so it ends last.
        for (const server of [...this.servers].reverse()) await end(server);
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** A line to a server that can be cut and mended. */
export class Line {
    private readonly ends = new Set<Socket>();
    private constructor(
        private readonly proxy: Server,
        readonly address: string,
        private isCut: boolean,
    ) {}

    static async to(server: string): Promise<Line> {
        const proxy = createServer();
        proxy.listen(0, '127.0.0.1');
        await once(proxy, 'listening');
        const line = new Line(proxy, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, false);
        proxy.on('connection', (socket) => line.join(socket, Number(new URL(server).port)));
        return line;
    }

    private join(near: Socket, port: number): void {
        if (this.isCut) return void near.destroy();
        const far = connect(port, '127.0.0.1');
        for (const [socket, other] of [
            [near, far],
            [far, near],
        ] as const) {
            this.ends.add(socket);
            socket.on('error', () => undefined);
            socket.on('close', () => (this.ends.delete(socket), other.destroy()));
            socket.pipe(other);
        }
    }

    cut(): void {
        this.isCut = true;
        for (const socket of this.ends) socket.destroy();
    }

    mend(): void {
        this.isCut = false;
    }

    end(): void {
        this.cut();
        this.proxy.close();
    }
}

/** What we read of a room. */
export interface RoomView {
    game: string;
    seats: { occupant: { kind: string } | null }[];
    moves: string[];
    turn: number | null;
    clocks: number[];
    running_since: number | null;
    outcome: { reason: string; places: number[] } | null;
}

/** A game as the service has it. */
export async function roomOf(request: APIRequestContext, server: string, id: string): Promise<RoomView> {
    return (await request.get(`${server}/api/games/${id}`)).json();
}

export function positionOf(spec: string, moves: string[]): { state: State; layout: BoardLayout } {
    const game = new Game(spec);
    for (const move of moves) game.play(move);
    const answer = { state: game.state(), layout: game.layout() };
    game.free();
    return answer;
}

/** A move that leads to an end of the game some day. */
export function sensible(engine: Engine, moves: string[]): string {
    const limits = { milliseconds: 1000, nodes: undefined, depth: undefined };
    return engine.think(
        undefined,
        moves,
        limits,
        () => undefined,
        () => true,
    ).mv!;
}

/** The game that a page shows. */
export const idOf = (page: Page): string => /#\/game\/(\w+)/.exec(page.url())![1]!;

/** The moves as the page lists them. */
export async function listed(page: Page): Promise<string[]> {
    const texts = await page.locator('section[aria-label=Moves] li button').allTextContents();
    return texts.map((text) => text.replace('–', ''));
}

/** The colour in each place of the board on the screen. */
export async function pieces(page: Page): Promise<(string | null)[]> {
    return page.evaluate(() => {
        const svg = document.querySelector<SVGSVGElement>('svg.lj-board')!;
        const middle = (shape: Element) => {
            const box = shape.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        };
        const marbles = [...svg.querySelectorAll<SVGGElement>('g[data-colour]')].map((marble) => {
            const body = marble.querySelector('circle:not(.lj-shadow)') ?? marble;
            return { ...middle(body), colour: marble.dataset['colour']! };
        });
        return [...svg.querySelectorAll('.lj-ground > circle, .lj-ground > .lj-square')].map((shape) => {
            const { x, y } = middle(shape);
            const reach = shape.getBoundingClientRect().width;
            return marbles.find((marble) => Math.hypot(marble.x - x, marble.y - y) < reach / 2)?.colour ?? null;
        });
    });
}

/** What the clock of a seat shows, in seconds. */
export async function clockOf(page: Page, seat: number): Promise<number> {
    const text = (await page.locator(`[data-seat="${seat}"] .clock:visible`).textContent())!;
    const [seconds = 0, minutes = 0] = text.split(':').map(Number).reverse();
    return minutes * 60 + seconds;
}

/** The page shows what the service has: moves, pieces and clocks. */
export async function expectTrue(page: Page, request: APIRequestContext, server: string): Promise<void> {
    const room = await roomOf(request, server, idOf(page));
    await expect.poll(() => listed(page)).toEqual(room.moves);
    const { state } = positionOf(room.game, room.moves);
    await expect
        .poll(async () => (await pieces(page)).map((colour) => colour !== null))
        .toEqual(state.pieces.map((seat) => seat !== undefined && seat !== null));
    for (const [seat, left] of room.clocks.entries()) {
        // Engines have no clock.
        if (room.seats[seat]?.occupant?.kind !== 'person') continue;
        const gone = seat === room.turn && room.running_since !== null ? Date.now() - room.running_since : 0;
        expect(Math.abs((await clockOf(page, seat)) - (left - gone) / 1000), `clock of seat ${seat}`).toBeLessThan(2);
    }
}

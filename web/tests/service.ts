// The online service for tests: two servers that share a database, and a line that can be cut.

import type { RoomView } from '@longjump/wire/room';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Game, type Engine, type BoardLayout, type State } from '@longjump/engine/node';

export const program = process.env['LONGJUMP'] ?? new URL('../../target/debug/longjump', import.meta.url).pathname;
const launcher = `${program}-load`;

/** Two servers that share a database, started by the program that puts them under load too. */
export class Service {
    private constructor(
        private readonly process: ChildProcess,
        private readonly servers: string[],
        /** Where what servers write down is. */
        readonly folder: string,
        private readonly database: string,
    ) {}

    /** With `--letters`, `--push` and where a push service is, or `--explorer` and its folder. */
    static async start(...options: string[]): Promise<Service> {
        const process = spawn(launcher, ['cluster', '--servers', '2', '--longjump', program, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
        return new Promise((resolve, reject) => {
            let text = '';
            process.stdout.on('data', (chunk: Buffer) => {
                text += chunk.toString();
                if (!text.includes('\n')) return;
                const { servers, folder, database } = JSON.parse(text) as { servers: string[]; folder: string; database: string };
                resolve(new Service(process, servers, folder, database));
            });
            process.once('error', reject);
            process.once('exit', (code) => reject(new Error(`${launcher} ended with ${code}`)));
        });
    }

    /** Where letters are kept, if any are sent. */
    get letters(): string {
        return `${this.folder}/letters/new`;
    }

    /** Where the first or the second server is. */
    at(index: 0 | 1): string {
        return this.servers[index]!;
    }

    /** What waits for its time is sent now. */
    hurry(): void {
        execFileSync('psql', ['--quiet', this.database, '--command', 'UPDATE notices SET next_at = now() WHERE begun = 0']);
    }

    /** What an operator does with `longjump admin`. */
    admin(...what: string[]): void {
        execFileSync(program, ['admin', ...what], { env: { LONGJUMP_DATABASE: this.database } });
    }

    /** Everything ends with the input of the launcher. */
    async stop(): Promise<void> {
        if (this.process.exitCode !== null) return;
        const ended = once(this.process, 'exit');
        this.process.stdin!.end();
        await ended;
    }
}

/** A line to a server that can be cut, go dead, and be mended. */
export class Line {
    private readonly ends = new Set<Socket>();
    private isDead = false;
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
        if (this.isDead) return this.keep(near);
        const far = connect(port, '127.0.0.1');
        for (const [socket, other] of [
            [near, far],
            [far, near],
        ] as const) {
            this.keep(socket);
            socket.on('close', () => other.destroy());
            socket.pipe(other);
        }
    }

    private keep(socket: Socket): void {
        this.ends.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => this.ends.delete(socket));
    }

    cut(): void {
        this.isCut = true;
        for (const socket of this.ends) socket.destroy();
    }

    /** Nothing gets through any more, and nobody is told. */
    goDead(): void {
        this.isDead = true;
        for (const socket of this.ends) socket.unpipe().pause();
    }

    mend(): void {
        for (const socket of this.isDead ? this.ends : []) socket.destroy();
        this.isDead = false;
        this.isCut = false;
    }

    end(): void {
        this.cut();
        this.proxy.close();
    }
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

import { expect, test, type Page, type WebSocketRoute } from '@playwright/test';
import { positionOf } from './service.js';

// They would ask in the page's place, and nobody is there to answer.
test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' });

const GAME = 'abcdefghijkl';
const SPEC = 'knightthrough';

/** What the page says of moves. */
interface Sent {
    t: string;
    ply: number;
    ms?: number;
    id?: string;
}

/** A service that has one game, in which the page plays the first seat. */
class Table {
    readonly sent: Sent[] = [];
    private readonly moves: string[] = [];
    private socket: WebSocketRoute | undefined;

    static async at(page: Page): Promise<Table> {
        const table = new Table();
        await page.route('**/api/me', (route) => route.fulfill({ json: { player: { id: 1, name: 'ada', kind: 'account' } } }));
        await page.routeWebSocket('**/api/socket', (socket) => {
            table.socket = socket;
            socket.onMessage((text) => table.hear(JSON.parse(String(text)) as Sent));
        });
        return table;
    }

    private after() {
        return {
            started: true,
            turn: this.moves.length % 2,
            clocks: [300_000, 300_000],
            running_since: null,
            first_move_until: null,
            paused_until: null,
            pending: null,
            outcome: null,
            next_game: null,
        };
    }

    private tell(message: object): void {
        this.socket!.send(JSON.stringify({ game: GAME, now: Date.now(), ...message }));
    }

    private hear(message: Sent): void {
        const seats = [1, 2].map((player) => ({ occupant: { kind: 'person', player, name: `p${player}`, bot: false } }));
        if (message.t === 'ping') this.tell({ t: 'pong' });
        if (message.t === 'watch') this.tell({ t: 'room', room: { ...this.after(), game: SPEC, control: '300+3', rated: true, version: 0, seats, moves: [] } });
        if (message.t === 'move' || message.t === 'away') this.sent.push(message);
        if (message.t !== 'move') return;
        for (const seat of [0, 1]) this.move(seat);
        this.tell({ t: 'done', id: message.id, version: this.moves.length });
    }

    /** The next move of either seat; whichever comes first. */
    private move(seat: number): void {
        const mv = this.next();
        this.moves.push(mv);
        this.tell({ t: 'event', version: this.moves.length, event: { type: 'moved', seat, mv }, after: this.after() });
    }

    next(): string {
        return positionOf(SPEC, this.moves).state.moves[0]!.text;
    }
}

/** The page gets or loses the focus, as when somebody turns to another window. */
async function focus(page: Page, has: boolean): Promise<void> {
    await page.evaluate((has) => {
        document.hasFocus = () => has;
        window.dispatchEvent(new Event(has ? 'focus' : 'blur'));
    }, has);
}

async function hide(page: Page, hidden: boolean): Promise<void> {
    await page.evaluate((hidden) => {
        Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
}

test('the time that a player looks away on their turn is told with the move', async ({ page }) => {
    await page.clock.install();
    const table = await Table.at(page);
    const move = async () => {
        const before = table.sent.length;
        await expect(page.getByTestId('status')).toContainText('Your move');
        await page.locator('[role=application]').focus();
        await page.keyboard.type(table.next());
        await page.keyboard.press('Enter');
        await expect.poll(() => table.sent.slice(before).some(({ t }) => t === 'move')).toBe(true);
        return table.sent.slice(before);
    };
    await page.goto(`/#/game/${GAME}`);
    expect(await move(), 'who looks at the page').toMatchObject([{ t: 'move', ply: 0 }]);

    await focus(page, false);
    await page.clock.fastForward(200);
    await focus(page, true);
    expect(await move(), 'a short look elsewhere').toMatchObject([{ t: 'move', ply: 2 }]);

    // Two absences count together; hidden without focus is one.
    await focus(page, false);
    await hide(page, true);
    await page.clock.fastForward(3000);
    await hide(page, false);
    await page.clock.fastForward(2000);
    await focus(page, true);
    await page.clock.fastForward(60_000);
    await hide(page, true);
    await page.clock.fastForward(1000);
    await hide(page, false);
    const told = await move();
    expect(told).toMatchObject([
        { t: 'away', game: GAME, ply: 4 },
        { t: 'move', ply: 4 },
    ]);
    expect(Number.isInteger(told[0]!.ms)).toBe(true);
    expect(told[0]!.ms).toBeGreaterThanOrEqual(6000);
    expect(told[0]!.ms).toBeLessThan(9000);

    expect(await move(), 'the next turn begins at nothing').toMatchObject([{ t: 'move', ply: 6 }]);
});

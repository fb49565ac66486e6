import { expect, test, type Browser, type Page } from '@playwright/test';
import { findings } from './helpers.js';
import { device, endBrowsers } from './people.js';
import { idOf, Line, listed, positionOf, roomOf, Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

endBrowsers();

/** Somebody with a browser of their own: a guest, or with an account if named. */
async function somebody(browser: Browser, { viewport = DESK, name = '' } = {}): Promise<Page> {
    const page = await (await device(browser, { viewport })).newPage();
    await post(page, name ? 'account' : 'guest', name ? { name, password: 'correct horse' } : {});
    return page;
}

async function post(page: Page, path: string, data: unknown): Promise<{ id: string }> {
    const answer = await page.request.post(`${service.at(0)}/api/${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
}
const act = (page: Page, game: string, kind: string) => post(page, `games/${game}/actions`, { action: { kind }, id: `${kind}${Math.random()}` });

/** A public game of two, who watch it. */
async function gameOf(first: Page, second: Page, wanted: object): Promise<string> {
    const { id } = await post(first, 'games', { game: 'knightthrough', control: '300+3', public: true, ...wanted });
    await act(second, id, 'sit');
    await first.goto(`${service.at(0)}/#/game/${id}`);
    await second.goto(`${service.at(1)}/#/game/${id}`);
    await expect(first.locator('.status')).toContainText('Your move');
    return id;
}

/** The two play so many legal moves, without their pages. */
async function playOn(pages: [Page, Page], id: string, count: number): Promise<string[]> {
    const moves: string[] = [];
    while (moves.length < count) {
        const mv = positionOf('knightthrough', moves).state.moves[0]!.text;
        await post(pages[moves.length % 2]!, `games/${id}/moves`, { ply: moves.length, mv, id: `m${moves.length}` });
        moves.push(mv);
    }
    return moves;
}

for (const viewport of [PHONE, DESK]) {
    test(`the lobby shows who is here, what is played and what is sought, at ${viewport.width}`, async ({ browser }) => {
        const name = `Ada${viewport.width}`;
        const players: [Page, Page] = [await somebody(browser, { name }), await somebody(browser)];
        const id = await gameOf(...players, {});
        const seeker = await somebody(browser);
        await seeker.goto(`${service.at(1)}/#/online`);
        const wanted = seeker.getByRole('region', { name: 'Play now' });
        await wanted.getByLabel('Game').selectOption({ label: 'Corners' });
        await wanted.getByRole('button', { name: 'Find an opponent' }).click();

        const page = await somebody(browser, { viewport });
        await page.goto(`${service.at(0)}/#/online`);
        // Servers note every few seconds who is there.
        await expect(page.getByTestId('here')).toHaveText(/People here: 4 · Games being played: 1 \(to watch: 1\) · Looking for a game: 1/, {
            timeout: 30_000,
        });
        const running = page.getByRole('region', { name: 'Being played now' }).locator(`[data-game="${id}"]`);
        await expect(running).toContainText(`${name} 1500 – Guest-`);
        await expect(running).toContainText('KnightThrough · 5 min + 3 s · moves: 0');
        await expect(running.locator('.lj-knight')).toHaveCount(32);
        const picture = await running.locator('svg').boundingBox();
        expect(picture!.width).toBeGreaterThan(120);
        await playOn(players, id, 3);
        await expect(running).toContainText('moves: 3');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
        expect(await findings(page)).toEqual([]);
        await running.click();
        await expect(page.locator('.status')).toContainText('You are watching.');
        await expect.poll(async () => (await listed(page)).length).toBe(3);

        await page.goto(`${service.at(0)}/#/online`);
        await page.getByRole('button', { name: 'Play: Corners · Race, 5 min + 3 s' }).click();
        for (const paired of [page, seeker]) await expect(paired.locator('.status')).toContainText(/to move|Your move/, { timeout: 15_000 });
        expect(idOf(page)).toBe(idOf(seeker));
        // The next test counts games.
        await act(players[0], id, 'resign');
        await act(page, idOf(page), 'resign');
    });
}

test('who finds nobody for 20 seconds plays an engine, and is taken to the first who comes', async ({ browser }) => {
    const [page, other] = [await somebody(browser, { viewport: PHONE }), await somebody(browser)];
    const seek = async (seeker: Page) => {
        await seeker.goto(`${service.at(0)}/#/online`);
        const quick = seeker.getByRole('region', { name: 'Play now' });
        await quick.getByLabel('Game').selectOption({ label: 'Mini-Checkers' });
        await quick.getByRole('button', { name: 'Find an opponent' }).click();
    };
    await seek(page);
    const meanwhile = page.getByRole('button', { name: 'Play Longjump meanwhile' });
    await expect(page.getByText('Looking for an opponent')).toBeVisible();
    await expect(meanwhile).toHaveCount(0);
    await meanwhile.click({ timeout: 25_000 });
    await expect(page.locator('[data-seat="1"]:visible')).toContainText('Level 3');
    await expect(page.locator('.status')).toContainText('Your move');
    await expect(page.getByText('Still looking for an opponent: Mini-Checkers, 5 min + 3 s')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const engineGame = idOf(page);
    await seek(other);
    await expect(other.locator('.status')).toContainText(/to move|Your move/, { timeout: 15_000 });
    await expect.poll(() => idOf(page)).toBe(idOf(other));
    expect(idOf(page)).not.toBe(engineGame);
    // Nobody had moved there: it is called off.
    await expect.poll(async () => (await roomOf(page.request, service.at(0), engineGame)).outcome?.reason).toBe('aborted');
    await expect(page.getByText('Still looking')).toHaveCount(0);
});

for (const viewport of [PHONE, DESK]) {
    test(`ratings are on the cards, and the end tells what it made of them, at ${viewport.width}`, async ({ browser }) => {
        const name = `Bo${viewport.width}`;
        const pages: [Page, Page] = [await somebody(browser, { viewport, name }), await somebody(browser, { name: `${name}x` })];
        const id = await gameOf(...pages, { rated: true });
        for (const seat of [0, 1]) await expect(pages[0].locator(`[data-seat="${seat}"]:visible`)).toContainText('Rating 1500');
        await playOn(pages, id, 10);
        await act(pages[1], id, 'resign');
        const change = pages[0].getByTestId('end').getByRole('list', { name: 'Rating' });
        await expect(change).toContainText(new RegExp(`${name} *1500 → 16\\d\\d \\(\\+1\\d\\d\\)`));
        await expect(change).toContainText(new RegExp(`${name}x *1500 → 13\\d\\d \\(−1\\d\\d\\)`));
        await expect(pages[0].locator('[data-seat="0"]:visible')).toContainText(/Rating 16\d\d/);
        expect(await findings(pages[0])).toEqual([]);
    });

    test(`the end speaks to who played, and says why it does not count, at ${viewport.width}`, async ({ browser }) => {
        const name = `Cy${viewport.width}`;
        const pages: [Page, Page] = [await somebody(browser, { viewport, name }), await somebody(browser, { viewport, name: `${name}x` })];
        const id = await gameOf(...pages, { rated: true });
        await playOn(pages, id, 4);
        await pages[1].getByText('Say something').click();
        await pages[1].getByRole('button', { name: 'Nice move!' }).click();
        await expect(pages[0].getByRole('status').filter({ hasText: `${name}x: Nice move!` })).toBeInViewport();
        await act(pages[1], id, 'resign');
        const short = 'Too short to be rated: 5 moves by each player are needed.';
        const ends = [
            ['You won!', `${name}x resigned. After 4 moves.`],
            ['You lost.', 'You resigned. After 4 moves.'],
        ];
        for (const [seat, page] of pages.entries()) {
            for (const words of [...ends[seat]!, short]) await expect(page.getByTestId('end')).toContainText(words);
            await expect(page.locator(`[data-seat="${seat}"]:visible`)).toContainText(`you · Place ${seat + 1}`);
            await expect(page.locator(`[data-seat="${1 - seat}"]:visible`)).not.toContainText('you ·');
        }
        expect(await findings(pages[1])).toEqual([]);
    });

    test(`every page leads back to a game that is being played, at ${viewport.width}`, async ({ browser }) => {
        const page = await somebody(browser, { viewport });
        const { id } = await post(page, 'games', { game: 'knightthrough', control: '300+3', engines: 1 });
        await page.goto(`${service.at(0)}/#/game/${id}`);
        await expect(page.locator('.status')).toContainText('Your move');
        const asked: string[] = [];
        page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
        await page.goto(`${service.at(0)}/#/play`);
        // Also while the service does not say whose turn it is.
        await page.route('**/api/turns', (route) => route.abort());
        await page.reload();
        const known = page.getByRole('link', { name: 'Online (a game in progress)' });
        await expect(known.locator('.dot')).toBeInViewport();
        expect(await findings(page)).toEqual([]);
        await page.unroute('**/api/turns');
        await page.reload();
        const online = page.getByRole('link', { name: 'Online (games waiting for you: 1)' });
        await expect(online.locator('.count')).toBeInViewport();
        expect(asked.filter((url) => !url.endsWith('/api/turns'))).toEqual([]);
        expect(await findings(page)).toEqual([]);
        await online.click();
        await expect(page.locator('.columns section').first()).toHaveAccessibleName('Your games in progress');
        await expect(page.getByTestId('here')).toHaveText(/Games being played: [1-9]\d* \(to watch: \d+\)/);
        await page.getByRole('link', { name: 'Your move: KnightThrough' }).click();
        await page.getByRole('button', { name: 'Call off' }).click();
        await page.getByRole('button', { name: 'Really call off?' }).click();
        await expect(page.getByTestId('end')).toBeVisible();
        await page.goto(`${service.at(0)}/#/play`);
        await expect(page.getByRole('link', { name: 'Online', exact: true })).toBeVisible();
        await expect(page.locator('.dot, .count')).toHaveCount(0);
    });
}

for (const viewport of [PHONE, DESK]) {
    test(`a line that goes dead is noticed in two seconds, and the game is safe, at ${viewport.width}`, async ({ browser, request }) => {
        const line = await Line.to(service.at(0));
        const page = await somebody(browser, { viewport });
        const { id } = await post(page, 'games', { game: 'knightthrough', control: '300+3', engines: 1 });
        await page.goto(`${line.address}/#/game/${id}`);
        await expect(page.locator('.status')).toContainText('Your move');
        // Long enough for a line to be taken for dead that is not.
        await page.waitForTimeout(4_000);
        await expect(page.getByTestId('line')).toBeEmpty();
        line.goDead();
        await expect(page.getByTestId('line')).toHaveText('Connection lost: your game is safe, reconnecting …', { timeout: 2_500 });
        await expect(page.getByText(/^4:\d\d left on your clock$/)).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await page.locator('[role=application]').focus();
        await page.keyboard.type('b2c4');
        await page.keyboard.press('Enter');
        expect((await roomOf(request, service.at(0), id)).moves).toEqual([]);
        line.mend();
        await expect(page.getByTestId('line')).toBeEmpty({ timeout: 15_000 });
        await expect.poll(async () => (await roomOf(request, service.at(0), id)).moves.length, { timeout: 20_000 }).toBe(2);
        line.end();
    });
}

test('a device without network says so at once', async ({ browser }) => {
    const page = await somebody(browser);
    const { id } = await post(page, 'games', { game: 'knightthrough', control: '300+3', engines: 1 });
    await page.goto(`${service.at(0)}/#/game/${id}`);
    await expect(page.locator('.status')).toContainText('Your move');
    // Here the service is on the same device, so that it is found again in no time. Chromium without windows does
    // not always tell that the network is gone, so that is said in its place.
    const told = page.getByTestId('line').evaluate(
        (line) =>
            new Promise<number>((resolve) => {
                const lost = performance.now();
                const look = () => line.textContent!.includes('your game is safe') && resolve(performance.now() - lost);
                new MutationObserver(look).observe(line, { childList: true, characterData: true, subtree: true });
                window.dispatchEvent(new Event('offline'));
            }),
    );
    expect(await told).toBeLessThan(500);
    await expect(page.getByTestId('line')).toBeEmpty({ timeout: 15_000 });
});

test('who opens their game while the service is away is told that it is safe, and comes back to it', async ({ browser }) => {
    const page = await somebody(browser, { viewport: PHONE });
    const { id } = await post(page, 'games', { game: 'knightthrough', control: '300+3', engines: 1 });
    await page.route('**/api/**', (route) => route.abort());
    await page.goto(`${service.at(0)}/#/game/${id}`);
    await expect(page.getByText('Your game is safe: every move is kept.')).toBeVisible();
    await page.unroute('**/api/**');
    await expect(page.locator('.status')).toContainText('Your move', { timeout: 10_000 });
});

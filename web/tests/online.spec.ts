import { expect, test, type Browser, type Page } from '@playwright/test';
import { Engine } from '@longjump/engine/node';
import { findings, spotOf } from './helpers.js';
import { device, endBrowsers } from './people.js';
import { clockOf, expectTrue, idOf, Line, listed, positionOf, roomOf, sensible, Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' });

endBrowsers();

/** Somebody with a browser of their own. */
async function somebody(browser: Browser): Promise<Page> {
    return (await device(browser)).newPage();
}

/** Opens a game in the lobby, as a guest. */
async function openGame(
    page: Page,
    server: string,
    game: string,
    { seats = '2', isPublic = false, level = '', minutes = '5', increment = '3' } = {},
): Promise<string> {
    await page.goto(`${server}/#/online`);
    const form = page.getByRole('region', { name: 'Open a game' });
    const choice = (name: string) => form.getByRole('combobox', { name, exact: true });
    await choice('Game').selectOption({ label: game });
    if (game === 'Star') await choice('Seats').selectOption(seats);
    await form.getByLabel('Minutes').fill(minutes);
    await form.getByLabel('Increment (seconds)').fill(increment);
    if (level) await choice('The other seats').selectOption({ label: level });
    else await choice('Who can join').selectOption({ label: isPublic ? 'Anybody, from the list' : 'Whoever has the link' });
    await form.getByRole('button', { name: 'Open' }).click();
    // The lobby has small boards too.
    await page.waitForURL(/#\/game\//);
    await expect(page.locator('[role=application] svg.lj-board')).toBeVisible();
    return idOf(page);
}

async function sit(page: Page, server: string, id: string): Promise<void> {
    await page.goto(`${server}/#/game/${id}`);
    await page
        .getByRole('button', { name: /^Sit here/ })
        .first()
        .click();
    await expect(page.getByRole('button', { name: /^Sit here/ })).toHaveCount(0);
}

async function type(page: Page, text: string): Promise<void> {
    await page.locator('[role=application]').focus();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
}

/** Moves by typing, once it is our turn. */
async function move(page: Page, text: string): Promise<void> {
    await expect(page.locator('.status')).toContainText('Your move');
    await type(page, text);
}

async function click(page: Page, spec: string, moves: string[], text: string): Promise<void> {
    const { route } = positionOf(spec, moves).state.moves.find((move) => move.text === text)!;
    for (const hole of [route[0]!, route.at(-1)!]) {
        const { x, y } = await spotOf(page, hole);
        await page.mouse.click(x, y);
    }
}

/** Plays to the end, each page making the moves of its seat; `between` happens before some move. */
async function playOn(pages: Page[], spec: string, between: (ply: number) => Promise<void> = async () => {}): Promise<string[]> {
    const engine = new Engine(`${spec}/greedy`);
    const moves = await listed(pages[0]!);
    for (;;) {
        const { state } = positionOf(spec, moves);
        if (state.turn === undefined) break;
        await between(moves.length);
        const page = pages[state.turn]!;
        const text = sensible(engine, moves);
        await expect(page.locator('.status'), `before move ${moves.length + 1}, ${text}`).toHaveText(/Your move/, { timeout: 15_000 });
        if (moves.length % 2) await click(page, spec, moves, text);
        else await type(page, text);
        moves.push(text);
    }
    engine.free();
    for (const page of pages) await expect(page.getByTestId('end')).toBeVisible({ timeout: 15_000 });
    return moves;
}

test('two people on two servers play a whole game, through a reload and a lost connection', async ({ browser, request }) => {
    const line = await Line.to(service.at(0));
    const [first, second] = [await somebody(browser), await somebody(browser)];
    const id = await openGame(first, line.address, 'KnightThrough');
    await expect(first.getByTestId('status')).toContainText('1 of 2 seats');
    await sit(second, service.at(1), id);
    const moves = await playOn([first, second], 'knightthrough', async (ply) => {
        if (ply === 6) {
            await second.reload();
            await expectTrue(second, request, service.at(0));
        }
        if (ply === 11) {
            // Our move has arrived; the other one moves while nobody can tell us.
            await expect(second.locator('.status')).toHaveText(/Your move/);
            line.cut();
            await expect(first.getByTestId('line')).toContainText('lost');
        }
        if (ply === 12) {
            line.mend();
            await expect(first.getByTestId('line')).toBeEmpty({ timeout: 15_000 });
            await expectTrue(first, request, service.at(0));
        }
    });
    line.end();
    const room = await roomOf(request, service.at(0), id);
    expect(room.moves).toEqual(moves);
    expect(room.outcome).toEqual({ reason: 'rules', places: positionOf('knightthrough', moves).state.standings });
    await expect(first.getByTestId('end')).toContainText('You won!');
    await expect(second.getByTestId('end')).toContainText(/You lost.*Vermilion reached the goal\./s);
    await expectTrue(second, request, service.at(0));
    await second.getByRole('link', { name: 'Analyse', exact: true }).last().click();
    await expect(second.locator('section[aria-label=Moves] li button')).toHaveCount(moves.length);
});

test('three people on two servers play a whole game of star', async ({ browser, request }) => {
    test.setTimeout(180_000);
    const pages = [await somebody(browser), await somebody(browser), await somebody(browser)];
    const id = await openGame(pages[0]!, service.at(0), 'Star', { seats: '3', isPublic: true });
    // One comes by the list, the other by the link.
    await pages[1]!.goto(`${service.at(1)}/#/online`);
    await pages[1]!.locator(`[data-game="${id}"]`).getByRole('link', { name: /^Join/ }).click();
    await expect(pages[0]!.getByTestId('status')).toContainText('1 of 3 seats');
    await sit(pages[2]!, service.at(1), id);
    const moves = await playOn(pages, 'star:seats=3');
    const { outcome } = await roomOf(request, service.at(1), id);
    expect(outcome).toEqual({ reason: 'rules', places: positionOf('star:seats=3', moves).state.standings });
    for (const page of pages) await expect(page.getByTestId('end').locator('li')).toHaveCount(3);
    await expectTrue(pages[1]!, request, service.at(0));
});

test('a game by its link, watched, with offers, phrases and a rematch', async ({ browser }) => {
    const [first, second, watcher] = [await somebody(browser), await somebody(browser), await somebody(browser)];
    const id = await openGame(first, service.at(0), 'Mini-Checkers');
    await expect(first.getByRole('textbox')).toHaveValue(`${service.at(0)}/#/game/${id}`);
    const lobby = await (await watcher.request.get(`${service.at(0)}/api/lobby`)).json();
    expect(
        lobby.some((game: { id: string }) => game.id === id),
        'only the link leads there',
    ).toBe(false);
    await sit(second, service.at(1), id);
    await watcher.goto(`${service.at(1)}/#/game/${id}`);
    await expect(watcher.locator('.status')).toContainText('You are watching.');
    await expect(watcher.getByRole('button', { name: /Call off|Resign|Offer a draw/ })).toHaveCount(0);
    const start = positionOf('minicheckers', []).state.moves[0]!.text;
    await type(watcher, start);
    await move(first, start);
    for (const page of [first, second, watcher]) await expect.poll(() => listed(page)).toEqual([start]);
    await first.getByText('Say something').click();
    await first.getByRole('button', { name: 'Have fun!' }).click();
    for (const page of [second, watcher]) await expect(page.getByRole('status').filter({ hasText: 'Have fun!' })).toBeVisible();
    const reply = positionOf('minicheckers', [start]).state.moves[0]!.text;
    await move(second, reply);
    await second.getByRole('button', { name: 'Take back' }).click();
    await first.getByRole('button', { name: 'Decline' }).click();
    await expect(second.getByText('The offer was declined.')).toBeVisible();
    await second.getByRole('button', { name: 'Take back' }).click();
    await first.getByRole('button', { name: 'Accept' }).click();
    for (const page of [first, second, watcher]) await expect.poll(() => listed(page)).toEqual([start]);
    await move(second, reply);
    // An offer that comes before the move is taken as declined by it.
    await expect.poll(() => listed(first)).toEqual([start, reply]);
    await first.getByRole('button', { name: 'Offer a draw' }).click();
    await second.getByRole('button', { name: 'Accept' }).click();
    for (const page of [first, second, watcher]) await expect(page.getByTestId('end')).toContainText('A draw');
    await second.getByRole('button', { name: 'Rematch' }).click();
    await first.getByRole('button', { name: 'Accept' }).click();
    for (const page of [first, second]) await expect.poll(() => idOf(page)).not.toBe(id);
    expect(idOf(first)).toBe(idOf(second));
    await expect(second.locator('.status')).toContainText('Your move');
    await watcher.getByRole('link', { name: 'To the next game' }).click();
    await expect(watcher.locator('.status')).toContainText('You are watching.');
});

test('two who want the same are paired', async ({ browser }) => {
    const pages = [await somebody(browser), await somebody(browser)];
    for (const [index, page] of pages.entries()) {
        await page.goto(`${service.at(index as 0 | 1)}/#/online`);
        const quick = page.getByRole('region', { name: 'Play now' });
        await quick.getByLabel('Game').selectOption({ label: 'Corners' });
        await quick.getByRole('button', { name: 'Find an opponent' }).click();
    }
    for (const page of pages) await expect(page.locator('.status')).toContainText(/to move|Your move/, { timeout: 15_000 });
    expect(idOf(pages[0]!)).toBe(idOf(pages[1]!));
});

test('an engine in the other seat answers, and in free seats too', async ({ browser }) => {
    const page = await somebody(browser);
    await openGame(page, service.at(1), 'KnightThrough', { level: 'Longjump · level 1' });
    await expect(page.locator('.status')).toContainText('Your move');
    await page.locator('[role=application]').focus();
    await page.keyboard.type('b2c4');
    await expect.poll(async () => (await listed(page)).length, { timeout: 20_000 }).toBe(2);
    await expect(page.locator('.lj-live')).toHaveText(/^Blue plays .* Your move$/);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await expect(page.getByTestId('end')).toContainText('You lost. You resigned. After 2 moves.');
    await openGame(page, service.at(0), 'Star', { seats: '3' });
    await page.getByRole('button', { name: 'Fill with engines' }).click();
    await move(page, positionOf('star:seats=3', []).state.moves[0]!.text);
    await expect.poll(async () => (await listed(page)).length, { timeout: 30_000 }).toBe(3);
});

test('a lost connection is shown and mended without a reload, and a move made meanwhile arrives', async ({ browser, request }) => {
    const line = await Line.to(service.at(1));
    const page = await somebody(browser);
    const id = await openGame(page, line.address, 'KnightThrough', { level: 'Longjump · level 1' });
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    line.cut();
    await expect(page.getByTestId('line')).toContainText('lost');
    await move(page, 'b2c4');
    await expect(page.locator('.status')).toContainText('on its way');
    expect((await roomOf(request, service.at(0), id)).moves).toEqual([]);
    line.mend();
    await expect(page.getByTestId('line')).toBeEmpty({ timeout: 15_000 });
    await expect.poll(async () => (await listed(page)).length, { timeout: 20_000 }).toBe(2);
    await expectTrue(page, request, service.at(0));
    expect(await clockOf(page, 0)).toBeLessThanOrEqual(303);
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    line.end();
});

test('who leaves is seen to be away, and after a while the other may end the game', async ({ browser }) => {
    const [first, second] = [await somebody(browser), await somebody(browser)];
    const id = await openGame(first, service.at(0), 'KnightThrough', { minutes: '1', increment: '1' });
    await sit(second, service.at(1), id);
    for (const [page, text] of [
        [first, 'b2c4'],
        [second, 'b7c5'],
        [first, 'c4d6'],
    ] as const) {
        await move(page, text);
    }
    await expect.poll(async () => (await listed(second)).length).toBe(3);
    await second.context().close();
    await expect(first.getByText(/has left\. You may go on without them in \d+ s/)).toBeVisible();
    await expect(first.locator('[data-seat="1"]:visible')).toContainText('away');
    await first.getByRole('button', { name: 'End the game' }).click({ timeout: 30_000 });
    await expect(first.getByTestId('end')).toContainText('You won!');
});

test('an account keeps the games of the guest, and its page lists them', async ({ browser }) => {
    const page = await somebody(browser);
    const id = await openGame(page, service.at(0), 'KnightThrough', { level: 'Longjump · level 1' });
    await page.goto(`${service.at(0)}/#/online`);
    await expect(page.getByRole('region', { name: 'Your games in progress' }).getByRole('link')).toHaveCount(1);
    await page.getByRole('button', { name: 'Create an account' }).click();
    const name = `Tester${Date.now() % 1e6}`;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('region', { name: 'Games' }).getByRole('link')).toHaveAttribute('href', `#/game/${id}`);
    // The seat still has the guest's name, and is ours all the same.
    await page.getByRole('region', { name: 'Games' }).getByRole('link').click();
    await move(page, 'b2c4');
    await expect.poll(async () => (await listed(page)).length, { timeout: 20_000 }).toBe(2);
    await page.goto(`${service.at(0)}/#/online`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Password').fill('wrong horse');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The name or the password is wrong.');
    await dialog.getByLabel('Password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('files are sent compressed to who understands it', async () => {
    const page = await (await fetch(`${service.at(0)}/`)).text();
    const script = /src="([^"]+\.js)"/.exec(page)![1]!;
    const url = new URL(script, `${service.at(0)}/`);
    const sent = async (encodings: string) => {
        const answer = await fetch(url, { headers: { 'accept-encoding': encodings } });
        return [answer.headers.get('content-encoding'), await answer.text()];
    };
    const [plain, text] = await sent('identity');
    expect(plain).toBeNull();
    expect(await sent('gzip, deflate, br')).toEqual(['br', text]);
    expect(await sent('gzip')).toEqual(['gzip', text]);
    expect(await sent('br;q=0, gzip')).toEqual(['gzip', text]);
});

test('a game by other rules is opened from another seat, and is not rated', async ({ browser, request }) => {
    const page = await somebody(browser);
    await page.goto(`${service.at(0)}/#/online`);
    const form = page.getByRole('region', { name: 'Open a game' });
    const choice = (name: string) => form.getByRole('combobox', { name, exact: true });
    const rated = form.getByRole('checkbox', { name: 'Rated' });
    await expect(rated).toBeDisabled();
    await expect(form).toContainText('Rated games need an account.');
    await page.request.post(`${service.at(0)}/api/account`, { data: { name: `Rated${Date.now() % 1e6}`, password: 'correct horse' } });
    await page.reload();
    await rated.check();
    await expect(form).toContainText('is noted');
    await choice('Seats').selectOption('3');
    await choice('Your seat').selectOption({ index: 2 });
    await choice('Rules').selectOption({ label: 'Open corners' });
    await expect(rated).toBeDisabled();
    await expect(rated).not.toBeChecked();
    await expect(form).toContainText('Only games with the standard rules can be rated.');
    // Another game begins with its own usual rules.
    await choice('Game').selectOption({ label: 'Diamond' });
    await expect(choice('Rules')).toHaveValue('adjacent');
    await expect(rated).toBeChecked();
    await choice('Rules').selectOption({ label: 'Long hops' });
    await choice('Your seat').selectOption({ index: 1 });
    await form.getByRole('button', { name: 'Open' }).click();
    await expect(page.locator('.what')).toHaveText('Diamond · Long hops · 5 min + 3 s · Casual');
    const room = await roomOf(request, service.at(0), idOf(page));
    expect(room).toMatchObject({ game: 'diamond:hops=symmetric', rated: false, seats: [{ occupant: null }, { occupant: { kind: 'person' } }] });
});

test('an account makes a bot, whose token works until there is another', async ({ browser, request }) => {
    const page = await somebody(browser);
    const name = `Owner${Date.now() % 1e6}`;
    await page.goto(`${service.at(0)}/#/online`);
    await page.request.post(`${service.at(0)}/api/account`, { data: { name, password: 'correct horse' } });
    await page.goto(`${service.at(0)}/#/player/${name}`);
    await page.reload();
    const bots = page.getByRole('region', { name: 'Bots' });
    await bots.getByLabel('Name').fill(`${name}-bot`);
    await page.keyboard.press('Enter');
    const field = bots.getByLabel(`The token of ${name}-bot`);
    const first = await field.inputValue();
    await expect(bots).toContainText('It is shown only this once');
    const whoHas = async (token: string) => (await request.get(`${service.at(1)}/api/me`, { headers: { authorization: `Bearer ${token}` } })).json();
    expect((await whoHas(first)).player).toMatchObject({ name: `${name}-bot`, kind: 'bot' });
    expect(await findings(page)).toEqual([]);
    await bots.getByRole('button', { name: 'New token' }).click();
    await bots.getByRole('button', { name: 'Really?' }).click();
    await expect(field).not.toHaveValue(first);
    expect((await whoHas(await field.inputValue())).player).toMatchObject({ name: `${name}-bot` });
    expect((await whoHas(first)).player ?? null).toBeNull();
    await bots.getByLabel('Name').fill(name);
    await bots.getByRole('button', { name: 'Create a bot' }).click();
    await expect(bots.getByRole('alert')).toHaveText('This name is already taken.');
    await page.reload();
    await expect(bots.getByRole('link', { name: `${name}-bot` })).toBeVisible();
    await expect(bots.getByLabel(/^The token/)).toHaveCount(0);
    await bots.getByRole('link', { name: `${name}-bot` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}-bot bot`);
    await expect(bots).toHaveCount(0);
});

test('axe-core finds nothing, and nothing scrolls sideways', async ({ browser }) => {
    const page = await somebody(browser);
    const waiting = await openGame(page, service.at(0), 'Star', { seats: '6', isPublic: true });
    const playing = await openGame(page, service.at(0), 'KnightThrough', { level: 'Longjump · level 1' });
    const { player } = await (await page.request.get(`${service.at(0)}/api/me`)).json();
    for (const width of [1280, 390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        for (const hash of ['online', `game/${waiting}`, `game/${playing}`, `player/${player.name}`]) {
            await page.goto(`${service.at(0)}/#/${hash}`);
            await page.reload();
            await expect(page.locator(hash.startsWith('game') ? 'div[data-version]' : 'section.panel').first()).toBeVisible();
            expect(await findings(page), `${hash}, ${width} px`).toEqual([]);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            expect(overflow, `${hash}, ${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
        }
    }
    await page.goto(`${service.at(0)}/#/online`);
    await page.getByRole('button', { name: 'Create an account' }).click();
    expect(await findings(page), 'account').toEqual([]);
});

test('without the service the online page says so, and nobody is asked before', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    await page.goto('/');
    await expect(page.locator('.status')).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'Online' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no online play at this address');
    await page.goto('/#/game/abcdefghijkl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no online play at this address');
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await expect(page.locator('.status')).toBeVisible();
});

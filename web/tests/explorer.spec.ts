import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { findings } from './helpers.js';
import { accountOf, ask, device, endBrowsers } from './people.js';
import { program, Service } from './service.js';

endBrowsers();

const WIDTHS = [
    [390, 844],
    [1280, 800],
] as const;

const EXPLORED = {
    games: 1200,
    ended: 0,
    moves: [
        { mv: 'b2c4', won: 600, drawn: 10, lost: 390 },
        { mv: 'b1c3', won: 80, drawn: 0, lost: 120 },
    ],
    last: [
        { number: 9, id: 'abc', source: 'online', players: ['Ada', 'Bo'], places: [1, 2], at: 1_793_491_200_000 },
        { number: 5, id: null, source: 'arena', players: ['default', 'greedy'], places: [2, 1], at: null },
    ],
};
const NOTHING = { games: 0, ended: 0, moves: [], last: [] };

/** A service whose explorer knows the start of the game; what it was asked is written down. */
async function serve(page: Page): Promise<URLSearchParams[]> {
    const asked: URLSearchParams[] = [];
    await page.route('**/api/explorer?*', (route) => {
        const query = new URL(route.request().url()).searchParams;
        asked.push(query);
        return route.fulfill({ json: query.get('moves') ? NOTHING : EXPLORED });
    });
    await page.route('**/api/explorer/games/5', (route) =>
        route.fulfill({
            contentType: 'text/plain',
            body: '[Game "knightthrough"]\n[Seat1 "default"]\n[Seat2 "greedy"]\n[Result "2-1"]\n\n1. b2c4 a7b5 2. c4d6 2-1\n',
        }),
    );
    return asked;
}

const panel = (page: Page) => page.locator('details.explorer');

async function open(page: Page): Promise<void> {
    await page.goto('/#/analyse?g=knightthrough');
    await panel(page).locator('summary').click();
}

for (const [width, height] of WIDTHS) {
    test(`what was played is shown and has no obstacles at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await serve(page);
        await open(page);
        await expect(panel(page).getByRole('status')).toContainText('1,200 games reached this position.');
        await expect(panel(page).getByRole('row')).toHaveCount(3);
        await expect(panel(page)).toContainText('Won 60%, drawn 1%, lost 39%');
        await expect(panel(page).getByRole('link', { name: 'Ada – Bo' })).toHaveAttribute('href', '#/game/abc');
        // In light, dark and with much contrast.
        expect(await findings(page)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        const folder = process.env['LONGJUMP_PICTURES'];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/explorer-${width}.png`, fullPage: true });
    });
}

test('nothing is asked before it is opened, and a move is played with keys', async ({ page }) => {
    const asked = await serve(page);
    await page.goto('/#/analyse?g=knightthrough');
    await expect(page.getByTestId('turn')).toBeVisible();
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    await panel(page).locator('summary').focus();
    await page.keyboard.press('Enter');
    const move = panel(page).getByRole('button', { name: 'Play b2–c4' });
    await expect(move).toBeVisible();
    await move.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Moves' })).toContainText('b2–c4');
    await expect(panel(page).getByRole('status')).toContainText('No games reached this position.');
    expect(asked.at(-1)?.get('moves')).toBe('b2c4');
});

test('games can be chosen by where, how fast and by whom they were played', async ({ page }) => {
    const asked = await serve(page);
    await open(page);
    await panel(page).getByLabel('Games').selectOption('Between people');
    await panel(page).getByLabel('Speed').selectOption('Blitz');
    await panel(page).getByLabel('Rating').selectOption('1600 or more');
    await expect.poll(() => asked.at(-1)?.toString()).toBe('game=knightthrough&source=online&speed=blitz&rating=1600');
});

test('a game of engines is opened here', async ({ page }) => {
    await serve(page);
    await open(page);
    await panel(page).getByRole('button', { name: 'Open default – greedy' }).click();
    await expect(page.getByRole('list', { name: 'Moves' })).toContainText('c4–d6');
});

test('where there is no explorer, or no service, that is said', async ({ page }) => {
    let status = 404;
    await page.route('**/api/explorer?*', (route) => route.fulfill({ status, json: { code: 'not_found', why: '' } }));
    await open(page);
    await expect(panel(page).getByRole('status')).toContainText('This service has no explorer.');
    const asked = page.waitForRequest('**/api/explorer?*', { timeout: 1000 }).then(
        () => true,
        () => false,
    );
    await panel(page).getByLabel('Speed').selectOption('Blitz');
    expect(await asked).toBe(false);
    status = 422;
    await page.reload();
    await panel(page).locator('summary').click();
    await expect(panel(page).getByRole('status')).toContainText('The explorer does not know positions like this one');
    status = 503;
    await page.reload();
    await panel(page).locator('summary').click();
    await expect(panel(page).getByRole('status')).toContainText("The explorer can't be reached.");
    await serve(page);
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await expect(panel(page).getByRole('status')).toContainText('1,200');
});

test('what engines and people have played is told by a service', async ({ browser }) => {
    const folder = mkdtempSync(`${tmpdir()}/longjump-explorer-`);
    const run = (...words: string[]) => execFileSync(program, words, { encoding: 'utf8' });
    const log = `${folder}/tried.jsonl`;
    run('match', 'minicheckers', 'minicheckers/greedy', '--games', '4', '--nodes', '50', '--log', log);
    run('explorer', 'add', `${folder}/explored`, log);
    const service = await Service.start('--explorer', `${folder}/explored`);
    try {
        const ann = await accountOf(await device(browser), service.at(0), 'ExplorerAnn');
        const ben = await accountOf(await device(browser), service.at(0), 'ExplorerBen');
        const wanted = { game: 'minicheckers', control: '300+3', rated: false, public: true, seat: 0, engines: null, id: null };
        const { id } = await ask<{ id: string }>(ann, 'games', wanted);
        await ask(ben, `games/${id}/actions`, { action: { kind: 'sit' }, id: 'sit' });
        for (const [ply, page] of [ann, ben].entries()) {
            const { legal } = await page.evaluate(async (id) => (await fetch(`/api/games/${id}/moves`)).json() as Promise<{ legal: string[] }>, id);
            await ask(page, `games/${id}/moves`, { ply, mv: legal[0], id: `m${ply}` });
        }
        await ask(ben, `games/${id}/actions`, { action: { kind: 'resign' }, id: 'resign' });

        // A game is counted within a few seconds.
        await ann.goto(`${service.at(0)}/#/analyse?g=minicheckers`);
        await panel(ann).locator('summary').click();
        await expect(async () => {
            await ann.reload();
            await panel(ann).locator('summary').click();
            await expect(panel(ann).getByRole('status')).toContainText('5 games reached this position.', { timeout: 2000 });
        }).toPass({ timeout: 30_000 });
        await panel(ann).getByLabel('Games').selectOption('Between people');
        await expect(panel(ann).getByRole('status')).toContainText('One game reached this position.');
        await panel(ann).getByRole('link', { name: 'ExplorerAnn – ExplorerBen' }).click();
        await expect(ann).toHaveURL(new RegExp(`#/game/${id}`));
    } finally {
        await service.stop();
        rmSync(folder, { recursive: true });
    }
});

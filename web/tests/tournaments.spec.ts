// Tournaments: announced, entered by link, played by people, to the standings.

import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import type { TournamentView } from '@longjump/wire/tournament';
import { findings } from './helpers.js';
import { accountOf, ask, device, endBrowsers } from './people.js';
import { Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

endBrowsers();

/** Nothing is in the way of anybody and the page does not scroll sideways; pictures of it are kept if there is a folder for them. */
async function isFine(page: Page, name: string): Promise<void> {
    const folder = process.env['LONGJUMP_PICTURES'];
    for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 860 });
        expect(await findings(page), `${name} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${width}`).toBeLessThanOrEqual(width);
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 860 });
}

/** The game that the service has brought this page to. */
async function gameOf(page: Page): Promise<string> {
    await expect(page).toHaveURL(/#\/game\//, { timeout: 30_000 });
    return /#\/game\/(\w+)/.exec(page.url())![1]!;
}

test('a small tournament, from the form to the standings', async ({ browser }) => {
    test.slow();
    const ada = await accountOf(await device(browser), service.at(0), 'Ada');
    await ada.goto(`${service.at(0)}/#/online`);
    await ada.getByRole('link', { name: 'Tournaments' }).click();
    await expect(ada.getByText('None is announced.')).toBeVisible();
    await ada.getByRole('button', { name: 'Announce a tournament' }).click();
    await isFine(ada, 'tournament-form');
    await ada.getByLabel('Name', { exact: true }).fill('Spring');
    await ada.getByLabel('Rounds').fill('1');
    await ada.getByLabel('Begins in how many minutes').fill('60');
    // By keyboard, as a form is sent.
    await ada.getByLabel('Players at most').press('Enter');
    await expect(ada.getByRole('heading', { name: 'Spring' })).toBeVisible();
    const link = await ada.getByLabel('Link to invite others').inputValue();
    await ada.getByRole('button', { name: 'Take part' }).click();
    await expect(ada.getByRole('heading', { name: 'Players: 1' })).toBeVisible();

    const bo = await (await device(browser)).newPage();
    await bo.goto(link);
    await bo.getByRole('button', { name: 'Take part' }).click();
    await expect(bo.getByRole('heading', { name: 'Players: 2' })).toBeVisible();
    await expect(bo.getByRole('button', { name: 'Call off' })).toHaveCount(0);
    await isFine(bo, 'tournament-announced');

    await ada.getByRole('button', { name: 'Begin now' }).click();
    const game = await gameOf(ada);
    expect(await gameOf(bo)).toBe(game);
    await ask(bo, `games/${game}/actions`, { action: { kind: 'resign' }, id: 'resign' });
    await ada.getByTestId('end').getByRole('link', { name: 'Tournaments' }).click();
    await expect(ada.getByRole('heading', { name: /^Over/ })).toBeVisible({ timeout: 15_000 });
    await expect(ada.getByText('You came out at place 1.')).toBeVisible();
    const first = ada.getByRole('row', { name: /Ada/ });
    await expect(first.getByRole('cell').nth(1)).toHaveText('1');
    await isFine(ada, 'tournament-over');
    await bo.goto(`${service.at(0)}/#/tournament`);
    await expect(bo.getByRole('region', { name: 'Lately over' }).getByRole('link', { name: 'Spring' })).toBeVisible();
    await isFine(bo, 'tournament-list');
});

test('two rounds of tables for seven, from first tables to the last points', async ({ browser }) => {
    test.slow();
    const ada = await accountOf(await device(browser), service.at(0), 'AdaOfTables');
    const wanted = {
        name: 'Tables of three',
        kind: 'tables',
        game: 'star',
        control: '300+3',
        rounds: 2,
        table: 3,
        rest: 1,
        begins_in: 3600,
        most: 12,
        public: true,
    };
    const { id } = await ask<{ id: string }>(ada, 'tournaments', wanted);
    const guests = new Map<number, APIRequestContext>();
    for (let guest = 0; guest < 7; guest++) {
        const { request } = await device(browser);
        const made = await request.post(`${service.at(0)}/api/guest`, { data: {} });
        guests.set((await made.json()).player.id, request);
        const joined = await request.post(`${service.at(0)}/api/tournaments/${id}/actions`, { data: { action: 'join' } });
        expect(joined.ok(), await joined.text()).toBe(true);
    }
    await ada.goto(`${service.at(0)}/#/tournament/${id}`);
    await expect(ada.getByRole('heading', { name: 'Players: 7' })).toBeVisible();
    await ada.getByRole('button', { name: 'Begin now' }).click();

    const view = async (): Promise<TournamentView> => (await ada.request.get(`${service.at(0)}/api/tournaments/${id}`)).json();
    for (const round of [1, 2]) {
        await expect(ada.getByRole('heading', { name: `Round ${round}`, exact: true })).toBeVisible({ timeout: 30_000 });
        const tables = ada.getByRole('region', { name: `Round ${round}` });
        await expect(tables.getByRole('link')).toHaveCount(2);
        if (round === 1) await isFine(ada, 'tournament-tables');
        const { tables: shown, standings } = await view();
        for (const table of shown) {
            // All give up, one after another; an engine plays for who has, until nobody is left.
            for (const [nth, number] of table.players.entries()) {
                const player = standings.find((line) => line.number === number)!.player!;
                const data = { action: { kind: 'resign' }, id: `resign${nth}` };
                // The table is there a moment before its game.
                await expect
                    .poll(async () => (await guests.get(player)!.post(`${service.at(0)}/api/games/${table.game}/actions`, { data })).ok(), { timeout: 15_000 })
                    .toBe(true);
            }
        }
    }
    await expect(ada.getByRole('heading', { name: /^Over/ })).toBeVisible({ timeout: 30_000 });
    await expect(ada.getByRole('columnheader', { name: 'First places' })).toBeVisible();
    await isFine(ada, 'tournament-tables-over');
    await ada.getByRole('button', { name: 'The round before' }).press('Enter');
    await expect(ada.getByRole('heading', { name: 'Round 1', exact: true })).toBeVisible();
    await ada.getByRole('button', { name: 'The round after' }).press('Enter');
    await expect(ada.getByRole('heading', { name: 'Round 2', exact: true })).toBeVisible();
});

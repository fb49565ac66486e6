// Tournaments: announced, entered by link, played by people, to the standings.

import { expect, test, type Page } from '@playwright/test';
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

/** Nothing is in the way of anybody, and the page does not scroll sideways. */
async function isFine(page: Page, width: number): Promise<void> {
    await page.setViewportSize({ width, height: 860 });
    expect(await findings(page), `${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${width} px scrolls sideways`).toBeLessThanOrEqual(0);
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
    await isFine(ada, 390);
    await isFine(ada, 1280);
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
    await isFine(bo, 390);

    await ada.getByRole('button', { name: 'Begin now' }).click();
    const game = await gameOf(ada);
    expect(await gameOf(bo)).toBe(game);
    await ask(bo, `games/${game}/actions`, { action: { kind: 'resign' }, id: 'resign' });
    await ada.getByTestId('end').getByRole('link', { name: 'Tournaments' }).click();
    await expect(ada.getByRole('heading', { name: /^Over/ })).toBeVisible({ timeout: 15_000 });
    await expect(ada.getByText('You came out at place 1.')).toBeVisible();
    const first = ada.getByRole('row', { name: /Ada/ });
    await expect(first.getByRole('cell').nth(1)).toHaveText('1');
    await isFine(ada, 390);
    await isFine(ada, 1280);
    await bo.goto(`${service.at(0)}/#/tournament`);
    await expect(bo.getByRole('region', { name: 'Lately over' }).or(bo.getByText('None is announced.')).first()).toBeVisible();
});

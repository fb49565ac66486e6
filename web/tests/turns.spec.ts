// Whose turn it is, told wherever somebody is on the site.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { findings } from './helpers.js';
import { ask, device, endBrowsers, gameOf } from './people.js';
import { Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

endBrowsers();

/** Somebody in the lobby, as a guest. */
async function somebody(browser: Browser): Promise<Page> {
    const page = await (await device(browser)).newPage();
    await page.goto(`${service.at(0)}/#/online`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Play online');
    await ask(page, 'guest');
    await page.reload();
    return page;
}

test('games that wait are counted on every page and come first in the lobby', async ({ browser }) => {
    const [first, second] = [await somebody(browser), await somebody(browser)];
    const games = [await gameOf(first, second, '3d'), await gameOf(first, second, '3d')];
    await first.goto(`${service.at(0)}/#/learn`);
    await first.reload();
    const count = (page: Page) =>
        page
            .getByRole('navigation')
            .first()
            .getByRole('link', { name: /^Online/ });
    await expect(count(first)).toHaveAccessibleName(/games waiting for you: 2/);
    await expect(first).toHaveTitle(/^\(2\) /);
    expect(await findings(first), 'the header').toEqual([]);
    for (const width of [1280, 390, 360]) {
        await first.setViewportSize({ width, height: 844 });
        const overflow = await first.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
        if (process.env['LONGJUMP_PICTURES'] !== undefined) await first.screenshot({ path: `${process.env['LONGJUMP_PICTURES']}/turns-${width}.png` });
    }
    // Nobody waits for the other one.
    await second.reload();
    await expect(count(second)).not.toHaveAccessibleName(/waiting/);

    await first.goto(`${service.at(0)}/#/game/${games[1]}`);
    await expect(first.locator('.status')).toHaveText(/Your move/);
    await first.locator('[role=application]').focus();
    await first.keyboard.type('b2a3');
    await first.keyboard.press('Enter');
    await expect(count(first)).toHaveAccessibleName(/games waiting for you: 1/);
    // From one to the next, as long as any waits.
    await first.getByRole('link', { name: 'Next game (1)' }).click();
    await expect(first).toHaveURL(new RegExp(`#/game/${games[0]}$`));
    await expect(first.locator('.status')).toHaveText(/Your move/);
    await expect(first.getByRole('link', { name: /Next game/ })).toHaveCount(0);
    await first.goto(`${service.at(0)}/#/online`);
    const own = first.getByRole('region', { name: 'Your games in progress' }).getByRole('listitem');
    await expect(own).toHaveCount(2);
    await expect(own.first().getByRole('link')).toHaveText('Your move');
    await expect(own.first().getByRole('link')).toHaveAttribute('href', `#/game/${games[0]}`);
    await second.goto(`${service.at(1)}/#/play`);
    await second.reload();
    await expect(second).not.toHaveTitle(/^\(/);
});

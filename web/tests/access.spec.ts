import { expect, test } from '@playwright/test';
import { begin, engine, findings, person } from './helpers.js';

const screens = ['#/play', '#/puzzles', '#/analyse', '#/review', '#/learn', '#/learn/rules/star', '#/learn/paper/thesis', '#/learn/help', '#/learn/about'];

for (const [width, height] of [
    [1280, 860],
    [360, 740],
] as const) {
    test(`axe-core finds nothing, ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await begin(page, 'knightthrough', [person, engine('default:level=1')]);
        await page.locator('[role=application]').focus();
        await page.keyboard.type('b2c4');
        for (const screen of screens) {
            await page.goto(`/${screen}`);
            await page.reload();
            await expect(page.getByRole('heading').first()).toBeAttached();
            await page.waitForTimeout(300);
            expect(await findings(page), screen).toEqual([]);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
        }
        await page.goto('/#/play');
        await page.getByRole('button', { name: 'New game' }).click();
        expect(await findings(page), 'new game').toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Settings' }).click();
        expect(await findings(page), 'settings').toEqual([]);
        await page.keyboard.press('Escape');
        await page.goto('/#/analyse');
        await page.getByRole('button', { name: 'Set up' }).click();
        expect(await findings(page), 'set up').toEqual([]);
    });
}

test('the moves can be followed by text alone', async ({ page }) => {
    await begin(page, 'corners', [person, engine('random')]);
    await page.locator('[role=application]').focus();
    await page.keyboard.type('a3a4');
    await expect(page.locator('.lj-live')).toHaveText(/^Blue plays [a-h]\d–[a-h]\d\. Your move$/);
});

test('on a phone the links of the header and below a lesson have room', async ({ browser }) => {
    const page = await browser.newPage({ locale: 'sv-SE', viewport: { width: 390, height: 844 } });
    await page.goto('/#/learn/rules/star');
    await expect(page.getByRole('link', { name: 'Lär dig', exact: true }).first()).toBeVisible();
    await expect(page.locator('main nav a')).toHaveCount(6);
    const ends = await page.locator('main nav a').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(390);
    const learn = (await page.locator('header nav a').last().boundingBox())!;
    const gear = (await page.locator('header svg').last().boundingBox())!;
    expect(gear.x - learn.x - learn.width).toBeGreaterThanOrEqual(28);
    await page.close();
});

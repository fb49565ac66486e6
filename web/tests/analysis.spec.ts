import { expect, test } from '@playwright/test';
import { begin, engine, person, spotOf } from './helpers.js';

test('from the editor to analysis to a shared link and back', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await begin(page, 'corners', [person, engine('default:level=1')]);
    await page.goto('/#/analyse');
    await page.getByRole('button', { name: 'Set up' }).click();

    // One piece of each side goes to another place.
    const click = async (hole: number) => {
        const spot = await spotOf(page, hole);
        await page.mouse.click(spot.x, spot.y);
    };
    await page.getByRole('button', { name: 'Vermilion' }).click();
    await click(18);
    await click(27);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.getByLabel('Best lines').getByRole('listitem')).toHaveCount(3);
    await expect(page.locator('.lj-arrow')).toHaveCount(3);
    await page.getByRole('button', { name: 'Stop' }).click();

    await page.getByLabel('Best lines').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('#/analyse?g=corners%3Apreset%3Dwaiting&p=');
    const marbles = await page.locator('.lj-marble').evaluateAll((all) => all.map((one) => one.getAttribute('transform')).sort());

    await page.goto('/#/play');
    await page.goto(link);
    await page.reload();
    await expect(page.getByLabel('Moves').getByRole('button').first()).toBeVisible();
    const again = await page.locator('.lj-marble').evaluateAll((all) => all.map((one) => one.getAttribute('transform')).sort());
    expect(again).toEqual(marbles);
    await page.getByRole('button', { name: 'Play from here' }).click();
    await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
});

test('a position that can not be is refused with the reason', async ({ page }) => {
    await page.goto('/#/analyse');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('alert')).toContainText('10');
});

test('the laboratory analyses too, within limits', async ({ page }) => {
    await page.goto('/#/analyse?g=star:preset%3Dthesis');
    await page.getByLabel('Engine', { exact: true }).selectOption('alphabeta-6');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.getByLabel('Best lines').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('This engine reports only its move.')).toBeVisible();
});

test('the bar says what share of the points can be expected', async ({ page }) => {
    for (const game of ['star', 'diamond']) {
        await page.goto(`/#/analyse?g=${game}`);
        await page.getByRole('button', { name: 'Analyse', exact: true }).click();
        await expect(page.getByLabel('Best lines').getByRole('listitem')).toHaveCount(3);
        await page.getByRole('button', { name: 'Stop' }).click();
        const label = (await page.getByRole('img', { name: 'Evaluation' }).getAttribute('aria-label'))!;
        const [, words, share] = /^Evaluation: ((?:even|[\d.]+ moves (?:ahead|behind)), (\d+) % of the points)$/.exec(label) ?? [];
        await expect(page.getByLabel('Analysis').getByText(words!)).toBeVisible();
        const parts = page.getByRole('img', { name: 'Evaluation' }).locator('div');
        const height = await parts.evaluateAll((all) => all.map((part) => Math.max(part.clientHeight, 0)));
        expect(Math.abs((100 * height[1]!) / (height[0]! + height[1]!) - Number(share))).toBeLessThan(2);
    }
});

test('a wrong link says so and leaves a board', async ({ page }) => {
    await page.goto('/#/analyse?g=chess');
    await expect(page.getByRole('alert')).toContainText('There is no game “chess”.');
    await expect(page.locator('svg.lj-board')).toBeVisible();
});

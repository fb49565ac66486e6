// What somebody meets in the first hour: a welcome, a first hop, and rules that warn before they bite.

import { expect, test, type Page } from '@playwright/test';
import { begin, engine, findings, follow, person, play, resign, settled } from './helpers.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const level1 = [person, engine('default:level=1')];
const welcome = (page: Page) => page.getByTestId('welcome');
const warning = (page: Page) => page.getByTestId('warning');
const marks = (page: Page, kind: 'movable' | 'warned') => page.locator(`.lj-${kind}`);

/** Where the arrow on the board starts, and where it points. */
async function arrowOn(page: Page): Promise<{ start: { x: number; y: number }; tip: { x: number; y: number } }> {
    await expect(page.locator('.lj-arrow')).toHaveCount(1);
    return page.evaluate(() => {
        const [shaft, head] = ['.lj-shaft', '.lj-head'].map((name) => document.querySelector<SVGPathElement>(`.lj-arrow ${name}`)!);
        const spots = (path: SVGPathElement) =>
            [...path.getAttribute('d')!.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => new DOMPoint(Number(x), Number(y)));
        const onScreen = (spot: DOMPoint) => {
            const { x, y } = spot.matrixTransform(shaft!.getScreenCTM()!);
            return { x, y };
        };
        return { start: onScreen(spots(shaft!)[0]!), tip: onScreen(spots(head!)[1]!) };
    });
}

for (const [width, height] of [
    [1280, 800],
    [390, 844],
] as const) {
    test.describe(`${width} px wide`, () => {
        test.use({ viewport: { width, height } });

        test('a visitor makes a first hop within twenty seconds, by what the page shows alone', async ({ page }) => {
            await page.goto('/');
            await expect(welcome(page)).toContainText('bring your ten marbles into the glowing point across');
            await expect(welcome(page)).toBeInViewport({ ratio: 0.5 });
            await expect(page.locator('svg.lj-board')).toBeInViewport({ ratio: 0.9 });
            await expect(page.locator('.lj-glow circle')).toHaveCount(10);
            const { start, tip } = await arrowOn(page);
            await page.mouse.click(start.x, start.y);
            await expect(page.locator('.lj-picked')).toBeVisible();
            await page.mouse.click(tip.x, tip.y);
            await expect(page.getByLabel('Moves').locator('li button').first()).toBeVisible();
            // The page's own clock began with its loading.
            expect(await page.evaluate(() => performance.now())).toBeLessThan(20_000);
            await expect(welcome(page)).toBeHidden();
            await expect(page.locator('.lj-glow circle')).toHaveCount(0);
            const first = await page.evaluate(() => JSON.parse(localStorage.getItem('longjump-game')!).moves[0] as string);
            const [from, to] = [/^[a-z]+(\d+)/, /(\d+)$/].map((part) => Number(part.exec(first)![1]));
            expect(to! - from!, 'a hop goes two rows').toBe(2);

            await settled(page);
            await page.getByRole('button', { name: 'New game' }).click();
            await page.getByRole('button', { name: 'Start', exact: true }).click();
            await settled(page);
            await expect(welcome(page)).toBeHidden();
        });

        test('the welcome leads to the lesson, is accessible and can be put away', async ({ page }) => {
            await page.goto('/');
            await expect(welcome(page)).toBeVisible();
            expect(await findings(page)).toEqual([]);
            expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
            await welcome(page).getByRole('link', { name: 'two minutes' }).click();
            await expect(page).toHaveURL(/#\/learn\/rules\/star$/);
            await page.goBack();
            await welcome(page).getByRole('button', { name: 'Close' }).click();
            await expect(welcome(page)).toBeHidden();
            await expect(page.locator('.lj-arrow')).toHaveCount(0);
            await page.reload();
            await settled(page);
            await expect(welcome(page)).toBeHidden();
        });

        test('who has marbles at home is warned in time, and they are marked', async ({ page }) => {
            const late = (plies: number) => `1/aa/aaa/aa2/6a6/6a5/11/10/3b5/4bb4/11/12/13/b1bb/abb/1b/b a ${plies} -`;
            await begin(page, 'star', level1, late(78));
            await expect(warning(page)).toBeHidden();
            await expect(marks(page, 'warned')).toHaveCount(0);
            await begin(page, 'star', level1, late(80));
            await expect(warning(page)).toContainText('Marbles still at home: 1. All must be out within 11 moves');
            await expect(warning(page)).toBeInViewport();
            await expect(marks(page, 'warned')).toHaveCount(1);
            expect(await findings(page)).toEqual([]);
            await play(page);
            await settled(page);
            await expect(warning(page)).toContainText('within 10 moves');
            await begin(page, 'star', level1, late(100));
            await expect(warning(page)).toContainText('after this move');
        });

        test('compulsory captures are told, and who can capture is marked', async ({ page }) => {
            await begin(page, 'minicheckers', level1, '1b1b1b/b3b1/6/2b3/1a1a1a/a1a1a1 a');
            await expect(warning(page)).toContainText('You must capture');
            await expect(warning(page)).toBeInViewport();
            await expect(marks(page, 'movable')).toHaveCount(2);
        });
    });
}

for (const [game, goal] of [
    ['diamond', 'glowing'],
    ['corners', 'glowing corner'],
    ['knightthrough', 'glowing far row'],
    ['minicheckers', 'Take all of them'],
] as const) {
    test(`${game} introduces itself once, with a legal first move`, async ({ page }) => {
        await begin(page, game, level1);
        await expect(welcome(page)).toContainText(goal);
        const { start, tip } = await arrowOn(page);
        await page.mouse.click(start.x, start.y);
        await page.mouse.click(tip.x, tip.y);
        await expect.poll(async () => (await follow(page)).state.played.length).toBeGreaterThan(0);
        await expect(welcome(page)).toBeHidden();
        await begin(page, game, level1);
        await settled(page);
        await expect(welcome(page)).toBeHidden();
        await begin(page, 'star', level1);
        await expect(welcome(page)).toBeVisible();
    });
}

test('pieces that can move are marked in a first game, and where many are blocked', async ({ page }) => {
    await begin(page, 'star', level1);
    await expect(marks(page, 'movable')).toHaveCount(7);
    const { start } = await arrowOn(page);
    await page.mouse.click(start.x, start.y);
    await expect(marks(page, 'movable')).toHaveCount(0);
    await play(page);
    await settled(page);
    await expect(marks(page, 'movable')).not.toHaveCount(0);
    // In the second game of star all goes without saying.
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await settled(page);
    await expect(marks(page, 'movable')).toHaveCount(0);
    for (const [game, movable] of [
        ['minicheckers', 3],
        ['knightthrough', 16],
    ] as const) {
        for (let count = 0; count < 2; count++) {
            await begin(page, game, level1);
            await expect(marks(page, 'movable')).toHaveCount(movable);
            await play(page);
        }
    }
});

test('the target glows without moving where less motion is wanted, and moves where it is not', async ({ browser }) => {
    for (const [reducedMotion, animations] of [
        ['reduce', 0],
        ['no-preference', 10],
    ] as const) {
        const page = await browser.newPage({ reducedMotion });
        await page.goto('/');
        await expect(page.locator('.lj-glow circle')).toHaveCount(10);
        const running = await page.locator('.lj-glow').evaluate((glow) => glow.getAnimations({ subtree: true }).length);
        expect(running).toBe(animations);
        await page.close();
    }
});

for (const game of ['knightthrough', 'minicheckers', 'corners'])
    test(`${game}: who follows the arrow has let nothing slip`, async ({ page }) => {
        await begin(page, game, level1);
        const { start, tip } = await arrowOn(page);
        await page.mouse.click(start.x, start.y);
        await page.mouse.click(tip.x, tip.y);
        await expect.poll(async () => (await follow(page)).state.played.length).toBe(2);
        await page.goto('/#/review');
        await expect(page.getByRole('list', { name: 'Slips', exact: true })).toContainText('You: no slips', { timeout: 30_000 });
    });

test.describe('on a desk', () => {
    test.use({ viewport: { width: 1280, height: 800 } });

    test('the page fits the screen with a welcome, and after a win or a loss', async ({ page }) => {
        const fits = () => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight);
        await begin(page, 'knightthrough', level1);
        await expect(welcome(page)).toBeVisible();
        expect(await fits()).toBe(true);
        await play(page);
        await settled(page);
        await resign(page);
        await expect(page.getByTestId('end')).toBeVisible();
        expect(await fits()).toBe(true);
        await begin(page, 'knightthrough', level1, 'bbbbbbbb/8/4a3/8/8/8/8/8 a');
        await play(page);
        await expect(page.getByTestId('end')).toContainText('You won!');
        expect(await fits()).toBe(true);
    });

    test('the figures of the last move open without their title moving', async ({ page }) => {
        await begin(page, 'star', level1);
        await play(page);
        await settled(page);
        const title = page.getByText('Results of the last computer move');
        const before = (await title.boundingBox())!.y;
        await title.click();
        await expect(page.getByText('Nodes/s')).toBeVisible();
        expect(Math.abs((await title.boundingBox())!.y - before)).toBeLessThan(2);
    });
});

test('a phone shows the level of who plays', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await begin(page, 'star', level1);
    await settled(page);
    const card = page.locator('.chips .card').last();
    await expect(card.locator('strong')).toHaveText('Longjump');
    await expect(card.locator('.quiet')).toHaveText('Level 1');
    for (const text of await card.locator('strong, .quiet').all())
        expect(await text.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

test('a typed move that is not legal is shown and said as a whole, until there are other moves', async ({ page }) => {
    await begin(page, 'star', level1);
    const live = page.locator('.lj-live');
    await page.locator('[role=application]').focus();
    await page.keyboard.type('m3e8');
    await expect(live).toHaveText('No legal move m3e8');
    expect((await live.boundingBox())!.width).toBeGreaterThan(80);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(live).toHaveText('No legal move m3e8');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(live).toHaveText('');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(live).toHaveText(/^Hint/);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(live).toHaveText('');
});

test('an address that leads nowhere says so', async ({ page }) => {
    await page.goto('/#/nosuch');
    await expect(page.getByText('There is no such page')).toBeVisible();
    await page.goto('/icon.svg');
    await page.goto('/#/play?g=nonsense');
    await expect(page.getByText('There is no game “nonsense”.')).toBeVisible();
    await settled(page);
});

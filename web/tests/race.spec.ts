import { expect, test, type Page } from '@playwright/test';
import { begin, engine, person, settled } from './helpers.js';

/** Both seats need two more moves to fill their goals, and are too far apart to meet. */
const EVEN = 'a/aa/aaa/a1aa/8a4/12/11/10/9/10/11/12/4b8/bb1b/bbb/bb/b a 80 -';
/** A whole game between weak players, who let the race go several times. */
const GAME = [
    'm3k5 f15f13 m1m5 e14g12 k4k6 e15g11 l3j7 f14h10 l4j8 g11k7 k3i5 g15g11 m2l3 e17i13 l2j6 h14h12 l3l4 f13h11 m4m6 g12i10 j4h6 f16f15',
    'l4l5 e16e15 j8i9 e15i11 j6j8 h11j9 k6i8 f15h11 m6k8 h11h9 i5g7 h12j10 m5l6 i13i12 l5l7 g14h13 k5j6 h13j11 i8g12 i10i6 k8i10 k7k5',
    'h6f8 i6k4 l6k7 h10h8 j8j12 i12k10 j6j8 k5k3 j8h12 j10l6 k7j8 h9h7 g7g9 j11j10 j8f12 i11k9 i9g13 k10i6 g12g14 h7l3 j7j8 g11h10',
    'l7l8 k9m5 i10h11 h10i9 h11f13 j9j7 j8h10 j10k9 f12f14 k4m2 l8j10 k9k8 f13f15 i9i8 g9g11 h8j6 f8f9 i8k6 f14f16 k8l7 g13e17 j7j5',
    'f9f10 j6l2 g14e16 l7m6 h10f12 i6k4 j10i11 l6j4 f10f11 k6k5 i11g13 m5m4 f11h13 m4m3 g11g12 k3m1 g12g14 j4k3 g13g15 k5l4 j12i13 j5j4',
    'h12h14 l4m4 f12f13 j4l4 f13f14 m6l6 i13e15 l6k6 h13g13 k6j6 g13h13 j6i6 h13i13 i6j6 i13h13 j6k6 h13g13 k6l5 g13f13 l4j4 f13e14',
]
    .join(' ')
    .split(' ');
const TABLE = /star7\.race-[\w-]+\.zlib/;

async function play(page: Page, move: string): Promise<void> {
    await page.locator('[role=application]').focus();
    await page.keyboard.type(move);
}
const line = (page: Page) => page.locator('.facts p.race');
const said = (page: Page) => page.locator('.lj-live');

/** The addresses of the table that were asked of the site, as they come. */
function askedFor(page: Page): string[] {
    const asked: string[] = [];
    page.on('request', (request) => TABLE.test(request.url()) && asked.push(request.url()));
    return asked;
}

test('a race is announced when it is certain, and said aloud once', async ({ page }) => {
    await begin(page, 'star', [person, person], EVEN);
    await expect(line(page)).toContainText('Vermilion wins the race in 2 moves.');
    await expect(said(page)).toHaveText('Vermilion wins the race in 2 moves.');
    await play(page, 'i13i12');
    await expect(line(page)).toContainText('Blue wins the race in 2 moves.');
    await expect(said(page)).toHaveText('Vermilion plays i13–i12. Blue wins the race in 2 moves. Your move');
    await play(page, 'j4l4');
    await expect(line(page)).toContainText('Blue wins the race with the next move.');
    await expect(said(page)).toHaveText('Blue plays j4–l4. Your move');
});

test('who plays alone is told of their own race, in their language', async ({ browser }) => {
    for (const [locale, words] of [
        ['en-GB', 'You win the race in 2 moves.'],
        ['zh-CN', '你再走 2 步就赢得竞速。'],
        ['sv-SE', 'Du vinner kapplöpningen på 2 drag.'],
    ] as const) {
        const page = await browser.newPage({ locale });
        await begin(page, 'star', [person, engine('default:level=1')], EVEN);
        await expect(line(page)).toContainText(words);
        await page.close();
    }
});

test('analysis shows the race beside the evaluation, and its engine gets the table', async ({ page }) => {
    await page.addInitScript(() => {
        const given: number[] = [];
        Object.assign(window, { given });
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message: unknown) {
            // Nets are smaller.
            if (message instanceof Blob && message.size > 1e6) given.push(message.size);
            post.call(this, message);
        };
    });
    await page.goto(`/#/analyse?${new URLSearchParams({ g: 'star', p: EVEN }).toString()}`);
    await expect(page.getByLabel('Analysis')).toContainText('Vermilion wins the race in 2 moves.');
    await expect(page.getByRole('img', { name: 'Evaluation' })).toHaveAccessibleName('Evaluation: wins in 3 plies');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.getByLabel('Best lines').getByRole('listitem').first()).toContainText('+# 3');
    // So has the engine of the game that waits on the other page.
    expect(await page.evaluate(() => (window as unknown as { given: number[] }).given)).toEqual([13_123_142, 13_123_142]);
});

test('the review tells since when the race was certain', async ({ page }) => {
    await begin(page, 'star', [person, person], undefined, GAME);
    await page.goto('/#/review');
    const since = page.getByRole('button', { name: 'Certain since' });
    await expect(since).toHaveText(/^Certain since \w+–\w+: (Vermilion|Blue) wins the race in \d+ moves\.$/);
    await since.click();
    await expect(since).toHaveAttribute('aria-current', 'step');
    // The move it names is the one that was made last in the position shown.
    const move = /since (\S+):/.exec((await since.textContent())!)![1]!;
    await expect(page.getByLabel('Moves').locator('li [aria-current]')).toHaveText(move);
    await expect(page.getByRole('progressbar')).toBeHidden({ timeout: 90_000 });
    await expect(page.locator('.graph .mark')).not.toHaveCount(0);
});

test('the table is fetched once and kept for offline use', async ({ page, context }) => {
    const asked = askedFor(page);
    await begin(page, 'star', [person, person], EVEN);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect(line(page)).toBeVisible();
    expect(asked).toHaveLength(1);
    await context.setOffline(true);
    await page.reload();
    await expect(line(page)).toContainText('Vermilion wins the race in 2 moves.');
    await page.goto('/#/analyse');
    await expect(page.getByLabel('Analysis')).toContainText('wins the race');
    expect(asked).toHaveLength(1);
});

test('games without races do without the table', async ({ page }) => {
    const asked = askedFor(page);
    await begin(page, 'corners', [person, engine('default:level=1')]);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await settled(page);
    await play(page, 'a3a4');
    await expect(said(page)).toHaveText(/^Blue plays/);
    expect(asked).toEqual([]);
});

test.describe('without the service worker', () => {
    test.use({ serviceWorkers: 'block' });

    test('nobody waits for the table', async ({ page }) => {
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route(TABLE, async (route) => {
            await held;
            await route.continue();
        });
        await begin(page, 'star', [person, engine('default:level=1')], EVEN);
        await play(page, 'i13i12');
        await expect(said(page)).toHaveText(/^Blue plays .* Your move$/);
        await expect(line(page)).toBeHidden();
        release();
        await expect(line(page)).toBeVisible();
    });

    test('a table that does not arrive is not missed', async ({ page }) => {
        await page.route(TABLE, (route) => route.abort());
        await begin(page, 'star', [person, engine('default:level=1')], EVEN);
        await play(page, 'i13i12');
        await expect(said(page)).toHaveText(/^Blue plays/);
        await expect(page.getByRole('alert')).toBeHidden();
    });
});

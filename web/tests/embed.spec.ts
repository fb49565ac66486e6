import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findings } from './helpers.js';
import { Service } from './service.js';

const GAME = 'g=knightthrough&m=b2c4,g7f5,c4d6';

/** A page of somebody else's, at a site that is not ours. */
let blog: Server;
let article = '';
test.beforeAll(async () => {
    blog = createServer((_, answer) => {
        answer.setHeader('content-type', 'text/html; charset=utf-8');
        answer.end(`<!doctype html><html lang="en"><title>A blog</title><h1>A fine game</h1>${article}</html>`);
    });
    await new Promise<void>((resolve) => blog.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => blog.close());

async function read(page: Page, written: string): Promise<FrameLocator> {
    article = written;
    await page.goto(`http://localhost:${(blog.address() as AddressInfo).port}/`);
    return page.frameLocator('iframe');
}
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [width, height] of [
    [390, 844],
    [1280, 800],
] as const) {
    test(`what the analysis gives to copy shows the game on another site, ${width} px`, async ({ page, context }) => {
        await page.setViewportSize({ width, height });
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.goto(`/#/analyse?${GAME}&at=2`);
        await page.getByRole('button', { name: 'Save as …' }).click();
        await page.getByRole('button', { name: 'Code for a web page' }).click();
        await expect(page.getByText('paste it into your page')).toBeVisible();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        const frame = await read(page, copied);
        await expect(frame.getByRole('heading', { name: 'KnightThrough' })).toBeVisible();
        await expect(frame.locator('.lj-marble')).toHaveCount(32);
        await expect(frame.getByRole('status')).toHaveText('Move 2 of 3 · g7–f5 · Vermilion to move');
        await frame.getByRole('button', { name: 'One move forward' }).click();
        await expect(frame.getByRole('status')).toHaveText('Move 3 of 3 · c4–d6 · Blue to move');
        await expect(frame.locator('.lj-last path')).toHaveCount(1);
        await expect(frame.getByRole('img')).toHaveAccessibleName(/^Board of KnightThrough · Vermilion: .*\bd6\b/);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);

        const [site] = await Promise.all([context.waitForEvent('page'), frame.getByRole('link', { name: 'Open in Longjump' }).click()]);
        await expect(site.getByTestId('turn')).toHaveText('Blue to move');
        expect(site.url()).toContain('/#/analyse?g=knightthrough');
    });

    test(`nothing is in the way of anybody, ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const address of [GAME, 'g=star%3Aseats%3D3', 'g=chess']) {
            await page.goto('/icon.svg');
            await page.goto(`/embed.html#${address}`);
            await expect(page.getByRole('status')).not.toBeEmpty();
            expect(await findings(page), address).toEqual([]);
            expect(await overflowOf(page), address).toBeLessThanOrEqual(0);
        }
    });
}

test('keys go through the game', async ({ page }) => {
    await page.goto(`/embed.html#${GAME}`);
    const status = page.getByRole('status');
    await expect(status).toHaveText(/^Move 3 of 3/);
    for (const [key, words] of [
        ['Home', 'Move 0 of 3 · Vermilion to move'],
        ['ArrowLeft', 'Move 0 of 3 · Vermilion to move'],
        ['ArrowRight', 'Move 1 of 3 · b2–c4 · Blue to move'],
        ['End', 'Move 3 of 3 · c4–d6 · Blue to move'],
        ['ArrowLeft', 'Move 2 of 3 · g7–f5 · Vermilion to move'],
    ] as const) {
        await page.keyboard.press(key);
        await expect(status).toHaveText(words);
    }
});

test('a position has no steps, and the address chooses theme and language', async ({ page }) => {
    await page.goto('/embed.html#g=corners&theme=dark&lang=sv');
    await expect(page.getByRole('link', { name: 'Öppna i Longjump' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
    await expect(page.locator('.lj-marble')).toHaveCount(18);
    await expect(page.getByRole('button')).toHaveCount(0);
});

test('what is wrong is said, and moves up to the wrong one are shown', async ({ page }) => {
    await page.goto('/embed.html#g=chess');
    await expect(page.getByRole('status')).toHaveText("This game or position can't be shown.");
    await page.goto('/embed.html#g=knightthrough&m=b2c4,a1a8');
    await expect(page.getByRole('status')).toHaveText(/^Move 1 of 1/);
});

test('it keeps nothing, and the site does not load it for later', async ({ page, request }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/embed.html#${GAME}`);
    await expect(page.locator('.lj-marble')).toHaveCount(32);
    expect(asked.filter((path) => !/^\/(embed\.html|icon\.svg|assets\/[\w.-]+)$/.test(path))).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
    expect(await (await request.get('/service-worker.js')).text()).not.toContain('embed');
});

test('a server lets other sites frame the embed and nothing else', async ({ page }) => {
    const service = await Service.start();
    try {
        const refused = page.waitForEvent('console', (message) => /frame/i.test(message.text()));
        const frame = await read(page, `<iframe src="${service.at(0)}/embed.html#${GAME}" title="game"></iframe>`);
        await expect(frame.locator('.lj-marble')).toHaveCount(32);
        await read(page, `<iframe src="${service.at(0)}/" title="site"></iframe>`);
        await refused;
        await expect(frame.locator('svg.lj-board')).toHaveCount(0);
    } finally {
        await service.stop();
    }
});

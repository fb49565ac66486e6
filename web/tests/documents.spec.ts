import { expect, test, type Page } from '@playwright/test';
import { findings } from './helpers.js';
import { Service } from './service.js';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const fitsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const viewport of [PHONE, DESK])
    test(`pages to read end with the way to the documents, ${viewport.width} px`, async ({ page }) => {
        await page.setViewportSize(viewport);
        for (const address of ['/#/learn', '/#/learn/help', '/#/learn/about', '/#/online']) {
            await page.goto(address);
            await expect(page.locator('footer').getByRole('link', { name: 'Documents' })).toBeVisible();
            expect(await findings(page), address).toEqual([]);
        }
        // A board has the whole screen.
        for (const address of ['/#/play', '/#/learn/rules/star']) {
            await page.goto(address);
            await expect(page.locator('svg.lj-board').first()).toBeVisible();
            await expect(page.locator('footer')).toHaveCount(0);
        }
        await page.goto('/#/learn');
        await page.locator('footer').getByRole('link').click();
        await expect(page).toHaveURL(/\/book\/$/);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Longjump');
    });

test('the way to the documents is named in Chinese and Swedish too', async ({ browser }) => {
    for (const [locale, name] of [
        ['zh-CN', '文档'],
        ['sv-SE', 'Dokument'],
    ] as const) {
        const page = await browser.newPage({ locale });
        await page.goto('/#/learn');
        await expect(page.locator('footer').getByRole('link', { name })).toBeVisible();
        await page.close();
    }
});

test('whoever has the site on the device gets documents from the server', async ({ page }) => {
    await page.goto('/#/learn');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const answer = await page.goto('/book/');
    expect(answer!.ok()).toBe(true);
    expect(answer!.fromServiceWorker()).toBe(false);
});

test.describe('on a server, which allows no scripts in pages', () => {
    let service: Service;
    test.beforeAll(async () => {
        service = await Service.start();
    });
    test.afterAll(async () => {
        await service?.stop();
    });

    for (const [viewport, colorScheme] of [
        [PHONE, 'dark'],
        [DESK, 'light'],
    ] as const)
        test(`documents are searched and read, ${viewport.width} px, ${colorScheme}`, async ({ page }) => {
            const complaints: string[] = [];
            page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
            page.on('pageerror', (error) => complaints.push(String(error)));
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize(viewport);
            const answer = await page.goto(`${service.at(0)}/book/`);
            expect(answer!.ok()).toBe(true);
            expect(/script-src [^;]*/.exec(answer!.headers()['content-security-policy']!)![0]).toBe("script-src 'self' 'wasm-unsafe-eval'");

            await page.getByRole('button', { name: 'Toggle Searchbar' }).click();
            const found = page.locator('#mdbook-searchresults a').filter({ hasText: 'Operating' }).first();
            await page.getByRole('searchbox').pressSequentially('backup');
            await expect(found).toBeVisible();
            await found.click();
            await expect(page).toHaveURL(/\/book\/docs\/operating\.html/);
            await expect(page.getByRole('main')).toContainText('backup');

            // What is linked to and is no document is there too, to be read here.
            for (const file of ['deploy/nats.conf', 'deploy/longjump.service', 'LICENSE-MIT']) {
                const { ok, kind } = await page.evaluate(async (file) => {
                    const answer = await fetch(`/book/${file}`);
                    return { ok: answer.ok, kind: answer.headers.get('content-type') };
                }, file);
                expect({ ok, kind }).toEqual({ ok: true, kind: 'text/plain; charset=utf-8' });
            }

            for (const chapter of ['index', 'docs/guide', 'docs/operating', 'ARCHITECTURE']) {
                await page.goto(`${service.at(0)}/book/${chapter}.html`);
                expect(await fitsSideways(page), chapter).toBe(true);
            }
            const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
            expect(background).toBe(colorScheme === 'dark' ? 'rgb(30, 33, 37)' : 'rgb(255, 253, 249)');
            expect(complaints).toEqual([]);
        });
});

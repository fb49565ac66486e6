// People, each in a browser of their own as on another device, and what they ask of the service.

import { expect, test, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';

export const PASSWORD = 'eleven plain marbles';

const open: BrowserContext[] = [];

/** For the top of a file: after each test the browsers end that it has opened. */
export function endBrowsers(): void {
    test.afterEach(async () => {
        for (const context of open.splice(0)) await context.close();
    });
}

/** A browser as on another device. */
export async function device(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const usual: BrowserContextOptions = { locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block', viewport: { width: 1280, height: 860 } };
    const context = await browser.newContext({ ...usual, ...options });
    open.push(context);
    return context;
}

/** Asks the service as the page would. */
export function ask<T>(page: Page, path: string, body: unknown = {}): Promise<T> {
    return page.evaluate(
        async ([path, body]) => {
            const answer = await fetch(`/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
            if (!answer.ok) throw new Error(await answer.text());
            return answer.json();
        },
        [path, JSON.stringify(body)] as const,
    );
}

/** The page of a new account. */
export async function accountOf(context: BrowserContext, server: string, name: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${server}/#/account`);
    await ask(page, 'account', { name, password: PASSWORD });
    await page.reload();
    return page;
}

/** A game that both sit at, in which the first is to move. */
export async function gameOf(first: Page, second: Page, control: string): Promise<string> {
    const wanted = { game: 'minicheckers', control, rated: false, public: false, seat: 0, engines: null, id: null };
    const { id } = await ask<{ id: string }>(first, 'games', wanted);
    await ask(second, `games/${id}/actions`, { action: { kind: 'sit' }, id: `sit${id}`.slice(0, 20) });
    return id;
}

/** Sees that a page never scrolls sideways, and keeps pictures of it if a folder for them is given. */
export async function pictures(page: Page, name: string): Promise<void> {
    const folder = process.env['LONGJUMP_PICTURES'];
    for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${width}`).toBeLessThanOrEqual(width);
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 860 });
}

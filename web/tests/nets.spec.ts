import { expect, test } from '@playwright/test';
import { begin, engine, person } from './helpers.js';

const NET = /star(-many)?\.net-[\w-]+\.zlib/;
const MISSING = "The engine's network could not be loaded, so it plays with a simpler evaluation.";

test('the net is fetched once the page can be used, given to engines and kept for offline use', async ({ page, context }) => {
    const asked: string[] = [];
    page.on('request', (request) => NET.test(request.url()) && asked.push(request.url()));
    await page.addInitScript(() => {
        const given: string[] = [];
        Object.assign(window, { given });
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message: unknown) {
            if (message instanceof Blob)
                void message
                    .slice(0, 7)
                    .text()
                    .then((text) => given.push(text));
            post.call(this, message);
        };
    });
    const nets = () => page.evaluate(() => (window as unknown as { given: string[] }).given.filter((text) => text === 'LJUMPNN').length);
    await begin(page, 'star', [person, engine('default:level=1')]);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(nets).toBe(1);
    expect(asked).toHaveLength(1);
    await context.setOffline(true);
    await page.reload();
    await expect.poll(nets).toBe(1);
    await expect(page.getByText(MISSING)).toBeHidden();
    expect(asked).toHaveLength(1);
});

test.describe('without the service worker', () => {
    test.use({ serviceWorkers: 'block' });

    test('analysis waits for the net, and not for ever', async ({ browser }) => {
        /** What is thought after four plies, which is the same each time, if the net comes so late. */
        const outlook = async (late: number): Promise<string> => {
            // Nothing is kept from one to the next.
            const context = await browser.newContext({ serviceWorkers: 'block' });
            await context.route(NET, async (route) => {
                await new Promise((resolve) => setTimeout(resolve, late));
                await route.continue().catch(() => undefined);
            });
            const page = await context.newPage();
            await page.addInitScript(() => {
                const seen: string[] = [];
                Object.assign(window, { seen });
                window.Worker = class extends Worker {
                    constructor(...parts: ConstructorParameters<typeof Worker>) {
                        super(...parts);
                        this.addEventListener('message', ({ data }) => {
                            const report = data?.report;
                            if (report?.depth === 4 && report.rank === 1) seen.push(JSON.stringify([report.verdict, report.line]));
                        });
                    }
                };
            });
            await page.goto('/#/analyse?g=star');
            await page.getByRole('button', { name: 'Analyse', exact: true }).click();
            const first = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen[0]);
            await expect.poll(first, { timeout: 10_000 }).toBeTruthy();
            const found = (await first())!;
            await context.close();
            return found;
        };
        const [soon, late, never] = [await outlook(0), await outlook(1_500), await outlook(60_000)];
        expect(late).toBe(soon);
        expect(never).not.toBe(soon);
    });

    test('a net that does not arrive is said to be missing, and the game goes on', async ({ page }) => {
        await page.route(NET, (route) => route.abort());
        await begin(page, 'star', [person, engine('default:level=1')]);
        await expect(page.getByText(MISSING)).toBeVisible();
        await page.locator('[role=application]').focus();
        await page.keyboard.type('m3k5');
        await expect(page.locator('.lj-live')).toHaveText(/^Blue plays .* Your move$/);
        await page.goto('/#/analyse?g=star');
        await expect(page.getByRole('heading', { name: 'Analyse' })).toBeAttached();
        await expect(page.getByText(MISSING)).toBeVisible();
        // Where there is no net none is missed.
        for (const [without, having] of [
            ['minicheckers', 'star:seats=3'],
            ['star:preset=thesis', 'star:seats=6'],
        ]) {
            await page.goto(`/#/analyse?g=${without}`);
            await expect(page.getByText(MISSING)).toBeHidden();
            await page.goto(`/#/analyse?g=${having}`);
            await expect(page.getByText(MISSING)).toBeVisible();
        }
    });
});

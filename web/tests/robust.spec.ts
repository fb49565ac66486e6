import { expect, test } from '@playwright/test';
import { begin, engine, follow, person, play, resign, settled } from './helpers.js';

test('offline after the first load', async ({ page, context }) => {
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await settled(page);
    await play(page);
    await expect.poll(async () => (await follow(page)).state.played.length).toBe(2);
    for (const name of ['Analyse', 'Review', 'Learn']) {
        await page.getByRole('link', { name }).click();
        await expect(page.getByRole('heading').first()).toBeAttached();
    }
    await page.goto('/#/analyse');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.getByLabel('Best lines')).toBeVisible();
});

test.describe('without the service worker', () => {
    test.use({ serviceWorkers: 'block' });

    test('an engine that fails to load leaves a usable board with people playing', async ({ page }) => {
        await page.route('**/engine.worker*', (route) => route.abort());
        await begin(page, 'star', [person, engine('default:level=3')]);
        await play(page);
        await expect(page.getByRole('alert')).toContainText('could not be loaded');
        await page.getByRole('button', { name: 'Play on with people' }).click();
        await play(page);
        await play(page);
        expect((await follow(page)).state.played.length).toBe(3);
    });

    test('rules that fail to load leave a board to move freely on', async ({ page }) => {
        await page.route('**/*.wasm', (route) => route.abort());
        await page.goto('/');
        await expect(page.locator('p[role=status]')).toContainText('keep to the rules yourselves');
        await page.locator('[role=application]').focus();
        await page.keyboard.type('j4j5');
        await page.keyboard.press('Enter');
        await expect(page.locator('.lj-last path')).toHaveCount(1);
    });

    test('the board is painted before the rules arrive', async ({ page }) => {
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/*.wasm', async (route) => {
            await held;
            await route.continue();
        });
        await page.goto('/');
        await expect(page.locator('.lj-marble')).toHaveCount(20);
        await expect(page.locator('p[role=status]')).toContainText('Loading the rules');
        release();
        await settled(page);
    });
});

test('workers that never begin are replaced', async ({ page }) => {
    await page.addInitScript(() => {
        const post = Worker.prototype.postMessage;
        const kinds = new Map<string, Worker[]>();
        window.Worker = class extends Worker {
            constructor(address: string | URL, options?: WorkerOptions) {
                super(address, options);
                const kind = /\w+\.worker/.exec(String(address))![0];
                kinds.set(kind, [...(kinds.get(kind) ?? []), this]);
            }
        };
        // The first of those that fetch hears nothing, nor do three engines: two are the game's.
        const isDeaf = (worker: Worker) => [...kinds].some(([kind, all]) => all.slice(0, kind.startsWith('engine') ? 3 : 1).includes(worker));
        Worker.prototype.postMessage = function (message: unknown) {
            if (!isDeaf(this)) post.call(this, message);
        };
    });
    await page.goto('/#/review?g=star&m=j4j5&you=0');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByText('could not be loaded')).toBeHidden();
});

test('an address can ask for a game', async ({ page }) => {
    await page.goto('/#/play?g=star:seats=3');
    await expect(page.locator('.lj-marble')).toHaveCount(30);
    await page.goto('/#/play?g=chess');
    await page.reload();
    await expect(page.locator('.lj-marble')).toHaveCount(30);
});

test('giving up is taken back alone, and looking back is told', async ({ page }) => {
    await begin(page, 'corners', [person, engine('random')]);
    await play(page);
    await settled(page);
    await play(page);
    await settled(page);
    await page.getByRole('button', { name: 'One move back' }).click();
    await expect(page.locator('.status')).toContainText('Move 3 of 4');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await resign(page);
    await expect(page.getByTestId('end')).toBeVisible();
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByTestId('end')).toBeHidden();
    expect((await follow(page)).state.played.length).toBe(4);
});

// What measures time: run alone, after all other tests.

import { expect, test } from '@playwright/test';
import { follow, play } from './helpers.js';

test('a stop, a level change and leaving the page end a search within 100 ms', async ({ page }) => {
    // Notes when a worker says that it has ended.
    await page.addInitScript(() => {
        const ends: number[] = [];
        Object.assign(window, { ends });
        const Original = window.Worker;
        window.Worker = class extends Original {
            constructor(address: string | URL, options?: WorkerOptions) {
                super(address, options);
                this.addEventListener('message', ({ data }) => data.decided && ends.push(performance.now()));
            }
        };
    });
    const think = async () => {
        await page.goto('/#/analyse');
        await page.reload();
        await page.getByRole('button', { name: 'Analyse', exact: true }).click();
        await expect(page.getByLabel('Best lines')).toBeVisible();
    };
    const timeToEnd = (selector: string, act: 'click' | 'input') =>
        page.evaluate(
            async ([selector, act]) => {
                const { ends } = window as unknown as { ends: number[] };
                const target = document.querySelector<HTMLInputElement>(selector)!;
                const began = performance.now();
                if (act === 'click') {
                    target.click();
                } else {
                    target.value = '1';
                    target.dispatchEvent(new Event('input', { bubbles: true }));
                }
                while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
                return ends[0]! - began;
            },
            [selector, act] as const,
        );
    // Others use this machine too: the best of three tries counts.
    const figures: Record<string, number> = {};
    for (const [name, selector, act] of [
        ['stop', '.facts > button', 'click'],
        ['level', 'input[type=range]', 'input'],
        ['leaving', 'a[href="#/play"]', 'click'],
    ] as const) {
        for (let tries = 0; tries < 3 && !(figures[name]! < 100); tries++) {
            await think();
            figures[name] = await timeToEnd(selector, act);
        }
    }
    console.log('milliseconds until a search has ended:', JSON.stringify(figures));
    expect(Math.max(...Object.values(figures))).toBeLessThan(100);
});

test('while the engine thinks the page stays smooth', async ({ page }) => {
    await page.goto('/#/analyse');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.getByLabel('Best lines')).toBeVisible();
    const measure = () =>
        page.evaluate(async () => {
            const tasks: number[] = [];
            const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
            observer.observe({ type: 'longtask' });
            const marble = document.querySelector('.lj-marble')!;
            const moving = marble.animate([{ transform: 'translate(0px, 0px)' }, { transform: 'translate(200px, -200px)' }], { duration: 600, iterations: 4 });
            const frames: number[] = [];
            const began = performance.now();
            await new Promise<void>((resolve) => {
                const frame = (now: number) => {
                    frames.push(now);
                    if (now - began < 2000) requestAnimationFrame(frame);
                    else resolve();
                };
                requestAnimationFrame(frame);
            });
            moving.cancel();
            observer.disconnect();
            return { rate: (1000 * (frames.length - 1)) / (frames.at(-1)! - frames[0]!), longest: Math.max(0, ...tasks) };
        });
    // Others use this machine too: the best of a few tries counts.
    const tries = [];
    for (let count = 0; count < 4; count++) {
        tries.push(await measure());
        if (tries.at(-1)!.rate >= 55 && tries.at(-1)!.longest <= 50) break;
    }
    console.log('frames a second and longest task:', JSON.stringify(tries));
    expect(tries.at(-1)!.rate).toBeGreaterThanOrEqual(55);
    expect(tries.at(-1)!.longest).toBeLessThanOrEqual(50);
});

test('an engine with a clock is asked once a move and moves in time', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('slider').fill('10');
    await page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('move');
    await page.getByRole('spinbutton', { name: 'Seconds', exact: true }).fill('2');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await play(page);
    await expect.poll(async () => (await follow(page)).state.played.length, { timeout: 2_500 }).toBe(2);
    await expect(page.getByTestId('end')).toBeHidden();
});

// `npm run dev`: the site as one works on it, beside a running program.

import { expect, test } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { Service } from './service.js';

const component = new URL('../app/src/components/Header.svelte', import.meta.url);

let vite: ViteDevServer;
let address: string;

async function start(program: string): Promise<void> {
    process.env['LONGJUMP_SERVER'] = program;
    vite = await createServer({ root: fileURLToPath(new URL('../app', import.meta.url)), logLevel: 'error', server: { port: 5199 } });
    await vite.listen();
    address = vite.resolvedUrls!.local[0]!;
}

test.afterEach(() => vite.close());

test('a change of a component is seen in two seconds, and the game goes on', async ({ page, baseURL }) => {
    await start(baseURL!);
    // The first time everything has to be compiled.
    await page.goto(address);
    await expect(page.locator('.status')).toBeVisible({ timeout: 60_000 });
    await page.evaluate(() => ((window as unknown as { isSamePage: boolean }).isSamePage = true));
    const source = readFileSync(component, 'utf8');
    const times: number[] = [];
    try {
        for (const text of ['Hop', 'Skip', 'Jump']) {
            const began = performance.now();
            writeFileSync(component, source.replace('<header', `<p id="changed">${text}</p><header`));
            await expect(page.locator('#changed')).toHaveText(text, { timeout: 10_000 });
            times.push(Math.round(performance.now() - began));
        }
    } finally {
        writeFileSync(component, source);
    }
    await expect(page.locator('#changed')).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { isSamePage?: boolean }).isSamePage)).toBe(true);
    console.log(`seen after ${times.join(', ')} ms`);
    expect(times.toSorted((one, other) => one - other)[1]).toBeLessThan(2000);
});

test('the API and sockets are those of the running program', async ({ page }) => {
    const service = await Service.start();
    try {
        await start(service.at(0));
        await page.goto(`${address}icon.svg`);
        const status = await page.evaluate(async () => (await fetch('/api/guest', { method: 'POST' })).status);
        expect(status).toBe(200);
        const answer = await page.evaluate(
            () =>
                new Promise<string>((resolve, reject) => {
                    const socket = new WebSocket(new URL('/api/socket', location.href));
                    socket.onopen = () => socket.send(JSON.stringify({ t: 'ping' }));
                    socket.onmessage = ({ data }) => resolve(String(data));
                    socket.onerror = () => reject(new Error('no socket'));
                }),
        );
        expect(JSON.parse(answer)).toMatchObject({ t: 'pong' });
    } finally {
        await service.stop();
    }
});

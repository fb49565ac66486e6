// Taking one's data along, and going for good.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { findings } from './helpers.js';
import { accountOf, ask, device, endBrowsers, gameOf } from './people.js';
import { Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

endBrowsers();

const somebody = async (browser: Browser, name: string): Promise<Page> => accountOf(await device(browser), service.at(0), name);

const NAME = 'Quixotry';

test('somebody takes all along, deletes the account, and is found nowhere', async ({ browser }) => {
    const [ada, bob] = [await somebody(browser, NAME), await somebody(browser, 'StaysBob')];
    const id = await gameOf(ada, bob, '60+1');
    await ask(ada, `games/${id}/moves`, { ply: 0, mv: 'b2a3', id: 'm0' });
    await ask(bob, `games/${id}/actions`, { action: { kind: 'resign' }, id: 'resign' });

    const data = ada.getByRole('region', { name: 'Your data' });
    const download = ada.waitForEvent('download');
    await data.getByRole('button', { name: 'Download everything' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`longjump-${NAME}.zip`);
    // Read by what others have written.
    const read = (name: string) =>
        execFileSync('python3', ['-c', 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())', path, name]).toString();
    const path = (await file.path())!;
    expect(JSON.parse(read('ratings.json')).name).toBe(NAME);
    expect(read(`games/${id}.txt`)).toContain(NAME);
    await expect(data.getByRole('status')).toHaveText('The archive is in your downloads.');

    const go = data.getByRole('button', { name: 'Delete for good' });
    await expect(go).toBeDisabled();
    await data.getByLabel(/type your name/).fill('quixotry');
    expect(await findings(ada), 'the account').toEqual([]);
    for (const width of [1280, 390]) {
        await ada.setViewportSize({ width, height: 844 });
        const folder = process.env['LONGJUMP_PICTURES'];
        if (folder !== undefined) await data.screenshot({ path: `${folder}/own-data-${width}.png` });
    }
    await go.click();
    await expect(ada.getByText('Your account is deleted.')).toBeVisible();
    await ada.reload();
    await expect(ada.getByText('This page is for accounts.')).toBeVisible();

    // The other one still has the game, with a guest in it.
    await bob.goto(`${service.at(1)}/#/game/${id}`);
    await expect(bob.locator('.facts')).toContainText(/Guest-\w+/);
    await expect(bob.locator('body')).not.toContainText(NAME);
    // What servers have written down does not name anybody.
    for (const log of readdirSync(service.folder).filter((file) => file.endsWith('.log'))) {
        expect(readFileSync(`${service.folder}/${log}`, 'utf8'), log).not.toContain(NAME);
    }
});

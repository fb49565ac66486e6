// Studies: two people edit one at once, one of them loses the connection, and both end with the same.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { findings } from './helpers.js';
import { accountOf, ask, device, endBrowsers } from './people.js';
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

const ROOT = { depth: 0, mv: '' };

/** A study of knightthrough, and the secret of its link for editing. */
async function made(owner: Page, title = 'Knights'): Promise<{ id: string; key: string }> {
    const nodes = [ROOT, { depth: 1, mv: 'b2c4', comment: 'Towards the middle.' }, { depth: 2, mv: 'g7f5' }, { depth: 1, mv: 'a1b3' }];
    const chapter = { id: 'one', title: 'First steps', game: 'knightthrough', nodes };
    const { id } = await ask<{ id: string }>(owner, 'studies', { title, chapter, id: title });
    return { id, ...(await ask<{ key: string }>(owner, `studies/${id}/key`)) };
}

/** The moves on a page, with comments, as they stand there. */
const moves = (page: Page): Promise<string[]> => page.getByRole('list', { name: 'Moves' }).locator('button, .comment').allTextContents();

const saved = (page: Page) => page.getByTestId('saved');

async function play(page: Page, move: string): Promise<void> {
    await page.locator('[role=application]').focus();
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
}

async function pictures(page: Page, name: string): Promise<void> {
    const folder = process.env['LONGJUMP_PICTURES'];
    for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 860 });
        expect(await findings(page), `${name} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${width}`).toBeLessThanOrEqual(width);
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 860 });
}

test('two edit at once, one without a connection for a while, and both end with the same', async ({ browser }) => {
    const ada = await somebody(browser, 'StudyAda');
    const { id, key } = await made(ada);
    const bob = await somebody(browser, 'StudyBob');
    await ada.goto(`${service.at(0)}/#/study/${id}`);
    // At another server.
    await bob.goto(`${service.at(1)}/#/account`);
    await ask(bob, 'login', { name: 'StudyBob', password: 'eleven plain marbles' });
    await bob.goto(`${service.at(1)}/#/study/${id}?key=${key}`);
    for (const page of [ada, bob]) await expect(saved(page)).toHaveText('All is saved.');

    await play(ada, 'c2d4');
    await expect.poll(() => moves(bob)).toContain('c2–d4');
    await expect(bob.getByText('StudyAda edits, too.')).toBeVisible();
    await bob.getByRole('button', { name: 'b2–c4' }).click();
    await bob.getByLabel('Comment').fill('Both knights look ahead.');
    await expect.poll(() => moves(ada)).toContain('Both knights look ahead.');

    await bob.context().setOffline(true);
    await expect(saved(bob)).toContainText('No connection.', { timeout: 15_000 });
    // He goes on without a connection; meanwhile she deletes what he builds on, and writes elsewhere.
    await bob.getByRole('button', { name: 'g7–f5' }).click();
    await play(bob, 'c4d6');
    await bob.getByLabel('Comment').fill('Written without a connection.');
    await bob.getByRole('button', { name: 'a1–b3' }).click();
    await bob.getByRole('button', { name: 'Promote' }).click();
    await ada.getByRole('button', { name: 'g7–f5' }).click();
    await ada.getByRole('button', { name: 'Delete from here' }).click();
    await ada.getByRole('button', { name: 'c2–d4' }).click();
    await ada.getByLabel('Comment').fill('Written meanwhile.');
    await expect(saved(ada)).toHaveText('All is saved.');
    expect(await moves(bob)).not.toContain('Written meanwhile.');
    await bob.context().setOffline(false);

    for (const page of [ada, bob]) {
        await expect(saved(page)).toHaveText('All is saved.', { timeout: 20_000 });
        for (const words of ['Written meanwhile.', 'Written without a connection.', 'g7–f5', 'c4–d6']) {
            await expect.poll(() => moves(page), words).toContain(words);
        }
    }
    await expect.poll(async () => moves(ada)).toEqual(await moves(bob));
    expect((await moves(ada))[0], 'what he promoted comes first').toBe('a1–b3');
    const kept = await moves(ada);
    await bob.reload();
    await expect.poll(() => moves(bob)).toEqual(kept);
});

test('what waits when a page is left without a connection is sent when it is back', async ({ browser }) => {
    const ada = await somebody(browser, 'LeavingAda');
    const { id } = await made(ada);
    await ada.goto(`${service.at(0)}/#/study/${id}`);
    await expect(saved(ada)).toHaveText('All is saved.');
    await ada.context().setOffline(true);
    await expect(saved(ada)).toContainText('No connection.', { timeout: 15_000 });
    await play(ada, 'c2d4');
    await expect.poll(() => ada.evaluate((id) => sessionStorage.getItem(`longjump-study-${id}`), id)).toContain('c2d4');
    await ada.context().setOffline(false);
    await ada.goto(`${service.at(0)}/#/learn`);
    await ada.goto(`${service.at(0)}/#/study/${id}`);
    await expect(saved(ada)).toHaveText('All is saved.', { timeout: 20_000 });
    await expect.poll(() => moves(ada)).toContain('c2–d4');
});

test('an analysis becomes a study, by keyboard, and is shared and ended', async ({ browser }) => {
    const ada = await somebody(browser, 'TeacherAda');
    await ada.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ada.goto(`${service.at(0)}/#/analyse?g=knightthrough&m=b2c4,g7f5`);
    await ada.getByRole('button', { name: 'Make a study of it' }).focus();
    await ada.keyboard.press('Enter');
    const dialog = ada.getByRole('dialog', { name: 'Make a study of it' });
    await dialog.getByLabel('Title of the study').fill('For my class');
    expect(await findings(ada), 'the dialog').toEqual([]);
    await ada.keyboard.press('Enter');
    await expect(ada.getByRole('heading', { name: 'For my class' })).toBeVisible();
    await expect.poll(() => moves(ada)).toEqual(['b2–c4', 'g7–f5']);

    // Chapters and titles.
    await ada.getByText('Change titles and chapters').click();
    await ada.getByLabel('Title of the chapter').fill('Knights first');
    await ada.getByLabel('Title of the chapter').press('Tab');
    await expect(ada.getByRole('navigation', { name: 'Chapters' })).toContainText('Knights first');
    await ada.getByLabel('Add a chapter').selectOption('minicheckers');
    const chapters = ada.getByRole('navigation', { name: 'Chapters' }).getByRole('button');
    await expect(chapters).toHaveText(['Knights first', 'Chapter 2']);
    await expect(chapters.nth(1)).toHaveAttribute('aria-current', 'true');
    await ada.getByRole('button', { name: 'Move up' }).click();
    await expect(chapters).toHaveText(['Chapter 2', 'Knights first']);
    await expect(saved(ada)).toHaveText('All is saved.');
    await pictures(ada, 'study-edit');

    // Somebody without an account reads, and can't edit.
    await chapters.nth(1).click();
    await ada.getByRole('button', { name: 'Copy link for reading' }).click();
    const link = await ada.evaluate(() => navigator.clipboard.readText());
    const reader = await (await device(browser)).newPage();
    await reader.goto(link);
    await expect.poll(() => moves(reader)).toEqual(['b2–c4', 'g7–f5']);
    await expect(saved(reader)).toContainText('You are reading.');
    await expect(reader.getByLabel('Comment')).toHaveCount(0);
    await reader.getByRole('button', { name: 'b2–c4' }).focus();
    await reader.keyboard.press('Enter');
    await reader.keyboard.press('ArrowRight');
    await expect(reader.getByRole('button', { name: 'g7–f5' })).toHaveAttribute('aria-current', 'step');
    await play(reader, 'b1c3');
    await expect.poll(() => moves(reader)).toContain('b1–c3');
    await pictures(reader, 'study-read');
    await ada.getByRole('button', { name: 'g7–f5' }).click();
    await ada.getByLabel('Comment').fill('Look here.');
    await expect.poll(() => moves(reader)).toEqual(['b2–c4', 'g7–f5', 'Look here.']);
    expect(await moves(ada)).toEqual(['b2–c4', 'g7–f5', 'Look here.']);

    // On somebody's web page.
    await ada.getByRole('button', { name: 'Copy code for a web page' }).click();
    const code = await ada.evaluate(() => navigator.clipboard.readText());
    const address = /src="([^"]*)"/.exec(code)![1]!.replaceAll('&amp;', '&');
    const frame = await (await device(browser)).newPage();
    await frame.goto(address);
    await expect(frame.getByRole('heading')).toHaveText('For my class · Knights first');
    await frame.keyboard.press('End');
    await expect(frame.getByText('Look here.')).toBeVisible();
    await expect(frame.getByRole('link', { name: 'Open the study' })).toHaveAttribute('href', /#\/study\/\w+\?c=/);
    await pictures(frame, 'study-embed');

    // The link for editing, and its end.
    await ada.getByRole('button', { name: 'Copy new link for editing' }).click();
    await expect(ada.getByRole('button', { name: 'End the link for editing' })).toBeVisible();
    const editing = await ada.evaluate(() => navigator.clipboard.readText());
    const bob = await somebody(browser, 'PupilBob');
    await bob.goto(editing);
    await expect(saved(bob)).toHaveText('All is saved.');
    await ada.getByRole('button', { name: 'End the link for editing' }).click();
    await expect(ada.getByRole('button', { name: 'End the link for editing' })).toHaveCount(0);
    await bob.getByRole('navigation', { name: 'Chapters' }).getByRole('button', { name: 'Knights first' }).click();
    await play(bob, 'a1b3');
    await expect(bob.getByRole('alert')).toContainText('Only its owner');
    await expect.poll(() => moves(bob), 'it is gone again').not.toContain('a1–b3');
    await ada.getByLabel('Whoever has the link can read it').uncheck();
    await expect(reader.getByRole('alert')).toContainText('not shared any more');

    // The list of one's own, and deletion.
    await ada.getByRole('link', { name: 'Your studies' }).click();
    const row = ada.getByRole('listitem').filter({ hasText: 'For my class' });
    await expect(row).toContainText('Chapters: 2');
    await expect(row).toContainText('not shared');
    await pictures(ada, 'studies');
    await row.getByRole('link').click();
    await ada.getByRole('button', { name: 'Delete the study' }).click();
    await ada.getByRole('button', { name: 'Really delete it for good' }).click();
    await expect(ada.getByText('None yet.')).toBeVisible();
});

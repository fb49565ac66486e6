// The keys to one's account, as people use them, each in a browser of their own.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { findings } from './helpers.js';
import { device as browserOn, endBrowsers, PASSWORD } from './people.js';
import { Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start('--letters');
});
test.afterAll(async () => {
    await service?.stop();
});

endBrowsers();

let number = 0;
const newName = () => `Keys${Date.now() % 1e6}x${(number += 1)}`;

const device = async (browser: Browser): Promise<Page> => (await browserOn(browser)).newPage();

/** Signs in or up by the dialog of the lobby. */
async function signIn(page: Page, name: string, password = PASSWORD, button = 'Sign in'): Promise<void> {
    await page.goto(`${service.at(0)}/#/online`);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

async function account(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
}

/** Pictures for people to look at, in the folder that `LONGJUMP_PICTURES` names. */
async function pictures(page: Page, name: string): Promise<void> {
    const folder = process.env['LONGJUMP_PICTURES'];
    if (folder === undefined) return;
    for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 860 });
        for (const theme of ['light', 'dark']) {
            await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
            await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
        }
    }
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a changed password signs everybody else out, and the account tells of it', async ({ browser }) => {
    const [first, second] = [await device(browser), await device(browser)];
    const name = newName();
    await signIn(first, name, PASSWORD, 'Create an account');
    await signIn(second, name);
    await account(first);
    await expect(section(first, 'Where you are signed in').getByRole('listitem')).toHaveCount(2);
    const form = section(first, 'Password');
    await form.getByLabel('Current password').fill('not the password');
    await form.getByLabel('New password').fill('twelve plain marbles');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByRole('alert')).toHaveText('The password is wrong.');
    // By keyboard alone.
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByLabel('New password').press('Enter');
    await expect(form.getByRole('status')).toContainText('Your password was changed.');
    await expect(section(first, 'Where you are signed in').getByRole('listitem')).toHaveCount(1);
    await expect(section(first, 'What happened').getByRole('listitem').first()).toContainText('The password was changed');
    await second.reload();
    await expect(second.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await signIn(second, name, 'twelve plain marbles');
});

test('sessions are ended from another one, which asks for the password after a while', async ({ browser }) => {
    const [first, second, third] = [await device(browser), await device(browser), await device(browser)];
    const name = newName();
    await signIn(first, name, PASSWORD, 'Create an account');
    await signIn(second, name);
    await signIn(third, name);
    await account(first);
    const sessions = section(first, 'Where you are signed in');
    await expect(sessions.getByRole('listitem').first()).toContainText('(here)');
    await expect(sessions.getByRole('listitem').first()).toContainText('Chrome, Linux');
    await sessions
        .getByRole('button', { name: /^Sign out Chrome/ })
        .first()
        .click();
    await expect(sessions.getByRole('status')).toHaveText('Signed out there.');
    await expect(sessions.getByRole('heading')).toBeFocused();
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    // As if the password had been given long ago.
    let isProven = false;
    await first.route('**/api/account/sessions', (route) =>
        isProven ? route.continue() : route.fulfill({ status: 403, json: { code: 'unproven', why: '' } }),
    );
    await first.route('**/api/account/proof', (route) => {
        isProven = route.request().postDataJSON().password === PASSWORD;
        return route.continue();
    });
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const dialog = first.getByRole('dialog', { name: 'Is it you?' });
    await expect(dialog.getByLabel('Password')).toBeVisible();
    expect(await findings(first), 'the question').toEqual([]);
    await first.keyboard.press('Escape');
    await expect(sessions.getByRole('alert')).toHaveText('Prove first that it is you.');
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await dialog.getByLabel('Password').fill('not the password');
    await first.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await first.keyboard.press('Enter');
    await expect(sessions.getByRole('status')).toHaveText('You are signed out everywhere else.');
    await expect(dialog).toHaveCount(0);
    for (const page of [second, third]) {
        await page.reload();
        await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    }
});

test('who forgets the password sets another one with a printed code', async ({ browser }) => {
    const [first, second] = [await device(browser), await device(browser)];
    const name = newName();
    await signIn(first, name, PASSWORD, 'Create an account');
    await account(first);
    const codes = section(first, 'Recovery codes');
    await expect(codes).toContainText('nobody can get your account back');
    await codes.getByRole('button', { name: 'Create recovery codes' }).click();
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expect(codes).toContainText('Codes left: 10');
    await expect(codes).toContainText(`Recovery codes of ${name} at 127.0.0.1`);
    const printed = await codes.getByRole('listitem').allTextContents();
    await pictures(first, 'codes');
    // On paper there is nothing else.
    await first.emulateMedia({ media: 'print' });
    await expect(first.locator('.sheet li').first()).toBeVisible();
    await expect(first.getByText('Print', { exact: true })).toBeHidden();
    await expect(first.locator('h1')).toBeHidden();
    if (process.env['LONGJUMP_PICTURES'] !== undefined) await first.screenshot({ path: `${process.env['LONGJUMP_PICTURES']}/codes-printed.png` });
    await first.emulateMedia({ media: 'screen' });
    await first.reload();
    await expect(codes).toContainText('Codes left: 10');
    await expect(codes.getByRole('listitem'), 'shown once').toHaveCount(0);

    await second.goto(`${service.at(1)}/#/online`);
    await second.getByRole('button', { name: 'Sign in' }).click();
    const dialog = second.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'I forgot my password' }).click();
    await expect(dialog.getByLabel('Name')).toHaveValue(name);
    await dialog.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC-DDDD');
    await dialog.getByLabel('New password').fill('twelve plain marbles');
    expect(await findings(second), 'recovering').toEqual([]);
    await dialog.getByRole('button', { name: 'Set the new password' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The name or the code is wrong');
    await dialog.getByLabel('Recovery code').fill(printed[4]!.toLowerCase().replaceAll('-', ' '));
    await second.keyboard.press('Enter');
    await expect(second.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await account(second);
    await expect(section(second, 'What happened').getByRole('listitem').first()).toContainText('A new password was set with a recovery code');
    await expect(section(second, 'Recovery codes')).toContainText('Codes left: 9');
    await first.reload();
    await expect(first.getByText('This page is for accounts.')).toBeVisible();
    await signIn(first, name, 'twelve plain marbles');
    // Others are made only by who means it.
    await account(first);
    await codes.getByRole('button', { name: 'Create new codes' }).click();
    await codes.getByRole('button', { name: 'Really? The old codes stop working.' }).click();
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    expect(await codes.getByRole('listitem').allTextContents()).not.toEqual(printed);
});

/** The page that the newest letter to an address links to. */
async function linkIn(address: string, page: string): Promise<string> {
    let found: string | undefined;
    await expect(() => {
        const letters = readdirSync(service.letters).map((file) => readFileSync(`${service.letters}/${file}`, 'utf8'));
        const links = letters.filter((letter) => letter.includes(`To: ${address}`)).map((letter) => new RegExp(`#/letter/${page}/\\w+`).exec(letter)?.[0]);
        found = links.find((link) => link !== undefined);
        expect(found, `a letter to ${address}`).toBeDefined();
    }).toPass({ timeout: 30_000 });
    return `${service.at(1)}/${found!}`;
}

test('who forgets the password sets another one by a letter, on another device', async ({ browser }) => {
    const [first, second] = [await device(browser), await device(browser)];
    const name = newName();
    const address = `${name}@example.org`;
    await signIn(first, name, PASSWORD, 'Create an account');
    await account(first);
    const mail = section(first, 'E-mail');
    await expect(mail).toContainText('We have no address of yours.');
    await mail.getByLabel('E-mail address').fill(address);
    await first.keyboard.press('Enter');
    await expect(mail.getByRole('status')).toContainText(`An e-mail is on its way to ${address}`);
    await second.goto(await linkIn(address, 'confirm'));
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Confirm your address');
    await pictures(second, 'letter');
    await second.getByRole('button', { name: 'Confirm' }).click();
    await expect(second.locator('main').getByRole('status')).toContainText(`e-mail about ${name} goes to this address`);
    await first.reload();
    await expect(mail).toContainText(`E-mail goes to ${address}.`);
    await expect(section(first, 'What happened').getByRole('listitem').first()).toContainText('E-mail goes to another address');
    await pictures(first, 'address');

    await second.goto(`${service.at(1)}/#/online`);
    await second.getByRole('button', { name: 'Sign in' }).click();
    const dialog = second.getByRole('dialog');
    await dialog.getByRole('button', { name: 'I forgot my password' }).click();
    await dialog.getByLabel('E-mail address').fill(address.toUpperCase());
    await second.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('an e-mail is on its way');
    await second.goto(await linkIn(address, 'recover'));
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
    expect(await findings(second), 'a new password').toEqual([]);
    await second.getByLabel('New password').fill('Password1');
    await second.keyboard.press('Enter');
    await expect(second.getByRole('alert')).toContainText('easily guessed');
    await second.getByLabel('New password').fill('twelve plain marbles');
    await second.keyboard.press('Enter');
    await expect(section(second, 'What happened').getByRole('listitem').first()).toContainText('A new password was set');
    await first.reload();
    await expect(first.getByText('This page is for accounts.')).toBeVisible();
    await second.goBack();
    await second.getByLabel('New password').fill('thirteen plain marbles');
    await second.getByRole('button', { name: 'Set the new password' }).click();
    await expect(second.getByRole('alert')).toContainText('This link is not good any more');
    await second.goto(`${service.at(1)}/#/account`);
    await section(second, 'E-mail').getByRole('button', { name: 'Remove the address' }).click();
    await expect(section(second, 'E-mail').getByRole('status')).toHaveText('The address was removed.');
    await expect(section(second, 'E-mail').getByRole('heading')).toBeFocused();
});

test('the page of the account has nothing that axe-core finds, and doesn’t scroll sideways', async ({ browser }) => {
    const page = await device(browser);
    await signIn(page, newName(), PASSWORD, 'Create an account');
    await account(page);
    await expect(section(page, 'What happened')).toBeVisible();
    for (const width of [1280, 390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await findings(page), `${width} px`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await pictures(page, 'account');
});

test('a guest is told that there is nothing to do', async ({ browser }) => {
    const page = await device(browser);
    await page.goto(`${service.at(0)}/#/account`);
    await expect(page.getByText('This page is for accounts.')).toBeVisible();
    await page.getByRole('button', { name: 'Create an account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(newName());
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(section(page, 'What happened')).toContainText('The account was created');
});

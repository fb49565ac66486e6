// Passkeys, as people use them: each device is a browser of its own with an authenticator that Chromium plays.

import { expect, test, type Browser, type CDPSession, type Page } from '@playwright/test';
import { findings } from './helpers.js';
import { device, endBrowsers, PASSWORD } from './people.js';
import { Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

endBrowsers();

let number = 0;
const newName = () => `Keys${Date.now() % 1e6}p${(number += 1)}`;
/** Browsers know passkeys by names, not by numbers. */
const site = () => service.at(0).replace('127.0.0.1', 'localhost');

class Device {
    private constructor(
        readonly page: Page,
        private readonly protocol: CDPSession,
        private readonly authenticatorId: string,
    ) {}

    static async open(browser: Browser, locale = 'en-GB'): Promise<Device> {
        const context = await device(browser, { locale });
        const page = await context.newPage();
        const protocol = await context.newCDPSession(page);
        await protocol.send('WebAuthn.enable');
        const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
            options: {
                protocol: 'ctap2',
                transport: 'internal',
                hasResidentKey: true,
                hasUserVerification: true,
                isUserVerified: true,
                automaticPresenceSimulation: true,
            },
        });
        return new Device(page, protocol, authenticatorId);
    }

    /** Whether its owner unlocks it when asked. */
    async unlocks(isUserVerified: boolean): Promise<void> {
        await this.protocol.send('WebAuthn.setUserVerified', { authenticatorId: this.authenticatorId, isUserVerified });
    }

    /** Its passkeys, as a password manager brings them to another device. */
    async passkeysTo(other: Device): Promise<void> {
        const { credentials } = await this.protocol.send('WebAuthn.getCredentials', { authenticatorId: this.authenticatorId });
        for (const credential of credentials) await other.protocol.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
    }

    async dialog(button: string) {
        await this.page.goto(`${site()}/#/online`);
        if (await this.page.getByRole('dialog').isVisible()) await this.page.keyboard.press('Escape');
        await this.page.getByRole('button', { name: button }).click();
        return this.page.getByRole('dialog');
    }

    /** Makes an account with a passkey, by keyboard alone. */
    async signUp(name: string): Promise<void> {
        const dialog = await this.dialog('Create an account');
        await expect(dialog.getByLabel('Name')).toBeFocused();
        await this.page.keyboard.type(name);
        await this.page.keyboard.press('Enter');
        await expect(this.page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    }

    /** Signs in with whatever passkey there is, by keyboard alone. */
    async signIn(): Promise<void> {
        const dialog = await this.dialog('Sign in');
        await expect(dialog.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused();
        await this.page.keyboard.press('Enter');
    }

    async signOut(): Promise<void> {
        await this.page.goto(`${site()}/#/online`);
        await this.page.getByRole('button', { name: 'Sign out' }).click();
        await expect(this.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    }

    async account(): Promise<void> {
        await this.page.getByRole('link', { name: 'Your account' }).click();
        await expect(this.section('What happened')).toBeVisible();
    }

    section = (name: string) => this.page.getByRole('region', { name, exact: true });
}

async function signUpWithPassword(device: Device, name: string): Promise<void> {
    const dialog = await device.dialog('Create an account');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Choose a password instead' }).click();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create an account', exact: true }).click();
    await expect(device.page.getByRole('button', { name: 'Sign out' })).toBeVisible();
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
    await page.setViewportSize({ width: 1280, height: 860 });
}

test('an account is made with a passkey, which signs in there and on a second device', async ({ browser }) => {
    const [first, second] = [await Device.open(browser), await Device.open(browser)];
    const name = newName();
    await first.signUp(name);
    await first.account();
    const passkeys = first.section('Passkeys');
    await expect(passkeys.getByRole('listitem')).toHaveCount(1);
    await expect(passkeys.getByRole('listitem')).toContainText('Chrome, Linux');
    await expect(passkeys).toContainText('This is the only way into your account.');
    await expect(passkeys.getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await expect(first.section('What happened').getByRole('listitem').first()).toContainText('The account was created');
    await first.signOut();
    await first.signIn();
    await expect(first.page.getByRole('link', { name })).toBeVisible();

    // One that has no passkey for this site has nothing to offer.
    await second.signIn();
    await expect(second.page.getByRole('dialog').getByRole('alert')).toHaveText('No passkey was used. Try again, or choose another way.');
    await first.passkeysTo(second);
    await second.signIn();
    await expect(second.page.getByRole('link', { name })).toBeVisible();
    await second.account();
    await expect(second.section('Where you are signed in').getByRole('listitem')).toHaveCount(2);
    await expect(second.section('Passkeys')).toContainText('last used');
    // A name that is taken is told before a passkey is made for it.
    await second.signOut();
    const dialog = await second.dialog('Create an account');
    await dialog.getByLabel('Name').fill(name.toLowerCase());
    await second.page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('This name is already taken.');
});

test('a guest who signs up with a passkey keeps their games', async ({ browser }) => {
    const device = await Device.open(browser);
    await device.page.request.post(`${site()}/api/guest`, { headers: { origin: site() } });
    const opened = await device.page.request.post(`${site()}/api/games`, { data: { game: 'star', control: '300+3' }, headers: { origin: site() } });
    const { id } = (await opened.json()) as { id: string };
    const dialog = await device.dialog('Create an account');
    await expect(dialog).toContainText('The games you played as a guest stay yours.');
    const name = newName();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create an account with a passkey' }).click();
    await expect(device.page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    const games = (await (await device.page.request.get(`${site()}/api/players/${name}/games`)).json()) as { id: string }[];
    expect(games.map((game) => game.id)).toContain(id);
});

test('an account with a password gets a passkey, which has a name, proves who asks and is removed', async ({ browser }) => {
    const device = await Device.open(browser);
    const { page } = device;
    const name = newName();
    await signUpWithPassword(device, name);
    await device.account();
    const passkeys = device.section('Passkeys');
    await expect(passkeys).toContainText('You have none yet.');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys.getByRole('status')).toHaveText('The passkey was added.');
    await expect(passkeys.getByRole('heading')).toBeFocused();
    // A device has one passkey of an account at most.
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys.getByRole('alert')).toHaveText('This device has a passkey for the account already.');
    await passkeys.getByRole('button', { name: /^Rename/ }).click();
    await expect(passkeys.getByLabel('Name of the passkey')).toBeFocused();
    await passkeys.getByLabel('Name of the passkey').fill('My telephone');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toContainText('My telephone');

    // As if the password had been given long ago.
    let isProven = false;
    await page.route('**/api/account/sessions', (route) => (isProven ? route.continue() : route.fulfill({ status: 403, json: { code: 'unproven', why: '' } })));
    await page.route('**/api/account/proof/finish', async (route) => {
        const answer = await route.fetch();
        isProven = answer.ok();
        await route.fulfill({ response: answer });
    });
    const elsewhere = await Device.open(browser);
    const signIn = await elsewhere.dialog('Sign in');
    await signIn.getByLabel('Name').fill(name);
    await signIn.getByLabel('Password').fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(elsewhere.page.getByRole('link', { name })).toBeVisible();
    await page.reload();
    const sessions = device.section('Where you are signed in');
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    expect(await findings(page), 'the question').toEqual([]);
    await pictures(page, 'prove');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(sessions.getByRole('status')).toHaveText('You are signed out everywhere else.');
    await expect(dialog).toHaveCount(0);

    await passkeys.getByRole('button', { name: 'Remove My telephone' }).click();
    await passkeys.getByRole('button', { name: 'Really remove? My telephone' }).click();
    await expect(passkeys.getByRole('status')).toContainText('The passkey was removed.');
    await expect(passkeys).toContainText('You have none yet.');
    const events = device.section('What happened').getByRole('listitem');
    for (const [index, words] of ['A passkey was removed', 'Signed out everywhere else', 'Signed in', 'A passkey was renamed', 'A passkey was added'].entries())
        await expect(events.nth(index)).toContainText(words);
    // The device still offers what is worth nothing any more.
    await page.unrouteAll();
    await device.signOut();
    await device.signIn();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('This passkey is not known here. It may have been removed.');
});

test('an account without a password sets one, and then can give its passkey up', async ({ browser }) => {
    const device = await Device.open(browser);
    const { page } = device;
    const name = newName();
    await device.signUp(name);
    await device.account();
    const password = device.section('Password');
    await expect(password).toContainText('This account has no password');
    await expect(password.getByLabel('Current password')).toHaveCount(0);
    // As if the passkey had been used long ago: there is nothing else to prove with.
    let isProven = false;
    await page.route('**/api/account/password', (route) => (isProven ? route.continue() : route.fulfill({ status: 403, json: { code: 'unproven', why: '' } })));
    await page.route('**/api/account/proof/finish', (route) => {
        isProven = true;
        return route.continue();
    });
    await password.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await expect(dialog.getByLabel('Password')).toHaveCount(0);
    // Who can't unlock it is not its owner.
    await device.unlocks(false);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('No passkey was used. Try again, or choose another way.');
    await device.unlocks(true);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(password.getByRole('status')).toContainText('Your password is set.');
    await expect(password.getByLabel('Current password')).toBeVisible();
    const passkeys = device.section('Passkeys');
    await passkeys.getByRole('button', { name: /^Remove/ }).click();
    await passkeys.getByRole('button', { name: /^Really/ }).click();
    await expect(passkeys).toContainText('You have none yet.');
});

test('where the service is set up for another address, people are told to sign in otherwise', async ({ browser }) => {
    const device = await Device.open(browser);
    const { page } = device;
    await page.route('**/api/passkeys/*/begin', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), domain: 'club.example' } });
    });
    await device.signIn();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toHaveText('There are no passkeys at this address.');
    // At one that is a number there is nothing but passwords.
    await page.goto(`${service.at(0)}/#/online`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});

test('what is about passkeys has nothing that axe-core finds, and doesn’t scroll sideways', async ({ browser }) => {
    for (const [locale, words] of [
        ['en-GB', ['Create an account', 'Sign in', 'Your account']],
        ['zh-CN', ['注册账号', '登录', '你的账号']],
        ['sv-SE', ['Skapa ett konto', 'Logga in', 'Ditt konto']],
    ] as const) {
        const device = await Device.open(browser, locale);
        const { page } = device;
        const [register, signIn, account] = words;
        const look = async (what: string) => {
            for (const width of [1280, 390, 360]) {
                await page.setViewportSize({ width, height: 860 });
                expect(await findings(page), `${locale}, ${what}, ${width} px`).toEqual([]);
                const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
                expect(overflow, `${locale}, ${what}, ${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
            }
            await page.setViewportSize({ width: 1280, height: 860 });
            await pictures(page, `${what}-${locale}`);
        };
        await (await device.dialog(signIn)).getByRole('textbox').first().waitFor();
        await look('sign-in');
        await page.keyboard.press('Escape');
        const dialog = await device.dialog(register);
        await dialog.getByRole('textbox').first().fill(newName());
        await look('sign-up');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: account }).click();
        await page.locator('#passkeys').waitFor();
        await look('account');
    }
});

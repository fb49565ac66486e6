// Being told of a turn while no page of the site is open: from the button on the account's page over a
// push service, as it is on the internet, to the notification that Chromium's service worker shows.

import { expect, test, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { createECDH, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:http';
import { decrypt } from 'http_ece';
import { launchOptions } from '../chromium.mjs';
import { findings } from './helpers.js';
import { accountOf, ask, device, endBrowsers, gameOf } from './people.js';
import { Service } from './service.js';

// The Chromium that has windows: the other one shows no notifications.
test.use({ launchOptions: { ...launchOptions, executablePath: '/usr/bin/chromium' } });

/** A push service that keeps what it is given, and one browser's keys for it. */
class PushService {
    readonly keys = createECDH('prime256v1');
    readonly auth = randomBytes(16);
    readonly messages: { title: string; text: string; game: string }[] = [];
    private constructor(private readonly server: Server) {
        this.keys.generateKeys();
    }

    static async start(): Promise<PushService> {
        const server = createServer();
        const service = new PushService(server);
        server.on('request', (request, response) => {
            const parts: Buffer[] = [];
            request.on('data', (part: Buffer) => parts.push(part));
            request.on('end', () => {
                // Written by others than what encrypts it.
                const key = { version: 'aes128gcm', privateKey: service.keys, authSecret: service.auth.toString('base64url') };
                service.messages.push(JSON.parse(decrypt(Buffer.concat(parts), key).toString()));
                response.writeHead(201).end();
            });
        });
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        return service;
    }

    get host(): string {
        return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    /** What a browser knows of it. */
    get subscription() {
        return {
            endpoint: `http://${this.host}/browser`,
            keys: { p256dh: this.keys.getPublicKey().toString('base64url'), auth: this.auth.toString('base64url') },
        };
    }

    stop(): void {
        this.server.close();
    }
}

let push: PushService;
let service: Service;
test.beforeAll(async () => {
    push = await PushService.start();
    service = await Service.start('--letters', '--push', push.host);
});
test.afterAll(async () => {
    await service?.stop();
    push?.stop();
});

endBrowsers();

/** Chromium asks a push service on the internet for a subscription, which tests have none of: all else is real. */
async function subscribeHere(context: BrowserContext): Promise<void> {
    await context.addInitScript((subscription) => {
        const KEY = 'subscribed';
        const own = () => (localStorage.getItem(KEY) === null ? null : { ...subscription, toJSON: () => subscription, unsubscribe });
        async function unsubscribe(): Promise<boolean> {
            localStorage.removeItem(KEY);
            return true;
        }
        Object.assign(PushManager.prototype, {
            getSubscription: async () => own(),
            subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
                localStorage.setItem(KEY, String(applicationServerKey));
                return own();
            },
        });
    }, push.subscription);
}

async function somebody(browser: Browser, name: string): Promise<Page> {
    const context = await device(browser, { serviceWorkers: 'allow' });
    await context.grantPermissions(['notifications'], { origin: service.at(0) });
    await subscribeHere(context);
    return accountOf(context, service.at(0), name);
}

/** A game by days in which the first has moved. */
async function secondToMove(first: Page, second: Page): Promise<string> {
    const id = await gameOf(first, second, '3d');
    await ask(first, `games/${id}/moves`, { ply: 0, mv: 'b2a3', id: 'm0' });
    return id;
}

/** Tells Chromium's service worker what its push service would. */
async function deliver(devtools: CDPSession, registrationId: string, data: string): Promise<void> {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: service.at(0), registrationId, data });
}

const region = (page: Page) => page.getByRole('region', { name: 'When it is your turn' });

test('word of a turn reaches a browser whose page is closed, and a tap opens the game', async ({ browser }) => {
    const [ada, bob] = [await somebody(browser, 'PushAda'), await somebody(browser, 'PushBob')];
    await bob.evaluate(() => navigator.serviceWorker.ready);
    await region(bob).getByRole('button', { name: 'Tell me in this browser' }).click();
    await expect(region(bob).getByRole('status')).toHaveText('You will be told in this browser.');
    await expect(region(bob).getByRole('heading')).toBeFocused();
    await expect(region(bob).getByRole('listitem')).toContainText('(here)');
    await expect(region(bob).getByRole('button', { name: 'Tell me in this browser' })).toHaveCount(0);
    expect(await findings(bob), 'the account').toEqual([]);
    for (const width of [1280, 390]) {
        await bob.setViewportSize({ width, height: 844 });
        const overflow = await bob.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
        const folder = process.env['LONGJUMP_PICTURES'];
        if (folder !== undefined) await region(bob).screenshot({ path: `${folder}/push-${width}.png` });
    }

    const game = await secondToMove(ada, bob);
    // Who plays by days is shown the way there.
    await bob.goto(`${service.at(0)}/#/game/${game}`);
    await bob.getByRole('link', { name: 'Be told when it is your turn' }).click();
    await expect(region(bob)).toBeVisible();
    const context = bob.context();
    const elsewhere = await context.newPage();
    const devtools = await context.newCDPSession(elsewhere);
    const registered = new Promise<string>((resolve) => {
        devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
            const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(service.at(0)));
            if (ours) resolve(ours.registrationId);
        });
    });
    await devtools.send('ServiceWorker.enable');
    const registration = await registered;
    await bob.close();
    service.hurry();
    await expect.poll(() => push.messages.length).toBe(1);
    expect(push.messages[0]).toEqual({ title: 'It is your move', text: expect.stringMatching(/^Mini-Checkers against PushAda, \d+ (days|h) left$/), game });

    await deliver(devtools, registration, JSON.stringify(push.messages[0]));
    const [worker] = context.serviceWorkers();
    const shown = () =>
        worker!.evaluate(async () => {
            const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
            const all = await scope.registration.getNotifications();
            return all.map(({ title, body, tag }) => ({ title, body, tag }));
        });
    await expect.poll(shown, { timeout: 20_000 }).toEqual([{ title: 'It is your move', body: push.messages[0]!.text, tag: game }]);
    // A newer one of the same game takes its place.
    await deliver(devtools, registration, JSON.stringify({ ...push.messages[0], text: 'another' }));
    await expect.poll(shown).toEqual([{ title: 'It is your move', body: 'another', tag: game }]);

    // A page that is looked at tells it itself.
    const back = await context.newPage();
    await back.goto(`${service.at(0)}/#/account`);
    await back.bringToFront();
    await deliver(devtools, registration, JSON.stringify({ title: 'x', text: 'y', game: 'z' }));
    await back.waitForTimeout(500);
    expect((await shown()).length).toBe(1);
    await region(back).getByRole('button', { name: 'Stop' }).click();
    await expect(region(back).getByRole('status')).toHaveText('You are not told there any more.');
    await expect(region(back).getByRole('listitem')).toHaveCount(0);
    await expect(region(back).getByRole('button', { name: 'Tell me in this browser' })).toBeVisible();
});

test('who has said no to notifications is told where to change that', async ({ browser }) => {
    const page = await somebody(browser, 'PushNo');
    await page.context().clearPermissions();
    await page.evaluate(() => Object.assign(Notification, { requestPermission: async () => 'denied' }));
    await region(page).getByRole('button', { name: 'Tell me in this browser' }).click();
    await expect(region(page).getByRole('alert')).toHaveText(/doesn’t allow notifications/);
});

test('a digest comes outside quiet hours and is ended by one click, without signing in', async ({ browser }) => {
    const [ada, bob] = [await somebody(browser, 'MailAda'), await somebody(browser, 'MailBob')];
    const choice = region(bob).getByLabel('E-mail');
    await expect(choice).toBeDisabled();
    await ask(bob, 'account/address', { email: 'bob@example.org', language: 'en' });
    const letter = async (part: string) => {
        const letters = () => readdirSync(service.letters).map((file) => readFileSync(`${service.letters}/${file}`, 'utf8').replaceAll('=\n', ''));
        await expect.poll(() => letters().filter((text) => text.includes(part)).length).toBeGreaterThan(0);
        return letters().find((text) => text.includes(part))!;
    };
    const link = (text: string, page: string) => new RegExp(`#/letter/${page}/\\w+`).exec(text)![0];
    await bob.goto(`${service.at(0)}/${link(await letter('Is this address yours'), 'confirm')}`);
    await bob.getByRole('button', { name: 'Confirm' }).click();
    await expect(bob.getByRole('main').getByText('Done')).toBeVisible();
    await bob.goto(`${service.at(0)}/#/account`);
    await choice.selectOption('At most once a day');
    await region(bob).getByLabel('Not at night').check();
    await region(bob).getByLabel('From').fill('23:30');
    await region(bob).getByRole('button', { name: 'Save' }).click();
    await expect(region(bob).getByRole('status')).toHaveText('Saved.');
    await bob.reload();
    await expect(choice).toHaveValue('daily');
    await expect(region(bob).getByLabel('From')).toHaveValue('23:30');
    await secondToMove(ada, bob);
    service.hurry();
    const digest = await letter('It is your move');
    expect(digest).toContain('List-Unsubscribe-Post');

    const stranger = await (await device(browser)).newPage();
    await stranger.goto(`${service.at(1)}/${link(digest, 'unsubscribe')}`);
    await expect(stranger.getByRole('main').getByText('you get no more e-mail about your turns')).toBeVisible();
    expect(await findings(stranger), 'the end of letters').toEqual([]);
    await bob.reload();
    await expect(choice).toHaveValue('none');
    await stranger.goto(`${service.at(1)}/#/letter/unsubscribe/nonsense`);
    await stranger.reload();
    await expect(stranger.getByRole('alert')).toContainText('not good any more');
});

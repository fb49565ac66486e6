// Watching: games that are played just now, whom one follows, and what players have played.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { findings } from './helpers.js';
import { accountOf, ask, device, endBrowsers, pictures } from './people.js';
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

/** A public game of both, whose pages show it. */
async function publicGame(first: Page, second: Page, game: string): Promise<string> {
    const { id } = await ask<{ id: string }>(first, 'games', { game, control: '300+3', rated: true, public: true, seat: 0, engines: null, id: null });
    await ask(second, `games/${id}/actions`, { action: { kind: 'sit' }, id: `sit${id}`.slice(0, 20) });
    for (const page of [first, second]) await page.goto(`${service.at(0)}/#/game/${id}`);
    return id;
}

async function playSome(first: Page, second: Page, id: string, plies: number): Promise<void> {
    for (let ply = 0; ply < plies; ply++) {
        const page = ply % 2 === 0 ? first : second;
        const { legal } = await page.evaluate(async (id) => (await fetch(`/api/games/${id}/moves`)).json() as Promise<{ legal: string[] }>, id);
        await ask(page, `games/${id}/moves`, { ply, mv: legal[0], id: `m${ply}` });
    }
}

test('somebody follows a player, watches what they play, and looks at it again with its thinking times', async ({ browser }) => {
    const [ann, ben, cleo] = [await somebody(browser, 'WatchedAnn'), await somebody(browser, 'WatchedBen'), await somebody(browser, 'WatcherCleo')];

    // By keyboard, from the player's page.
    await cleo.goto(`${service.at(0)}/#/player/WatchedAnn`);
    await expect(cleo.getByText('No game in the last two weeks.')).toBeVisible();
    await cleo.getByRole('button', { name: 'Follow', exact: true }).focus();
    await cleo.keyboard.press('Enter');
    await expect(cleo.getByText('You follow WatchedAnn.')).toBeVisible();
    await cleo.reload();
    await expect(cleo.getByRole('button', { name: 'Follow no more' })).toBeVisible();

    const id = await publicGame(ann, ben, 'minicheckers');
    await playSome(ann, ben, id, 3);
    await cleo.goto(`${service.at(0)}/#/online`);
    const follows = cleo.getByRole('region', { name: 'Players you follow' });
    await expect(follows.getByRole('link', { name: /plays Mini-Checkers/ })).toBeVisible({ timeout: 40_000 });

    await cleo.goto(`${service.at(0)}/#/watch`);
    const best = cleo.getByRole('region', { name: 'The strongest players just now' });
    await expect(best).toContainText('WatchedAnn 1500 – WatchedBen 1500', { timeout: 20_000 });
    await expect(best).toContainText('moves: 3');
    await expect(best).toContainText('Spectators: 0');
    expect(await findings(cleo), 'the games').toEqual([]);
    await pictures(cleo, 'watch');
    await cleo.getByRole('link', { name: 'Corners' }).click();
    await expect(cleo.getByText('Nobody plays this just now.')).toBeVisible();
    await cleo.getByRole('link', { name: 'All', exact: true }).click();

    await best.getByRole('link', { name: 'Watch this game' }).click();
    for (const page of [ann, cleo]) await expect(page.getByTestId('spectators')).toHaveText('1 watching', { timeout: 20_000 });

    await ask(ben, `games/${id}/actions`, { action: { kind: 'resign' }, id: 'resign' });
    await cleo.getByRole('button', { name: 'Replay with thinking times' }).click();
    await expect(cleo.getByText(/WatchedAnn thought for/)).toBeVisible({ timeout: 20_000 });
    await expect(cleo.getByRole('button', { name: 'Replay with thinking times' })).toBeVisible({ timeout: 30_000 });
    expect(await findings(cleo), 'the replay').toEqual([]);
});

test('a player’s page tells what they have played lately, and how one has played against them', async ({ browser }) => {
    const [dora, eli] = [await somebody(browser, 'LatelyDora'), await somebody(browser, 'LatelyEli')];
    const id = await publicGame(dora, eli, 'minicheckers');
    await playSome(dora, eli, id, 10);
    await ask(eli, `games/${id}/actions`, { action: { kind: 'resign' }, id: 'resign' });

    await eli.goto(`${service.at(0)}/#/player/LatelyDora`);
    await expect(eli.getByRole('region', { name: 'You against LatelyDora' })).toContainText('0 won, 0 drawn, 1 lost');
    const lately = eli.getByRole('region', { name: 'Lately' });
    await expect(lately.getByRole('row', { name: /Mini-Checkers/ })).toContainText('1 of 1');
    await expect(lately.getByRole('row', { name: /Mini-Checkers/ })).toContainText(/1\d\d\d \(\+\d+\)/);
    expect(await findings(eli), 'a player').toEqual([]);
    await pictures(eli, 'player');
});

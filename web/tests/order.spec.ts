// From a report to a refund: what players tell, and what those who keep order see and do.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { Engine, Game } from '@longjump/engine/node';
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

/** A rated game in which the first plays the engine's moves, and the second others, and gives up after so many. */
async function wonByEngine(first: Page, second: Page, plies: number): Promise<string> {
    const { id } = await ask<{ id: string }>(first, 'games', {
        game: 'minicheckers',
        control: '60+1',
        rated: true,
        public: true,
        seat: 0,
        engines: null,
        id: null,
    });
    await ask(second, `games/${id}/actions`, { action: { kind: 'sit' }, id: 'sit' });
    const game = new Game('minicheckers');
    const limits = { nodes: 20_000, milliseconds: undefined, depth: undefined };
    const moves: string[] = [];
    for (let ply = 0; ply < plies; ply++) {
        const { moves: legal, turn } = game.state();
        // A new one each time, as the same question has the same answer then.
        const engine = new Engine('minicheckers/default');
        const best = engine.think(
            undefined,
            moves,
            limits,
            () => undefined,
            () => true,
        ).mv!;
        engine.free();
        const other = legal.find(({ text }) => text !== best)?.text ?? best;
        const mv = turn === 0 ? best : other;
        await ask(turn === 0 ? first : second, `games/${id}/moves`, { ply, mv, id: `m${ply}` });
        game.play(mv);
        moves.push(mv);
    }
    game.free();
    await ask(second, `games/${id}/actions`, { action: { kind: 'resign' }, id: 'resign' });
    return id;
}

test('a player reports another, and somebody who keeps order looks and acts', async ({ browser }) => {
    const [cheat, bob, ada] = [await somebody(browser, 'FastFred'), await somebody(browser, 'SlowSam'), await somebody(browser, 'TidyTess')];
    service.admin('role', 'TidyTess', 'moderator');
    const id = await wonByEngine(cheat, bob, 16);

    // By keyboard, from the game.
    await bob.goto(`${service.at(0)}/#/game/${id}`);
    await bob.getByRole('button', { name: 'Report a player' }).focus();
    await bob.keyboard.press('Enter');
    const dialog = bob.getByRole('dialog', { name: 'Report a player' });
    await expect(dialog).toContainText('FastFred');
    await dialog.getByLabel('Plays with an engine').focus();
    await bob.keyboard.press('ArrowDown');
    await expect(dialog.getByLabel('Lets the clock run or leaves')).toBeChecked();
    await bob.keyboard.press('ArrowUp');
    await dialog.getByLabel(/What happened/).fill('Every move in a second.');
    expect(await findings(bob), 'a report').toEqual([]);
    await pictures(bob, 'report');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(dialog.getByRole('status')).toHaveText('Thank you. Somebody will look into it.');
    await bob.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(cheat.getByRole('button', { name: 'Report a player' })).toHaveCount(0);

    await ada.goto(`${service.at(1)}/#/account`);
    await ada.reload();
    await ask(ada, 'login', { name: 'TidyTess', password: 'eleven plain marbles' });
    await ada.reload();
    await ada.getByRole('link', { name: 'Keep order' }).click();
    const cases = ada.getByRole('region', { name: 'Reports to look into' });
    await expect(cases).toContainText('Every move in a second.');
    expect(await findings(ada), 'the queue').toEqual([]);
    await pictures(ada, 'order');
    await cases.getByRole('link', { name: 'FastFred' }).click();

    const games = ada.getByRole('region', { name: 'Last games' });
    await games.getByRole('button', { name: /Figures/ }).click();
    await expect(games.getByRole('row')).toHaveCount(3);
    await expect(games.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
    await expect(games.getByRole('row', { name: /FastFred/ })).toContainText('100%');
    await expect(
        games
            .getByRole('row', { name: /SlowSam/ })
            .getByRole('cell')
            .nth(1),
    ).toHaveText('0%');
    await expect(ada.getByRole('region', { name: 'Same network and browser' })).toContainText('SlowSam');

    const deeds = ada.getByRole('region', { name: 'Do something' });
    const what = deeds.getByRole('combobox', { name: 'What' });
    await what.selectOption('Bar from rated games');
    await deeds.getByLabel('Why, for the log').fill('an engine');
    await deeds.getByRole('button', { name: 'Do it' }).click();
    await expect(ada.getByRole('button', { name: 'Lift No rated games' })).toBeVisible();
    await what.selectOption('Refund rating points');
    await deeds.getByLabel('Games of so many days').fill('90');
    await deeds.getByRole('button', { name: 'Do it' }).click();
    const log = ada.getByRole('region', { name: 'What was done' });
    await expect(log).toContainText('to 1 players for 1 games');
    expect(await findings(ada), 'a player').toEqual([]);
    await pictures(ada, 'order-player');
    await ada.getByRole('button', { name: 'Done with these' }).click();
    await expect(ada.getByText('No open reports.')).toBeVisible();
    await ada.getByRole('link', { name: 'All reports' }).click();
    await expect(ada.getByText('Nothing is reported.')).toBeVisible();

    await bob.goto(`${service.at(0)}/#/player/SlowSam`);
    await expect(bob.getByRole('region', { name: 'Ratings' })).toContainText('1500');
    await cheat.goto(`${service.at(0)}/#/account`);
    await cheat.reload();
    await expect(cheat.getByRole('region', { name: 'What happened' })).toContainText(/rated/);
});

test('the page of those who keep order says to everybody else whom it is for', async ({ browser }) => {
    const page = await somebody(browser, 'NosyNed');
    await page.goto(`${service.at(0)}/#/order`);
    await expect(page.getByRole('alert')).toContainText('those who keep order');
    const stranger = await (await device(browser)).newPage();
    await stranger.goto(`${service.at(0)}/#/order/NosyNed`);
    await expect(stranger.getByText('This page is for those who keep order here.')).toBeVisible();
});

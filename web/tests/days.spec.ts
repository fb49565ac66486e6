// Clocks that don't run as they usually do: first moves, pauses by agreement and vacations.

import { expect, test, type Browser, type Page } from '@playwright/test';
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

const WIDTHS = [1280, 390];

async function two(browser: Browser, names: [string, string]): Promise<[Page, Page]> {
    return [await accountOf(await device(browser), service.at(0), names[0]), await accountOf(await device(browser), service.at(1), names[1])];
}

async function open(page: Page, server: 0 | 1, game: string): Promise<void> {
    await page.goto(`${service.at(server)}/#/game/${game}`);
    await expect(page.locator('.status')).toBeVisible();
}

/** Nothing is cut off, and axe finds nothing. */
async function check(page: Page, what: string): Promise<void> {
    expect(await findings(page), what).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${what}, scrolls sideways`).toBeLessThanOrEqual(0);
    const pictures = process.env['LONGJUMP_PICTURES'];
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/days-${what}.png`.replaceAll(' ', '-'), fullPage: true });
}

/** Presses what has a name, with the keyboard alone. */
async function press(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
}

for (const width of WIDTHS) {
    test(`the page says until when a first move must be made, at ${width}`, async ({ browser }) => {
        const [first, second] = await two(browser, [`ada${width}`, `bob${width}`]);
        const game = await gameOf(first, second, '300+3');
        for (const page of [first, second]) await page.setViewportSize({ width, height: 844 });
        await open(first, 0, game);
        await open(second, 1, game);
        await expect(first.getByText(/^Make your first move within 0:\d\d, or the game is called off\.$/)).toBeVisible();
        await expect(second.getByText(new RegExp(`^ada${width} has 0:\\d\\d for the first move`))).toBeVisible();
        await check(first, `first ${width}`);
        await first.locator('[role=application]').focus();
        await first.keyboard.type('b2a3');
        await first.keyboard.press('Enter');
        await expect(second.getByText(/^Make your first move within/)).toBeVisible();
        await second.locator('[role=application]').focus();
        const { legal } = (await (await second.request.get(`${service.at(1)}/api/games/${game}/moves`)).json()) as { legal: string[] };
        await second.keyboard.type(legal[0]!);
        await second.keyboard.press('Enter');
        for (const page of [first, second]) await expect(page.getByText(/first move/)).toHaveCount(0);
    });

    test(`both agree to a pause, and one goes on, at ${width}`, async ({ browser }) => {
        const [first, second] = await two(browser, [`cid${width}`, `dan${width}`]);
        const game = await gameOf(first, second, '1d');
        for (const page of [first, second]) await page.setViewportSize({ width, height: 844 });
        await open(first, 0, game);
        await open(second, 1, game);
        await press(second, 'Offer a pause');
        await expect(first.getByText(`dan${width} would like the clocks to stand for two weeks.`)).toBeVisible();
        await press(first, 'Accept');
        for (const page of [first, second]) await expect(page.getByTestId('standing')).toHaveText(/^The clocks stand until /);
        const clock = first.locator('[data-seat="0"] .clock:visible');
        await expect(clock).toHaveText('23:59 h');
        await check(first, `pause ${width}`);
        await press(first, 'Let the clocks run');
        await expect(first.getByTestId('standing')).toBeFocused();
        for (const page of [first, second]) await expect(page.getByTestId('standing')).toHaveText('The clocks run again.');
        await expect(clock).toHaveText('23:59 h');
        await expect(second.getByRole('button', { name: 'Offer a pause' })).toBeEnabled();
    });

    test(`who goes on vacation is seen to be, and comes back early, at ${width}`, async ({ browser }) => {
        const [first, second] = await two(browser, [`eva${width}`, `fay${width}`]);
        const game = await gameOf(first, second, '1d');
        for (const page of [first, second]) await page.setViewportSize({ width, height: 844 });
        await open(second, 1, game);
        const vacation = first.getByRole('region', { name: 'Vacation' });
        await expect(vacation.getByText('Days left: 21')).toBeVisible();
        await check(first, `vacation to take ${width}`);
        await vacation.getByLabel('Days').focus();
        await first.keyboard.press('ControlOrMeta+a');
        await first.keyboard.type('5');
        await first.keyboard.press('Enter');
        await expect(vacation.getByRole('status')).toHaveText(/^You are on vacation until /);
        await expect(vacation.getByRole('heading')).toBeFocused();
        await check(first, `on vacation ${width}`);
        await expect(second.getByTestId('vacations')).toHaveText(new RegExp(`^eva${width} is on vacation until `));
        await expect(second.locator('[data-seat="0"] .clock:visible')).toHaveText('23:59 h');
        await check(second, `opponent on vacation ${width}`);
        await press(first, 'Come back now');
        await expect(vacation.getByRole('status')).toHaveText('Your clocks run again.');
        await expect(vacation.getByText('Days left: 20')).toBeVisible();
        await expect(second.getByTestId('vacations')).toHaveText('');
        await expect(second.locator('[data-seat="0"] .clock:visible')).toHaveText('23:59 h');
    });
}

for (const width of WIDTHS) {
    test(`answers that were decided on before are played at once, at ${width}`, async ({ browser }) => {
        const [first, second] = await two(browser, [`ida${width}`, `jon${width}`]);
        const game = await gameOf(first, second, '1d');
        for (const page of [first, second]) await page.setViewportSize({ width, height: 844 });
        await open(first, 0, game);
        await open(second, 1, game);
        const answers = second.getByRole('region', { name: 'Answers for later' });
        await expect(answers.getByRole('button', { name: 'Plan answers on the board' })).toBeVisible();
        await expect(first.getByRole('region', { name: 'Answers for later' })).toHaveCount(0);
        const soFar = answers.getByTestId('line-so-far');
        const said = answers.getByTestId('answers-said');
        const board = second.locator('[role=application]');
        const play = async (move: string) => {
            await second.keyboard.type(move);
            await second.keyboard.press('Enter');
        };
        // Two lines, by the keyboard alone; a move too many is taken back.
        await press(second, 'Plan answers on the board');
        await expect(board).toBeFocused();
        await expect(soFar).toHaveText('Play a move of your opponent on the board.');
        await play('b2a3');
        await expect(soFar).toHaveText(/now your answer/);
        await check(second, `planning an answer ${width}`);
        await play('c5b4');
        await expect(soFar).not.toHaveText(/now your answer/);
        await play('a3c5');
        await expect(soFar).toHaveText(/now your answer/);
        await expect(answers.getByRole('button', { name: 'Keep this line' })).toBeDisabled();
        await press(second, 'Undo a move');
        await press(second, 'Keep this line');
        await expect(said).toHaveText('The line is kept.');
        await expect(answers.getByRole('listitem')).toHaveCount(1);
        await expect(soFar).toHaveText('Play a move of your opponent on the board.');
        await board.focus();
        await play('b2c3');
        await play('c5b4');
        await press(second, 'Keep this line');
        await expect(answers.getByRole('listitem')).toHaveCount(2);
        await press(second, 'Done');
        await expect(answers.getByRole('heading')).toBeFocused();
        await check(second, `answers kept ${width}`);
        // They are kept for later visits; one is thought better of.
        await second.reload();
        await expect(answers.getByRole('listitem')).toHaveCount(2);
        await answers.getByRole('listitem').filter({ hasText: 'c3' }).getByRole('button').focus();
        await second.keyboard.press('Enter');
        await expect(said).toHaveText('The line is removed.');
        await expect(answers.getByRole('heading')).toBeFocused();
        await expect(answers.getByRole('listitem')).toHaveCount(1);
        // The move comes, and with it the answer.
        await first.locator('[role=application]').focus();
        await first.keyboard.type('b2a3');
        await first.keyboard.press('Enter');
        await expect(first.locator('.status')).toHaveText(/Your move/);
        for (const page of [first, second]) await expect(page.locator('[aria-label="Moves"] ol button')).toHaveCount(2);
        await expect(answers.getByRole('listitem')).toHaveCount(0);
        await expect(answers.getByRole('button', { name: 'Plan answers on the board' })).toBeVisible();
    });
}

test('after a move the keyboard leads to the next game that waits', async ({ browser }) => {
    const [first, second] = await two(browser, ['gus', 'hal']);
    const games = [await gameOf(first, second, '3d'), await gameOf(first, second, '3d')];
    await first.goto(`${service.at(0)}/#/learn`);
    await first.reload();
    await open(first, 0, games[1]!);
    await first.locator('[role=application]').focus();
    await first.keyboard.type('b2a3');
    await first.keyboard.press('Enter');
    const next = first.getByRole('link', { name: 'Next game (1)' });
    await expect(next).toBeVisible();
    // Focus stays on the board, as any key may be for it; the link is what comes next on the page.
    for (let tabs = 0; tabs < 12 && !(await next.evaluate((link) => link === document.activeElement)); tabs++) await first.keyboard.press('Tab');
    await expect(next).toBeFocused();
    await first.keyboard.press('Enter');
    await expect(first).toHaveURL(new RegExp(`#/game/${games[0]}$`));
    await expect(first.locator('.status')).toHaveText(/Your move/);
    await ask(second, `games/${games[0]}/actions`, { action: { kind: 'resign' }, id: 'r' });
});

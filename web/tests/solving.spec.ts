// Puzzles with an account: the service keeps the rating.

import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { readPack, type Puzzle } from '../app/src/lib/puzzles/puzzle.js';
import { findings } from './helpers.js';
import { accountOf, device, endBrowsers, PASSWORD, pictures, ask } from './people.js';
import { Service } from './service.js';

let service: Service;
test.beforeAll(async () => {
    service = await Service.start();
});
test.afterAll(async () => {
    await service?.stop();
});

endBrowsers();

const pack = readPack(
    JSON.parse(inflateSync(readFileSync(new URL('../app/src/packs/minicheckers.puzzles.zlib', import.meta.url))).toString()) as Parameters<typeof readPack>[0],
);
/** Hard ones with one move to find. */
const puzzles = pack.puzzles.filter(({ steps, rating }) => steps.length === 1 && rating > 1500);

async function solve(page: Page, puzzle: Puzzle): Promise<void> {
    await page.goto(`${service.at(0)}/#/puzzles?g=minicheckers&id=${puzzle.id}`);
    await expect(page.getByTestId('said')).toHaveText('It is your move on the board.', { timeout: 30_000 });
    await page.locator('[role=application]').focus();
    await page.keyboard.type(puzzle.steps[0]!.answer);
    await expect(page.getByTestId('said')).toContainText('is right.');
}

const ratingOf = async (page: Page): Promise<number> => Number(await page.getByTestId('rating').textContent());

test('what an account has solved counts on all its devices, and what was solved offline once it is told', async ({ browser }) => {
    const [first, second, third] = puzzles as [Puzzle, Puzzle, Puzzle];
    const context = await device(browser);
    const page = await accountOf(context, service.at(0), 'SolverAnn');
    // Who has just made an account has not been anywhere else.
    await expect(page.getByText('SolverAnn').first()).toBeVisible();
    await page.goto(`${service.at(0)}/#/puzzles?g=minicheckers&id=${first.id}`);
    await expect(page.getByText("Your account's rating in these puzzles")).toBeVisible();
    await solve(page, first);
    await expect(page.getByText(/^\+\d+$/)).toBeVisible();
    const rating = await ratingOf(page);
    expect(rating).toBeGreaterThan(1550);
    expect(await findings(page)).toEqual([]);
    await pictures(page, 'solving');

    const other = await (await device(browser)).newPage();
    await other.goto(`${service.at(0)}/#/account`);
    await ask(other, 'login', { name: 'SolverAnn', password: PASSWORD });
    await other.reload();
    await expect(other.getByText('SolverAnn').first()).toBeVisible();
    await other.goto(`${service.at(0)}/#/puzzles?g=minicheckers&id=${first.id}`);
    await expect(other.getByTestId('rating')).toHaveText(String(rating));
    // It was tried before: it counts no more.
    await solve(other, first);
    await expect(other.getByTestId('rating')).toHaveText(String(rating));
    await expect(other.getByText(/^[+−]\d+$/)).toHaveCount(0);

    await solve(page, second);
    await expect(page.getByText(/^\+\d+$/)).toBeVisible();
    const before = await ratingOf(page);
    await context.setOffline(true);
    await solve(page, third);
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByText("Your account's rating in these puzzles")).toBeVisible();
    await expect.poll(() => ratingOf(page)).toBeGreaterThan(before);
    const after = await ratingOf(page);
    await other.reload();
    await expect(other.getByTestId('rating')).toHaveText(String(after));
});

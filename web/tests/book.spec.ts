import { expect, test, type Page } from '@playwright/test';
import { bookAt, Game, type BookMoveInfo } from '@longjump/engine/node';
import { findings } from './helpers.js';

/** What the book has after some moves of star. */
function bookAfter(...moves: string[]): BookMoveInfo[] {
    const game = new Game('star');
    for (const move of moves) game.play(move);
    const { position } = game.state();
    game.free();
    return bookAt('star', position);
}
const written = (move: string) => move.replace(/^([a-z]+\d+)/, '$1–');
const book = (page: Page) => page.getByRole('region', { name: 'Opening book' });
const played = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button');

/** The page shows what the book has, and nothing if it has nothing. */
async function expectBook(page: Page, found: BookMoveInfo[]): Promise<void> {
    await expect(book(page)).toHaveCount(found.length > 0 ? 1 : 0);
    await expect(book(page).getByRole('button')).toHaveText(found.map(({ mv }) => new RegExp(`^[+−]\\d+\\.\\d ${written(mv)}$`)));
}

test('analysis shows the moves of the opening book, the best first, and plays them', async ({ page }) => {
    const start = bookAfter();
    expect(start.length).toBeGreaterThan(0);
    const { mv } = start[0]!;
    await page.goto('/#/analyse?g=star');
    await expectBook(page, start);

    await book(page).getByRole('button').first().click();
    await expect(played(page)).toHaveText([written(mv)]);
    await expectBook(page, bookAfter(mv));

    // The way back leads into the book again, and keys play from it too.
    await page.getByRole('button', { name: 'To the start' }).click();
    await expectBook(page, start);
    await book(page).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await expectBook(page, bookAfter(mv));
    await expect(page.locator('.lj-live')).toHaveText(written(mv));
    const isLost = await page.evaluate(() => document.activeElement === document.body);
    expect(isLost, 'the keys are still somewhere').toBe(false);
});

test('beside the engine the book stays, and it is hidden while a position is set up', async ({ page }) => {
    await page.goto('/#/analyse?g=star');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await expect(page.getByLabel('Best lines').getByRole('listitem')).toHaveCount(3);
    await expectBook(page, bookAfter());
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(book(page)).toHaveCount(0);
});

test('other games and other rules have no book', async ({ page }) => {
    for (const spec of ['corners', 'star:seats%3D3', 'star:preset%3Dthesis']) {
        await page.goto(`/#/analyse?g=${spec}`);
        await page.reload();
        await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
        await expect(book(page), spec).toHaveCount(0);
    }
});

test('axe-core finds nothing in the book', async ({ page }) => {
    await page.goto('/#/analyse?g=star');
    await expectBook(page, bookAfter());
    expect(await findings(page)).toEqual([]);
});

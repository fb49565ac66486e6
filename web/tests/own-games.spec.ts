// Resigning, the end of a game, and the games that are kept on the device.

import { expect, test, type Page } from '@playwright/test';
import { begin, engine, findings, follow, person, play, resign, settled } from './helpers.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const end = (page: Page) => page.getByTestId('end');
const list = (page: Page) => page.getByRole('dialog', { name: 'Your games' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** One step fills the goal. */
const NEARLY_WON = 'b/aa/aaa/aaa1/8a4/5a6/11/10/9/10/11/12/13/1bbb/bbb/bb/b a 0 -';
/** So many moves that a game can be made of. */
const MOVES =
    'm3k5 f15f13 m1m5 e14g12 k4k6 e15g11 l3j7 f14h10 l4j8 g11k7 k3i5 g15g11 m2l3 e17i13 l2j6 h14h12 l3l4 f13h11 m4m6 g12i10 j4h6 f16f15 l4l5 e16e15'.split(' ');

async function startNewGame(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'New game' }).last().click();
    await button(page, 'Start').click();
}
async function openList(page: Page): Promise<void> {
    await button(page, 'Your games').click();
    await expect(list(page)).toBeVisible();
}
async function win(page: Page): Promise<void> {
    await begin(page, 'star', [person, engine('default:level=1')], NEARLY_WON);
    await page.locator('[role=application]').focus();
    await page.keyboard.type('i13h14');
    await expect(end(page)).toBeVisible();
}

for (const [width, height] of [
    [1280, 800],
    [390, 844],
] as const) {
    test.describe(`${width} px wide`, () => {
        test.use({ viewport: { width, height } });

        test('resigning asks first', async ({ page }) => {
            await begin(page, 'corners', [person, engine('random')]);
            await button(page, 'Resign').click();
            await expect(page.getByRole('dialog')).toContainText('The other side wins then');
            expect(await findings(page)).toEqual([]);
            await button(page, 'Play on').click();
            await expect(page.getByRole('dialog')).toBeHidden();
            await play(page);
            await settled(page);
            await expect(end(page)).toBeHidden();
            await resign(page);
            await expect(end(page)).toContainText('You lost. You resigned.');
        });

        test('with six seats resigning ends the game of who resigns, with a place', async ({ page }) => {
            await begin(page, 'star:seats=6', [person, ...Array.from({ length: 5 }, () => engine('greedy'))]);
            await play(page);
            await settled(page);
            const { length } = (await follow(page)).state.played;
            await button(page, 'Resign').click();
            await expect(page.getByRole('dialog')).toContainText('place 6 of 6');
            await button(page, 'Yes, resign').click();
            await expect(end(page).getByRole('heading')).toHaveText('Your place: 6 of 6');
            await expect(end(page)).toContainText('You resigned.');
            await expect(end(page).getByRole('listitem')).toHaveCount(6);
            await expect(end(page).getByRole('listitem').filter({ hasText: 'still playing' })).toHaveCount(5);
            await expect(end(page).getByRole('listitem').last()).toContainText('6. ○ You');
            await expect(page.locator('.card:visible').filter({ hasText: 'Place' })).toHaveCount(1);
            expect(await findings(page)).toEqual([]);
            await page.waitForTimeout(1000);
            expect((await follow(page)).state.played, 'nobody plays on').toHaveLength(length);
            await openList(page);
            await expect(list(page)).toContainText('Star, 6 seats · Greedy');
            await page.reload();
            await expect(end(page).getByRole('heading')).toHaveText('Your place: 6 of 6');
            await button(page, 'Take back').click();
            await expect(end(page)).toBeHidden();
            await expect(page.locator('.status')).toHaveText('Your move.');
        });

        test('a new game erases nothing: the old one is in a list, to be played on', async ({ page }) => {
            await begin(page, 'star', [person, engine('default:level=1')], undefined, MOVES);
            await settled(page);
            await startNewGame(page);
            await expect.poll(async () => (await follow(page)).state.played).toEqual([]);
            await expect(page.getByText('The game before is kept')).toBeVisible();
            await openList(page);
            await expect(list(page).getByRole('listitem')).toHaveCount(1);
            await expect(list(page)).toContainText(`Star · Longjump · level 1 Unfinished · ${MOVES.length} moves`);
            expect(await findings(page)).toEqual([]);
            await button(page, 'Play on').click();
            await settled(page);
            expect((await follow(page)).state.played).toEqual(MOVES);
            await openList(page);
            await expect(list(page).getByRole('listitem')).toContainText('On the board');
        });

        test('whether a game is to be deleted is asked without squeezing anything', async ({ page }) => {
            await win(page);
            await startNewGame(page);
            await openList(page);
            await button(page, 'Delete').click();
            const [remove, cancel] = [(await button(page, 'Delete').boundingBox())!, (await button(page, 'Cancel').boundingBox())!];
            expect(cancel.y).toBe(remove.y);
            const asked = page.getByText('Delete this game for good?');
            expect((await asked.boundingBox())!.height).toBeLessThan(30);
            expect((await list(page).locator('.what').boundingBox())!.height).toBeLessThan(60);
        });

        test('the end says who won and why, and leads one level up with a tap', async ({ page }) => {
            await win(page);
            await expect(end(page).getByRole('heading')).toHaveText('You won!');
            await expect(end(page)).toContainText("Your goal is full: 9 of your 10, and 1 of Blue's that stayed there. A full goal wins. After 1 moves.");
            await expect(end(page)).toBeInViewport({ ratio: 0.6 });
            await expect(end(page).getByRole('link', { name: 'Review' })).toBeVisible();
            expect(await findings(page)).toEqual([]);
            await button(page, 'Play level 2').click();
            await expect(end(page)).toBeHidden();
            await expect(page.locator('.card:visible').filter({ hasText: 'level 2' })).toHaveCount(1);
        });
    });
}

test('with other people a computer takes the seat, and only when told so', async ({ page }) => {
    await begin(page, 'star:seats=3', [person, person, engine('greedy')]);
    await button(page, 'Resign').click();
    await expect(page.getByRole('dialog')).toContainText('a computer takes your seat');
    await button(page, 'Yes, resign').click();
    await expect(end(page)).toBeHidden();
    await expect.poll(async () => (await follow(page)).state.turn).toBe(1);
    await settled(page);
});

test('a game with six seats that was given up is saved and opened as such', async ({ page }) => {
    await begin(page, 'star:seats=6', [person, ...Array.from({ length: 5 }, () => engine('greedy'))]);
    await play(page);
    await settled(page);
    await resign(page);
    const download = page.waitForEvent('download');
    await button(page, 'Save').click();
    const file = await (await download).path();
    await startNewGame(page);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Open').click();
    await (await chooser).setFiles(file);
    await expect(end(page).getByRole('heading')).toHaveText('Your place: 6 of 6');
});

test('finished games can be looked at again, and are deleted only when that is meant', async ({ page }) => {
    await win(page);
    await startNewGame(page);
    await expect(end(page)).toBeHidden();
    await openList(page);
    await expect(list(page)).toContainText('Won · 1 moves');
    await button(page, 'Look at it').click();
    await expect(end(page)).toContainText('You won!');
    await end(page).getByRole('link', { name: 'Review' }).click();
    await expect(page).toHaveURL(/#\/review$/);
    await page.goBack();
    await startNewGame(page);
    await openList(page);
    await button(page, 'Delete').click();
    await expect(list(page)).toContainText('Delete this game for good?');
    await button(page, 'Cancel').click();
    await expect(list(page).getByRole('listitem')).toHaveCount(1);
    await button(page, 'Delete').click();
    await button(page, 'Delete').click();
    await expect(list(page).getByRole('listitem')).toHaveCount(0);
    await expect(list(page)).toContainText('No games yet');
});

test('an address that asks for a game keeps the one that was left, too', async ({ page }) => {
    await begin(page, 'star', [person, engine('default:level=1')], undefined, MOVES);
    await settled(page);
    await page.goto('/icon.svg');
    await page.goto('/#/play?g=corners');
    await settled(page);
    await openList(page);
    await expect(list(page)).toContainText(`${MOVES.length} moves`);
});

test('the next game offers the next level, and again is the same one', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New game' }).click();
    await expect(page.getByRole('slider')).toHaveValue('1');
    await page.keyboard.press('Escape');
    await win(page);
    await page.getByRole('button', { name: 'New game' }).last().click();
    await expect(page.getByRole('slider')).toHaveValue('2');
    // At other games it is still the first.
    await page.getByRole('radio', { name: 'Corners' }).check();
    await expect(page.getByRole('slider')).toHaveValue('1');
    await page.keyboard.press('Escape');
    await button(page, 'Play again').click();
    await expect(end(page)).toBeHidden();
    await expect(page.locator('.card:visible').filter({ hasText: 'level 1' })).toHaveCount(1);
    await page.goto('/icon.svg');
    await page.evaluate(() => localStorage.removeItem('longjump-game'));
    await page.goto('/#/play?g=star');
    await expect(page.locator('.card:visible').filter({ hasText: 'level 2' })).toHaveCount(1);
});

test('whoever loses twice to a level is offered the one below', async ({ page }) => {
    await begin(page, 'corners', [person, engine('default:level=3')]);
    await play(page);
    await settled(page);
    await resign(page);
    await expect(button(page, 'Play level 2')).toBeHidden();
    await button(page, 'Play again').click();
    await play(page);
    await settled(page);
    await resign(page);
    await button(page, 'Play level 2').click();
    await expect(page.locator('.card:visible').filter({ hasText: 'level 2' })).toHaveCount(1);
});

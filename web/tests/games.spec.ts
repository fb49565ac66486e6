import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { begin, engine, enginesForMany, follow, greediest, person, resign, settled, spotOf } from './helpers.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [name, title] of [
    ['star', 'Star'],
    ['diamond', 'Diamond'],
    ['corners', 'Corners'],
    ['knightthrough', 'KnightThrough'],
    ['minicheckers', 'Mini-Checkers'],
] as const) {
    test(`${name} is started, played, undone, saved, reloaded and finished`, async ({ page }) => {
        await page.goto('/');
        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByRole('radio', { name: title }).check();
        await page.getByLabel('Programs for experts').check();
        await page.getByLabel('Player 2', { exact: true }).selectOption('random');
        await page.getByRole('button', { name: 'Start', exact: true }).click();

        const makeMove = async () => {
            await settled(page);
            const { state, layout } = await follow(page);
            const { route } = greediest(state, layout);
            const [from, to] = [await spotOf(page, route[0]!), await spotOf(page, route.at(-1)!)];
            await page.mouse.click(from.x, from.y);
            await page.mouse.click(to.x, to.y);
            await expect.poll(async () => (await follow(page)).state.played.length).toBeGreaterThan(state.played.length);
        };
        await makeMove();
        await makeMove();
        await settled(page);
        const before = (await follow(page)).state.played;
        expect(before.length).toBeGreaterThanOrEqual(4);

        await page.getByRole('button', { name: 'Take back' }).click();
        await expect.poll(async () => (await follow(page)).state.played).toEqual(before.slice(0, -2));
        await makeMove();
        await settled(page);
        const played = (await follow(page)).state.played;

        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save' }).click();
        const file = await (await download).path();
        // Two rules go by that name, so records say which.
        const spec = name === 'corners' ? 'corners:preset=race' : name;
        expect(await readFile(file, 'utf8')).toContain(`[Game "${spec}"]`);

        await page.reload();
        await settled(page);
        expect((await follow(page)).state.played).toEqual(played);

        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await expect.poll(async () => (await follow(page)).state.played).toEqual([]);
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Open', exact: true }).click();
        await (await chooser).setFiles(file);
        await expect.poll(async () => (await follow(page)).state.played).toEqual(played);

        while (!(await page.getByTestId('end').isVisible())) {
            await settled(page);
            if ((await page.locator('.status').textContent())?.includes('over')) break;
            // Whole games of star are in play.spec.ts.
            if (name === 'star' && (await follow(page)).state.played.length > 60) {
                await resign(page);
                break;
            }
            await makeMove();
        }
        await expect(page.getByTestId('end')).toBeVisible();
    });
}

test('resigning, stepping through the moves and reviewing', async ({ page }) => {
    // A game that can't be lost in four moves.
    await begin(page, 'corners', [person, engine('default:level=2')]);
    for (let turn = 0; turn < 4; turn++) {
        await settled(page);
        const { state } = await follow(page);
        await page.locator('[role=application]').focus();
        await page.keyboard.type(state.moves[turn]!.text);
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await follow(page)).state.played.length).toBeGreaterThan(state.played.length);
    }
    await settled(page);
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect(page.getByRole('button', { name: 'One move back' })).toBeDisabled();
    await page.getByRole('button', { name: 'To the end' }).click();
    await resign(page);
    await expect(page.getByTestId('end')).toContainText('You lost.');
    await expect(page.getByTestId('end')).toContainText('You resigned');
    await page.getByRole('link', { name: 'Review' }).last().click();
    await expect(page.getByRole('progressbar')).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible();
});

test('a hint shows a legal move', async ({ page }) => {
    await begin(page, 'corners', [person, engine('default:level=1')]);
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.locator('.lj-arrow')).toHaveCount(1, { timeout: 10_000 });
});

test('a clock runs down and ends the game', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('move');
    await page.getByRole('spinbutton', { name: 'Seconds', exact: true }).fill('1');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByTestId('end')).toContainText('ran out of time', { timeout: 5_000 });
});

test('with many seats everyone who plays with many is offered, by level if there are levels', async ({ page }) => {
    const many = enginesForMany('star');
    const hasLevels = many.some(({ options }) => options.some(({ name }) => name === 'level'));
    await page.goto('/');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByLabel('Programs for experts').check();
    await page.getByLabel('Seats').selectOption('3');
    await page.getByText('Each by itself').click();
    for (const seats of [3, 6]) {
        await page.getByLabel('Seats').selectOption(String(seats));
        await expect(page.getByLabel(`Player ${seats}`, { exact: true }).getByRole('option')).toHaveCount(1 + many.length);
        await expect(page.getByRole('slider')).toHaveCount(hasLevels ? seats : 0);
    }
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.locator('.lj-marble')).toHaveCount(60);
});

import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { Game } from '@longjump/engine/node';
import { THEMES, readPack, type Pack, type PackName, type Puzzle } from '../app/src/lib/puzzles/puzzle.js';
import { dayOf, packOfDay, puzzleOfDay } from '../app/src/lib/puzzles/choice.js';
import { findings } from './helpers.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const packOf = (name: PackName): Pack =>
    readPack(JSON.parse(inflateSync(readFileSync(new URL(`../app/src/packs/${name}.puzzles.zlib`, import.meta.url))).toString()));

const said = (page: Page) => page.getByTestId('said');
const dashed = (move: string) => move.replace(/^([a-z]+\d+)([a-z]+\d+)$/, '$1–$2');

async function open(page: Page, name: PackName, puzzle: Puzzle, mode = 'rating'): Promise<void> {
    await page.goto(`/#/puzzles?g=${name}&m=${mode}&id=${puzzle.id}`);
    // The rules, the words and the pack have to come.
    await expect(said(page)).toHaveText('It is your move on the board.', { timeout: 30_000 });
}

async function type(page: Page, move: string): Promise<void> {
    await page.locator('[role=application]').focus();
    await page.keyboard.type(move);
}

/** A legal move that is not the answer, and that no longer name begins with. */
function wrongMove(spec: string, { position, steps }: Puzzle): string {
    const game = new Game(spec, position);
    const { moves } = game.state();
    game.free();
    const wrong = moves.find(({ text }) => text !== steps[0]!.answer && !moves.some((other) => other.text !== text && other.text.startsWith(text)));
    return wrong!.text;
}

/** Plays all the answers; the others' moves come by themselves. */
async function solve(page: Page, { steps }: Puzzle): Promise<void> {
    for (const [number, { answer }] of steps.entries()) {
        await type(page, answer);
        const isLast = number === steps.length - 1;
        await expect(said(page)).toContainText(`${dashed(answer)} is right${isLast ? '' : '. There is more'}`);
        // The next one is asked for once it has been replied to.
        if (!isLast) await page.waitForTimeout(1000 * (steps[number]!.replies.length + 1));
    }
}

for (const [width, height] of [
    [1280, 860],
    [390, 844],
] as const) {
    test.describe(`at ${width} px`, () => {
        test.use({ viewport: { width, height } });

        test('a puzzle is solved by keyboard, and the rating knows', async ({ page }) => {
            const pack = packOf('star');
            const puzzle = pack.puzzles.find(({ steps }) => steps.length === 1 && !steps[0]!.proof)!;
            await open(page, 'star', puzzle);
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ to move: which move is best\?$/);
            await expect(page.getByText('Not proven: with')).toContainText('50,000 positions');
            await expect(page.getByTestId('rating')).toHaveText('1500');
            expect(await findings(page)).toEqual([]);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            expect(overflow).toBeLessThanOrEqual(0);

            await solve(page, puzzle);
            await expect(page.locator('.lj-live')).toHaveText(`${dashed(puzzle.steps[0]!.answer)} is right.`);
            const rating = Number(await page.getByTestId('rating').textContent());
            expect(rating).toBeGreaterThan(1500);
            await expect(page.getByTestId('line')).toHaveText(dashed(puzzle.steps[0]!.answer));
            await expect(page.getByText('points in a hundred;')).toContainText(dashed(puzzle.steps[0]!.second));
            expect(await findings(page)).toEqual([]);

            // It counts once.
            await page.reload();
            await expect(page.getByTestId('rating')).toHaveText(String(rating));
            await solve(page, puzzle);
            await expect(page.getByTestId('rating')).toHaveText(String(rating));

            await page.getByRole('button', { name: 'Next' }).focus();
            await page.keyboard.press('Enter');
            await expect(said(page)).toHaveText('It is your move on the board.');
            await expect(page.locator('[role=application]')).toBeFocused();
        });

        test('a wrong move is taken back, the solution is shown, and the puzzle is among the mistakes', async ({ page }) => {
            const pack = packOf('minicheckers');
            const puzzle = pack.puzzles.find(({ steps }) => steps[0]!.proof?.by === 'only-win')!;
            await open(page, 'minicheckers', puzzle);
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ wins\. How\?$/);
            await expect(page.getByText('Proven: every other move draws or loses.')).toBeVisible();
            const wrong = wrongMove(pack.spec, puzzle);
            await type(page, wrong);
            await expect(said(page)).toHaveText(`${dashed(wrong)} is not it. Try again, or have the solution shown.`);
            expect(Number(await page.getByTestId('rating').textContent())).toBeLessThan(1500);
            expect(await findings(page)).toEqual([]);

            await page.getByRole('button', { name: 'Show the solution' }).click();
            await expect(said(page)).toHaveText(`The answer is ${dashed(puzzle.steps[0]!.answer)}.`);
            await expect(page.locator('.lj-arrow')).toHaveCount(1);
            await page.getByRole('button', { name: 'One move forward' }).click();
            await expect(page.locator('.lj-arrow')).toHaveCount(puzzle.steps.length > 1 ? 1 : 0);
            const analyse = page.getByTestId('said').locator('..').getByRole('link', { name: 'Analyse' });
            expect(await analyse.getAttribute('href')).toContain(`m=${puzzle.steps[0]!.answer}`);
            expect(await findings(page)).toEqual([]);

            await page.getByRole('link', { name: /^My mistakes 1$/ }).click();
            await expect(said(page)).toHaveText('It is your move on the board.');
            await solve(page, puzzle);
            await page.getByRole('button', { name: 'Next' }).click();
            await expect(page.getByText('There are no mistakes to look at again.')).toBeVisible();
            expect(await findings(page)).toEqual([]);
            await page.getByRole('link', { name: 'By my rating' }).click();
            await expect(said(page)).toHaveText('It is your move on the board.');
        });
    });
}

test('the solution leads to the analysis with the whole line', async ({ page }) => {
    const pack = packOf('knightthrough');
    const puzzle = pack.puzzles[0]!;
    await open(page, 'knightthrough', puzzle);
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.getByTestId('said').locator('..').getByRole('link', { name: 'Analyse' }).click();
    await expect(page).toHaveURL(/#\/analyse\?g=knightthrough&p=/);
    await expect(page.getByText(dashed(puzzle.steps[0]!.answer)).first()).toBeVisible();
});

test('the daily puzzle is the same for everybody, and days in a row are counted', async ({ page, browser }) => {
    const noon = Date.UTC(2026, 10, 23, 12);
    const [today, tomorrow] = [dayOf(noon), dayOf(noon) + 1];
    const visit = async (where: Page, day: number): Promise<Puzzle> => {
        await where.clock.setFixedTime(day * 86_400_000 + 1000);
        await where.goto('/#/puzzles?m=daily');
        await where.reload();
        await expect(said(where)).toHaveText('It is your move on the board.');
        return puzzleOfDay(packOf(packOfDay(day)), day)!;
    };
    const first = await visit(page, today);
    await expect(page.getByTestId('told')).toHaveText("Today's puzzle, the same for everybody. Days in a row: 0.");
    await solve(page, first);
    await expect(page.getByTestId('told')).toHaveText("Today's puzzle, the same for everybody. Days in a row: 1. ✓");
    await solve(page, await visit(page, tomorrow));
    await expect(page.getByTestId('told')).toContainText('Days in a row: 2.');
    await visit(page, tomorrow + 2);
    await expect(page.getByTestId('told')).toContainText('Days in a row: 0.');

    const other = await browser.newPage({ locale: 'sv-SE', timezoneId: 'Pacific/Auckland' });
    const same = await visit2(other, today);
    expect(same).toBe(dashed(first.steps[0]!.answer));
    await other.close();

    async function visit2(where: Page, day: number): Promise<string> {
        await where.clock.setFixedTime(day * 86_400_000 + 1000);
        await where.goto('/#/puzzles?m=daily');
        await where.getByRole('button', { name: 'Visa lösningen' }).click();
        return /(\S+)\.$/.exec((await said(where).textContent())!.trim())![1]!;
    }
});

test('a streak counts until the first mistake', async ({ page }) => {
    const pack = packOf('knightthrough');
    const told = page.getByTestId('told');
    const single = pack.puzzles.find(({ steps }) => steps.length === 1)!;
    await open(page, 'knightthrough', single, 'streak');
    await expect(told).toHaveText('Solved in a row: 0. Your best: 0.');
    await solve(page, single);
    await expect(told).toHaveText('Solved in a row: 1. Your best: 1.');
    await expect(page.getByTestId('rating')).toHaveText('1500');
});

test('themes have the number of their puzzles and keep to it', async ({ page }) => {
    const pack = packOf('star');
    const counts = THEMES.map((theme) => ({ name: theme.replace('-', ' '), count: pack.puzzles.filter(({ themes }) => themes.includes(theme)).length }));
    const { name, count } = counts.reduce((most, next) => (next.count > most.count ? next : most));
    await page.goto('/#/puzzles?g=star');
    await page.getByRole('link', { name: `${name} ${count}`, exact: true }).click();
    await expect(page).toHaveURL(/m=/);
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.getByRole('list', { name: 'Themes' })).toContainText(name);
    await page.getByRole('combobox', { name: 'Game' }).selectOption('star-3');
    await expect(page).toHaveURL(/g=star-3/);
    await expect(page.getByRole('button', { name: 'Show the solution' })).toBeVisible();
});

test('offline every pack is there once the page has been opened', async ({ page, context }) => {
    await page.goto('/#/puzzles');
    await expect(said(page)).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = () => page.evaluate(async () => (await (await caches.open('assets')).keys()).filter(({ url }) => url.includes('.puzzles-')).length);
    await expect.poll(kept).toBe(6);
    await context.setOffline(true);
    await page.goto('/#/puzzles?g=minicheckers');
    await page.reload();
    await expect(page.getByText('Proven:')).toBeVisible();
    await page.getByRole('combobox', { name: 'Game' }).selectOption('knightthrough');
    await expect(page.getByText('puzzles of this game are on this device')).toContainText(String(packOf('knightthrough').puzzles.length));
});

test.describe('without the service worker', () => {
    test.use({ serviceWorkers: 'block' });

    test('a pack that does not arrive is said to be missing', async ({ page }) => {
        await page.route(/\.puzzles-/, (route) => route.abort());
        await page.goto('/#/puzzles');
        await expect(page.getByRole('alert')).toHaveText('The puzzles could not be loaded. Check the connection.');
        expect(await findings(page)).toEqual([]);
        await page.unroute(/\.puzzles-/);
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(said(page)).toBeVisible();
    });
});

test('the page speaks Chinese and Swedish', async ({ browser }) => {
    for (const [locale, word] of [
        ['zh-CN', '查看答案'],
        ['sv-SE', 'Visa lösningen'],
    ] as const) {
        const page = await browser.newPage({ locale, viewport: { width: 390, height: 844 } });
        await page.goto('/#/puzzles');
        await expect(page.getByRole('button', { name: word })).toBeVisible();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        await page.close();
    }
});

for (const [width, height] of [
    [1280, 860],
    [390, 844],
] as const) {
    test(`a sheet of puzzles is printed, with its answers on a page of their own, ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        const puzzle = packOf('minicheckers').puzzles[0]!;
        await open(page, 'minicheckers', puzzle);
        await page.getByRole('link', { name: 'Print puzzles for a class' }).click();
        const pictures = page.getByRole('img', { name: /^The position of puzzle/ });
        await expect(pictures).toHaveCount(4);
        await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible();
        const answers = page.getByRole('region', { name: 'Answers' }).getByRole('listitem');
        const first = await answers.allTextContents();
        const ratings = first.map((text) => Number(/rated (\d+)/.exec(text)![1]));
        expect(ratings).toEqual(ratings.toSorted((a, b) => a - b));
        expect(await findings(page)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);

        await page.getByLabel('How many').selectOption('2');
        await expect(pictures).toHaveCount(2);
        await page.getByRole('button', { name: 'Other puzzles' }).click();
        await expect(page).toHaveURL(/s=2/);
        await expect(answers).toHaveCount(2);
        const others = await answers.allTextContents();
        expect(first).not.toEqual(expect.arrayContaining(others));
        await page.reload();
        await expect(answers).toHaveText(others);

        // One page of puzzles, one of answers, and nothing of what is only for the screen.
        const pages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length;
        expect(pages(await page.pdf({ format: 'A4' }))).toBe(2);
        await page.getByLabel('How many').selectOption('8');
        await expect(answers).toHaveCount(8);
        expect(pages(await page.pdf({ format: 'A4' }))).toBe(3);
        await page.emulateMedia({ media: 'print' });
        // Black on white, whatever the theme of the screen.
        await page.evaluate(() => (document.documentElement.dataset['theme'] = 'contrast'));
        const line = page.getByText('Answer:').first();
        expect(await line.evaluate((line) => getComputedStyle(line).borderBottomColor)).toBe('rgb(0, 0, 0)');
        await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
        await expect(page.getByRole('banner')).toBeHidden();
        if (process.env['LONGJUMP_PICTURES'] !== undefined)
            await page.screenshot({ path: `${process.env['LONGJUMP_PICTURES']}/sheet-${width}.png`, fullPage: true });
    });
}

import { expect, test, type Page } from '@playwright/test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { colourOf } from '../board/src/material.js';
import type { Report, ReportedGame } from '@longjump/wire/report';
import { makeReport, pageOf, piecesByRules, type Plan } from './report-data.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'longjump-report-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
let troubles: string[] = [];
test.beforeEach(() => (troubles = []));
test.afterEach(() => expect(troubles, 'errors, and what was asked of a network').toEqual([]));

/** Opens a report as a file. */
async function open(page: Page, report: Report, fragment = ''): Promise<void> {
    const file = join(folder, `${files++}.html`);
    writeFileSync(file, pageOf(report));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
        if (!request.url().startsWith(pathToFileURL(file).href)) troubles.push(request.url());
    });
    await page.goto(pathToFileURL(file).href + fragment);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(report.title);
}

const match: Plan = { spec: 'star', seats: 2, players: 2, games: 24, plies: 24 };
const report = makeReport(match);

/** The marbles on the board: colour and place. */
async function shown(page: Page): Promise<string[]> {
    const marbles = await page
        .locator('.lj-board .lj-marble')
        .evaluateAll((pieces) => pieces.map((piece) => `${(piece as SVGElement).dataset['colour']} ${piece.getAttribute('transform')}`));
    return marbles.sort();
}

/** The same as the rules have it; the ground's circles stand in the order of holes. */
async function wanted(page: Page, report: Report, game: ReportedGame, ply: number): Promise<string[]> {
    const spots = await page
        .locator('.lj-ground > circle')
        .evaluateAll((holes) => holes.map((hole) => `translate(${hole.getAttribute('cx')} ${hole.getAttribute('cy')})`));
    return piecesByRules(report.game, game, ply)
        .flatMap((seat, hole) => (seat === undefined ? [] : [`${colourOf(report.layout, seat)} ${spots[hole]}`]))
        .sort();
}

test('a match has its verdict and all sections', async ({ page }) => {
    await open(page, report);
    await expect(page.locator('.verdict')).toHaveText(/^star\/default is stronger: \d+\.\d\s% of points, Elo \+102 \(\+71 to \+135\)\.$/);
    await expect(page.getByText('H1 accepted: LLR 2.97 beyond 2.94 after 12 blocks.').first()).toBeVisible();
    const headings = await page.locator('section > h2').allTextContents();
    expect(headings).toEqual([
        'Ratings',
        'Crosstable',
        'Sequential test',
        'Results by seat',
        'Results by opening',
        'How games ended',
        'Speed and depth',
        'Evaluations and points',
        'Games',
    ]);
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(headings);
    await expect(page.getByRole('row', { name: /star\/default.*\+40 \+5 to \+∞/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Log-likelihood ratio.*bounds are −2\.94 and 2\.94/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Scores of \d+ blocks\. 0\s%: / })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Points by moves ahead\. star\/default: 62\s% with a move ahead; / })).toBeVisible();
    await expect(page.getByRole('row', { name: /star\/default.* 1\s?200 62\.2\s% 81\.8\s% 0\.500 / })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Mean depth by turn\. star\/default: / })).toBeVisible();
});

test('a game is stepped through by keys, buttons, slider and moves', async ({ page }) => {
    const game = report.games[0]!;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, report);
    expect(await shown(page)).toEqual(await wanted(page, report, game, 0));
    await page.locator('[role=application]').focus();
    for (let ply = 1; ply <= game.moves.length; ply++) await page.keyboard.press('ArrowRight');
    expect(await shown(page)).toEqual(await wanted(page, report, game, game.moves.length));
    await expect(page.locator('.position')).toContainText(`Move ${game.moves.length} of ${game.moves.length}: ${game.moves.at(-1)!.text}`);
    await expect(page.locator('.lj-live')).toContainText(game.moves.at(-1)!.text);
    await expect(page).toHaveURL(/#game=1\.1&ply=24$/);
    await page.keyboard.press('ArrowLeft');
    expect(await shown(page)).toEqual(await wanted(page, report, game, game.moves.length - 1));
    await page.keyboard.press('Home');
    await expect(page.locator('.position')).toContainText('Before the first move');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('slider')).toHaveValue('23');
    await page.getByRole('slider').fill('7');
    expect(await shown(page)).toEqual(await wanted(page, report, game, 7));
    await page.getByRole('button', { name: game.moves[4]!.text, exact: true }).first().click();
    expect(await shown(page)).toEqual(await wanted(page, report, game, 5));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.locator('.position')).toContainText('Move 6 of');
    await page.getByRole('button', { name: 'Pause' }).click();
});

test('an address leads to a position, and another one to another', async ({ page }) => {
    await open(page, report, '#game=3.2&ply=17');
    const game = report.games.find(({ block, number }) => block === 3 && number === 2)!;
    await expect(page.getByRole('heading', { name: 'Game 3.2' })).toBeInViewport();
    expect(await shown(page)).toEqual(await wanted(page, report, game, 17));
    await page.getByRole('link', { name: 'Game 2.1' }).click();
    await expect(page.getByRole('heading', { name: 'Game 2.1' })).toBeInViewport();
    await page.evaluate(() => (location.hash = '#game=3.2&ply=999'));
    await expect(page.locator('.position')).toContainText('Move 24 of 24');
    await page.evaluate(() => (location.hash = '#game=77.1'));
    await expect(page.getByRole('heading', { name: 'Game 3.2' })).toBeVisible();
});

test('games are found by player, result, ending and opening', async ({ page }) => {
    await open(page, report);
    const rows = page.locator('table.games tbody tr');
    await expect(rows).toHaveCount(24);
    await page.locator('#endings').getByRole('button', { name: 'Out of time' }).click();
    await expect(rows).toHaveCount(report.games.filter(({ cause }) => cause === 'time').length);
    await page.locator('#openings').getByRole('button', { name: '4', exact: true }).click();
    await expect(rows).toHaveCount(2);
    await expect(page.getByRole('status').filter({ hasText: 'games' })).toHaveText('2 of 24 games');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Player' }).selectOption('star/default');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('won');
    await expect(rows).toHaveCount(report.players[0]!.won);
});

test('axe-core finds nothing in a match, light and dark, wide and narrow', async ({ page }) => {
    await open(page, makeReport({ ...match, spec: 'star:seats=3', seats: 3, games: 6, plies: 12 }), '#game=1.2&ply=9');
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 390]) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 860 });
            // Until the page has seen its new width.
            await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
            const found = await page.evaluate(async () => {
                const { violations } = await (
                    window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
                ).axe.run();
                return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
            });
            expect(found, `${colorScheme}, ${width} px`).toEqual([]);
        }
    }
});

const plans: Record<string, Plan> = {
    'one game without words': { spec: 'minicheckers', seats: 2, players: 2, games: 1, plies: 12, isQuiet: true },
    'three seats, two engines': { spec: 'star:seats=3', seats: 3, players: 2, games: 6, plies: 12 },
    'six seats': { spec: 'star:seats=6', seats: 6, players: 7, games: 6, plies: 24 },
    'thirty players, 200 games of 150 moves': { spec: 'star', seats: 2, players: 30, games: 200, plies: 150 },
};
for (const [name, plan] of Object.entries(plans)) {
    test(`${name}: it is shown, and the page does not scroll sideways`, async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 740 });
        const report = makeReport(plan);
        await open(page, report, '#game=1.1&ply=5');
        await expect(page.locator('.position')).toContainText('Move 5 of');
        expect(await shown(page)).toHaveLength(piecesByRules(plan.spec, report.games[0]!, 5).filter((seat) => seat !== undefined).length);
        await expect(page.locator('table.ratings tbody tr')).toHaveCount(plan.players);
        await expect(page.getByRole('img', { name: /^Mean depth/ })).toHaveCount(plan.isQuiet ? 0 : 1);
        await expect(page.locator('.chooser')).toHaveCount(plan.players > 6 ? 1 : 0);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);
    });
}

test('next to nothing is still a report', async ({ page }) => {
    const full = makeReport({ ...match, games: 1, plies: 4 });
    const unknown = { low: null, value: null, high: null };
    const bare: Report = {
        ...full,
        title: '<b>&amp;</b> </script>',
        games: [],
        openings: [],
        causes: [],
        turns: [],
        calibration: [],
        seat_scores: [],
        block_scores: null,
        test: null,
        elo: unknown,
        normalised_elo: null,
        superiority: null,
        crosstable: [
            [null, null],
            [null, null],
        ],
        players: full.players.map((player) => ({ ...player, rating: null, nodes_per_second: null, mean_depth: null, mean_milliseconds: null })),
    };
    await open(page, bare);
    await expect(page.locator('.verdict')).toContainText('not shown to be stronger or weaker');
    expect(await page.locator('section > h2').allTextContents()).toEqual(['Ratings', 'Crosstable']);
});

test('script and styles can stand inside a page, and the site leaves them alone', () => {
    const dist = (file: string) => readFileSync(new URL(`../app/dist/${file}`, import.meta.url), 'utf8');
    expect(dist('report/report.js')).not.toMatch(/<\/script|<!--|^import /i);
    expect(dist('report/report.css')).not.toMatch(/<\/style|url\(|@import/i);
    expect(dist('service-worker.js')).not.toContain('report/');
    expect(dist('index.html')).not.toContain('report/');
});

import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Game } from '@longjump/engine/node';
import { begin, engine, findings, greediest, person, spotOf } from './helpers.js';

const WIDTHS = [
    [390, 844],
    [1280, 800],
] as const;

/** The moves of a game in which both want to get somewhere. */
function gameOf(spec: string, plies: number): string[] {
    const game = new Game(spec);
    const moves: string[] = [];
    while (moves.length < plies && game.state().turn !== undefined) {
        const move = greediest(game.state(), game.layout()).text;
        game.play(move);
        moves.push(move);
    }
    game.free();
    return moves;
}

const tree = (page: Page) => page.getByRole('list', { name: 'Moves' });
const movesOf = (page: Page) => tree(page).getByRole('button');
const current = (page: Page) => tree(page).locator('[aria-current]');
const shown = (move: string) => move.replace(/^([a-z]\d+)([a-z]\d+)$/, '$1–$2');

/** Plays a move on the board by typing it. */
async function type(page: Page, move: string): Promise<void> {
    // Before the rules have arrived, there is another board.
    await expect(tree(page)).toBeAttached();
    await page.getByRole('application').focus();
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    await expect(current(page)).toContainText(shown(move));
}

/** Where a place is on the screen, after scrolling to the board. */
async function visibleSpot(page: Page, hole: number): Promise<{ x: number; y: number }> {
    await expect(tree(page).or(page.getByRole('button', { name: 'Erase' }))).toBeAttached();
    await page.getByRole('application').scrollIntoViewIfNeeded();
    return spotOf(page, hole);
}

async function paste(page: Page, text: string): Promise<void> {
    await page.getByRole('button', { name: 'Open or paste' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(text);
    await page.getByRole('button', { name: 'Open this' }).click();
}

/** The record of what is open, by way of the clipboard. */
async function copied(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Save as …' }).click();
    await page.getByRole('button', { name: 'Copy the record' }).click();
    await expect(page.getByText('The record has been copied.')).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
}

const places = (page: Page) => page.locator('.lj-marble').evaluateAll((all) => all.map((one) => one.getAttribute('transform')).sort());

for (const [width, height] of WIDTHS) {
    test.describe(`${width} px`, () => {
        test.use({ viewport: { width, height } });

        test("a game's own next move steps forward, another branches", async ({ page }) => {
            const moves = gameOf('star', 96);
            await begin(page, 'star', [person, person], undefined, moves);
            await page.goto('/#/analyse');
            await expect(movesOf(page)).toHaveCount(96);
            await movesOf(page).nth(9).click();
            await type(page, moves[10]!);
            await expect(movesOf(page)).toHaveCount(96);
            await page.getByRole('button', { name: 'One move back' }).click();

            const game = new Game('star');
            for (const move of moves.slice(0, 10)) game.play(move);
            const other = game.state().moves.find(({ text }) => text !== moves[10])!.text;
            await type(page, other);
            await expect(movesOf(page)).toHaveCount(97);
            await expect(tree(page).locator('.variation')).toHaveCount(1);
            // Up and down go between the variations, left and right along them.
            await tree(page).locator('[aria-current]').focus();
            await page.keyboard.press('ArrowUp');
            await expect(current(page)).toContainText(shown(moves[10]!));
            await page.keyboard.press('ArrowDown');
            await expect(current(page)).toContainText(shown(other));
            await page.keyboard.press('ArrowLeft');
            await page.keyboard.press('ArrowRight');
            await expect(current(page)).toContainText(shown(moves[10]!));
            await page.getByRole('button', { name: 'To the end' }).click();
            await expect(current(page)).toContainText(shown(moves[95]!));
        });

        test('variations are promoted, deleted, undone and done again', async ({ page }) => {
            await page.goto('/#/analyse?g=knightthrough&m=b2c4,g7f5');
            await expect(movesOf(page)).toHaveCount(2);
            await page.getByRole('button', { name: 'One move back' }).click();
            await type(page, 'g7h5');
            await type(page, 'c4d6');
            await expect(tree(page).locator('.variation')).toHaveText(/1…\s*g7–h5\s*2\s*c4–d6/);
            await page.getByRole('button', { name: 'Promote' }).click();
            await expect(tree(page).locator('.variation')).toHaveText(/1…\s*g7–f5/);
            await expect(page.getByRole('button', { name: 'Promote' })).toBeDisabled();
            await page.getByRole('button', { name: 'Undo' }).click();
            await expect(tree(page).locator('.variation')).toHaveText(/g7–h5/);
            await page.getByRole('button', { name: 'Redo' }).click();
            await expect(tree(page).locator('.variation')).toHaveText(/g7–f5/);
            await page.getByRole('button', { name: 'Delete from here' }).click();
            await expect(movesOf(page)).toHaveCount(3);
            await page.keyboard.press('Control+z');
            await expect(movesOf(page)).toHaveCount(4);
            for (let edits = 0; edits < 3; edits++) await page.getByRole('button', { name: 'Undo' }).click();
            await expect(movesOf(page)).toHaveCount(2);
            await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
        });

        test('shapes are drawn with the right button, with a finger and with keys', async ({ page }) => {
            await page.goto('/#/analyse?g=corners');
            const shapes = page.locator('.lj-shape');
            const [from, to] = [await visibleSpot(page, 9), await visibleSpot(page, 27)];
            await page.mouse.move(from.x, from.y);
            await page.mouse.down({ button: 'right' });
            await page.mouse.move(to.x, to.y, { steps: 3 });
            await page.mouse.up({ button: 'right' });
            await expect(page.locator('g.lj-shape-green')).toHaveCount(1);
            await expect(page.getByText('Drawn: arrow from b2 to d4 (Green)')).toBeVisible();

            await page.getByRole('button', { name: 'Draw', exact: false }).first().click();
            await page.getByRole('button', { name: 'Red', exact: true }).click();
            const spot = await visibleSpot(page, 30);
            await page.mouse.click(spot.x, spot.y);
            await expect(page.locator('circle.lj-shape-red')).toHaveCount(1);
            await page.mouse.click(spot.x, spot.y);
            await expect(shapes).toHaveCount(1);
            // No move is made while drawing.
            await expect(movesOf(page)).toHaveCount(0);

            await page.getByRole('application').focus();
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('Enter');
            await page.keyboard.press('ArrowUp');
            await page.keyboard.press('Enter');
            await expect(page.locator('g.lj-shape-red')).toHaveCount(1);
            await expect(page.locator('.lj-live')).toHaveText(/^arrow from [a-h]\d to [a-h]\d$/);
            await page.getByRole('button', { name: 'Clear drawings' }).click();
            await expect(shapes).toHaveCount(0);
            await page.getByRole('button', { name: 'Undo' }).click();
            await expect(shapes).toHaveCount(2);
        });

        test('nothing stands in the way of people with aids', async ({ page }) => {
            await page.goto('/#/analyse?g=corners');
            await paste(page, '{[%draw Gb2,Rb2c4] before} 1. c3d3 {a comment of some length, which is broken into lines} (1. c3c4 f6f5 (f6e6 2. c4c5)) f6f5 *');
            await page.keyboard.press('ArrowRight');
            await page.getByRole('button', { name: 'Draw', exact: false }).first().click();
            expect(await findings(page)).toEqual([]);
            for (const name of ['Open or paste', 'Your analyses', 'Save as …']) {
                await page.getByRole('button', { name }).click();
                await expect(page.getByRole('dialog')).toBeVisible();
                expect(await findings(page), name).toEqual([]);
                await page.keyboard.press('Escape');
                await expect(page.getByRole('button', { name })).toBeFocused();
            }
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            expect(overflow).toBeLessThanOrEqual(0);
        });
    });
}

/** A record of 500 moves: a game of 50 with a variation of nine at every move, and notes everywhere. */
function record500(): string {
    const words = ['[Game "star"]', '[Result "*"]', '', '{[%draw Gm4] Where it begins}'];
    const game = new Game('star');
    for (const [ply, move] of gameOf('star', 50).entries()) {
        const { moves } = game.state();
        words.push(`${move} {[%draw G${move},Y${moves[0]!.text}] note ${ply} \\{in braces\\}}`);
        const other = moves.find(({ text }) => text !== move)!.text;
        const variation = [other];
        game.play(other);
        while (variation.length < 9) {
            const { moves } = game.state();
            const next = moves[(7 * ply + variation.length) % moves.length]!.text;
            game.play(next);
            variation.push(next);
        }
        words.push(`(${variation.map((text, index) => `${text} {[%draw B${text}] ${ply}.${index}}`).join(' ')})`);
        for (const _ of variation) game.takeBack();
        game.play(move);
    }
    game.free();
    return [...words, '*'].join('\n');
}

test('a tree of 500 moves with comments and shapes is written, read back and shown alike', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/#/analyse');
    await paste(page, record500());
    await expect(movesOf(page)).toHaveCount(500);
    const rows = await tree(page).innerText();
    expect(rows).toContain('note 49 {in braces}');

    // Stepping through it stays quick.
    const began = Date.now();
    await tree(page).focus();
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('note 39 {in braces}');
    expect(Date.now() - began).toBeLessThan(8000);
    const board = await places(page);
    const drawing = await page.locator('.lj-shapes').innerHTML();
    expect(drawing).toContain('lj-shape-yellow');

    const text = await copied(page);
    await page.goto('/#/analyse?g=corners');
    await expect(movesOf(page)).toHaveCount(0);
    await paste(page, text);
    await expect(movesOf(page)).toHaveCount(500);
    expect(await tree(page).innerText()).toBe(rows);
    await tree(page).focus();
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('note 39 {in braces}');
    expect(await places(page)).toEqual(board);
    expect(await page.locator('.lj-shapes').innerHTML()).toBe(drawing);
    expect(await copied(page)).toBe(text);
});

test('nothing is lost by leaving the page, by closing it at once, or by a crash', async ({ page, context }) => {
    await page.goto('/#/analyse?g=knightthrough');
    await type(page, 'b2c4');
    await page.getByRole('textbox', { name: 'Comment' }).fill('a start');
    await page.getByRole('link', { name: 'Play' }).click();
    await page.getByRole('link', { name: 'Analyse' }).click();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('a start');
    await expect(page.getByText('Saved automatically on this device.')).toBeVisible();

    // Left before anything could be written.
    await type(page, 'g7f5');
    await page.reload();
    await expect(movesOf(page)).toHaveCount(2);
    await expect(current(page)).toContainText('g7–f5');

    await type(page, 'c4d6');
    await page.waitForTimeout(500);
    await page.goto('chrome://crash').catch(() => undefined);
    const next = await context.newPage();
    await next.goto('/#/analyse');
    await expect(movesOf(next)).toHaveCount(3);
    await expect(tree(next)).toContainText('a start');
});

/** A second tab with the analysis of the first, which has one move. */
async function twoTabs(page: Page): Promise<Page> {
    await page.goto('/#/analyse?g=knightthrough');
    await type(page, 'b2c4');
    await expect(page).toHaveURL(/\?a=/);
    await page.waitForTimeout(500);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(movesOf(other)).toHaveCount(1);
    return other;
}

test('two tabs with the same analysis keep the work of both', async ({ page }) => {
    const other = await twoTabs(page);

    // What one does is seen in the other, deletions too.
    await type(page, 'g7f5');
    await expect(movesOf(other)).toHaveCount(2);
    await page.getByRole('button', { name: 'Delete from here' }).click();
    await expect(movesOf(other)).toHaveCount(1);

    // At the same time: neither hears of the other before both have written.
    const play = (tab: Page, move: string) =>
        tab.evaluate((move) => {
            const board = document.querySelector<HTMLElement>('[role=application]')!;
            for (const key of move) board.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            board.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        }, move);
    await Promise.all([play(page, 'g7f5'), play(other, 'g7h5')]);
    await expect(movesOf(page)).toHaveCount(3);
    await expect(movesOf(other)).toHaveCount(3);
    await page.waitForTimeout(500);
    await page.reload();
    await expect(movesOf(page)).toHaveCount(3);
});

test('a move played while the work of another tab is read is kept, and so is that work', async ({ page }) => {
    const other = await twoTabs(page);
    await other.evaluate(() => {
        // Reading takes longer than the time after which a change is written.
        const get = IDBObjectStore.prototype.get;
        IDBObjectStore.prototype.get = function (key) {
            const request = get.call(this, key);
            if (this.transaction.mode !== 'readonly') return request;
            return Object.defineProperty(request, 'onsuccess', {
                set: (done: () => void) => {
                    request.addEventListener('success', () => setTimeout(done, 1500));
                },
            });
        };
        const play = () => {
            const board = document.querySelector<HTMLElement>('[role=application]')!;
            for (const key of [...'g7h5', 'Enter']) board.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        };
        new BroadcastChannel('longjump-analyses').addEventListener('message', play, { once: true });
    });
    await type(page, 'g7f5');
    for (const tab of [page, other]) await expect(movesOf(tab)).toHaveCount(3);
    await page.reload();
    await expect(movesOf(page)).toHaveCount(3);
});

test('analyses are listed, renamed, opened and deleted', async ({ page }) => {
    await page.goto('/#/analyse?g=knightthrough');
    await type(page, 'b2c4');
    await page.goto('/#/analyse?g=corners');
    await expect(movesOf(page)).toHaveCount(0);
    await type(page, 'c3d3');
    await page.getByRole('button', { name: 'Your analyses' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('listitem').first()).toContainText('Corners · moves: 1');
    await dialog.getByRole('button', { name: 'Rename' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My line');
    await dialog.getByRole('button', { name: 'Rename' }).first().click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'My line' })).toHaveCount(1);
    await dialog
        .getByRole('button', { name: /KnightThrough/ })
        .first()
        .click();
    await expect(dialog).toBeHidden();
    await expect(movesOf(page)).toHaveText(['b2–c4']);
    await page.getByRole('button', { name: 'Your analyses' }).click();
    const mine = dialog.getByRole('listitem').filter({ hasText: 'My line' });
    await mine.getByRole('button', { name: 'Delete' }).click();
    await mine.getByRole('button', { name: 'Delete for good?' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
});

test('a record, moves, a position and a link can be pasted, and a file opened', async ({ page }) => {
    await page.goto('/#/analyse');
    await paste(page, '1. b2-c4 g7-f5');
    await expect(page.getByRole('application', { name: 'Board of KnightThrough' })).toBeVisible();
    await paste(page, 'b/bb/bbb/bbbb/13/12/11/10/9/10/11/12/13/aaaa/aaa/aa/a b 0 -');
    await expect(page.getByRole('application', { name: 'Board of Star' })).toBeVisible();
    await expect(page.getByText('Blue to move')).toBeVisible();
    await paste(page, 'https://example.org/play/#/analyse?g=star%3Aseats%3D3&m=m4m5,d13e12');
    await expect(movesOf(page)).toHaveCount(2);
    await expect(page.locator('.lj-marble')).toHaveCount(30);
    await page.getByRole('button', { name: 'Open or paste' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (
        await chooser
    ).setFiles({ name: 'game.lj', mimeType: 'text/plain', buffer: Buffer.from('[Game "minicheckers"]\n[Result "*"]\n\n1. b2c3 (1. d2c3) *\n') });
    await expect(movesOf(page)).toHaveText(['b2–c3', 'd2–c3']);
    await paste(page, 'nothing of that kind');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
        "This can't be read as a record, moves, a position or a link. (nothing of that kind)",
    );
});

const BROKEN: [locale: string, game: string, position: string, move: string, absent: string][] = [
    ['en-GB', 'There is no game “nonsense”.', 'That is not a position of this game.', '1… a1–a2 is not a legal move.', "That game can't be found here."],
    ['zh-CN', '没有名为“nonsense”的游戏。', '这不是该游戏的局面。', '1… a1–a2 不合规则。', '这里找不到那个对局。'],
    ['sv-SE', 'Det finns inget spel ”nonsense”.', 'Det är ingen ställning i det här spelet.', '1… a1–a2 är inget tillåtet drag.', 'Partiet finns inte här.'],
];
for (const [locale, game, position, move, absent] of BROKEN) {
    test(`a broken link says what is wrong in the reader's words, ${locale}`, async ({ browser }) => {
        const page = await browser.newPage({ locale });
        const cases: [string, string][] = [
            ['g=nonsense', game],
            ['g=corners&p=8/8%20a', position],
            ['g=knightthrough&m=b2c4,a1a2', move],
            ['a=nowhere', absent],
        ];
        for (const [query, words] of cases) {
            await page.goto('about:blank');
            await page.goto(`/#/analyse?${query}`);
            await expect(page.getByRole('alert')).toContainText(words);
            // The rules speak English only.
            if (locale !== 'en-GB') await expect(page.getByRole('alert')).toHaveText(words);
            await expect(page.locator('svg.lj-board')).toBeVisible();
        }
        // The same while the page is open, and the moves before the one that is wrong are there.
        await page.goto('/#/analyse?g=knightthrough&m=b2c4,a1a2');
        await expect(page.getByRole('alert')).toContainText(move);
        await expect(page.getByRole('button', { name: 'b2–c4' })).toBeVisible();
        await page.goto('/#/review?g=nonsense');
        await expect(page.locator('.prose p')).toHaveText(/[:：] ?nonsense$/);
        await page.close();
    });
}

test('a position of any game can be set up from here', async ({ page }) => {
    await page.goto('/#/analyse?g=corners');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('combobox', { name: 'Game' }).selectOption('star:seats=3');
    await expect(page.locator('.lj-marble')).toHaveCount(30);
    await page.getByRole('combobox', { name: 'Game' }).selectOption('knightthrough');
    await page.getByRole('button', { name: 'Erase' }).click();
    const spot = await visibleSpot(page, 8);
    await page.mouse.click(spot.x, spot.y);
    await page.getByRole('combobox', { name: 'To move' }).selectOption('1');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.locator('.lj-marble')).toHaveCount(31);
    await expect(page.getByText('Blue to move')).toBeVisible();
    // It is kept although no move was made.
    await page.waitForTimeout(500);
    await page.reload();
    await expect(page.locator('.lj-marble')).toHaveCount(31);
});

test('records, pictures and GIFs are saved', async ({ page }) => {
    await page.goto('/#/analyse?g=knightthrough&m=b2c4,g7f5');
    await page.getByRole('button', { name: 'One move back' }).click();
    await type(page, 'g7h5');
    const spot = await visibleSpot(page, 20);
    await page.mouse.click(spot.x, spot.y, { button: 'right' });
    const save = async (name: string) => {
        await page.getByRole('button', { name: 'Save as …' }).click();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name }).click();
        const file = await download;
        await expect(page.getByText(`Saved: ${file.suggestedFilename()}`)).toBeVisible();
        return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
    };
    const record = await save('Record file');
    expect(record.name).toBe('knightthrough.lj');
    expect(record.content.toString()).toContain('1. b2c4 g7f5 (g7h5 {[%draw Ge3]}) *');

    const svg = await save('Picture (SVG)');
    expect(svg.content.toString()).toMatch(/^<svg.*lj-shape-green/s);
    const png = await save('Picture (PNG)');
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    expect(png.content.readUInt32BE(20)).toBe(1200);
    // The circle is in the picture: somewhere it is as green as nothing else.
    const greens = await page.evaluate(async (data) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let count = 0;
        for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 1]! > 2 * pixels[at]! && pixels[at + 3]! > 200) count++;
        return count;
    }, png.content.toString('base64'));
    expect(greens).toBeGreaterThan(200);

    const gif = await save('GIF of this line');
    expect(gif.content.subarray(0, 6).toString()).toBe('GIF89a');
    // The start and two moves.
    expect(gif.content.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(3);
});

test('what was copied is said', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/#/analyse?g=knightthrough&m=b2c4');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The link to this line has been copied.' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#/analyse?g=knightthrough&m=b2c4');
    expect(await copied(page)).toContain('1. b2c4 *');
});

test('a link has all of the line and where one is in it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/#/analyse?g=knightthrough');
    await paste(page, '1. b2c4 {good} (1. b2d3 g7e6 2. d3f4) g7f5 2. c4d6');
    // What was pasted is shown from its start.
    await expect(movesOf(page)).toHaveCount(6);
    const share = async (): Promise<string> => {
        await page.getByRole('button', { name: 'Share' }).click();
        await expect(page.getByRole('status').filter({ hasText: 'variations and comments are in “Save as …”' })).toBeVisible();
        return page.evaluate(() => navigator.clipboard.readText());
    };
    const atStart = await share();
    expect(atStart).toMatch(/g=knightthrough&m=b2c4%2Cg7f5%2Cc4d6&at=0$/);
    await movesOf(page).filter({ hasText: 'b2–d3' }).click();
    expect(await share()).toMatch(/m=b2d3%2Cg7e6%2Cd3f4&at=1$/);
    await page.goto('about:blank');
    await page.goto(atStart);
    await expect(movesOf(page)).toHaveText(['b2–c4', 'g7–f5', 'c4–d6']);
    await expect(current(page)).toHaveCount(0);
});

test('a finished game says who won, the bar shows nothing before there is a figure, and drawing lets a piece go', async ({ page }) => {
    await page.goto('/#/analyse?g=knightthrough');
    await expect(page.getByRole('img', { name: 'Evaluation: –' }).locator('div')).toHaveCount(0);
    const spot = await visibleSpot(page, 9);
    await page.mouse.click(spot.x, spot.y);
    await expect(page.locator('.lj-picked')).toHaveCount(1);
    await page.getByRole('button', { name: 'Draw' }).click();
    await expect(page.locator('.lj-picked')).toHaveCount(0);
    await page.goto(`/#/analyse?g=knightthrough&m=${gameOf('knightthrough', 99).join()}`);
    await expect(page.getByTestId('turn')).toHaveText(/^(Vermilion|Blue) won\. (Vermilion|Blue) reached the goal\.$/);
});

test('the game being played is analysed anew when it has gone on', async ({ page }) => {
    await begin(page, 'corners', [person, engine('random')], undefined, ['a3a4', 'h6h5']);
    await page.goto('/#/analyse');
    await expect(movesOf(page)).toHaveCount(2);
    await type(page, 'a4a5');
    await begin(page, 'corners', [person, person], undefined, ['a3a4', 'h6h5', 'b3b4']);
    await page.goto('/#/analyse');
    await expect(movesOf(page)).toHaveText(['a3–a4', 'h6–h5', 'b3–b4']);
});

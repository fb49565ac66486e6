import { expect, test, type Page } from '@playwright/test';
import { begin, engine, follow, greediest, person, settled, spotOf } from './helpers.js';

type Make = (page: Page, move: { text: string; route: number[] }) => Promise<void>;

const byMouse: Make = async (page, { route }) => {
    const [from, to] = [await spotOf(page, route[0]!), await spotOf(page, route.at(-1)!)];
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
};
const byDrag: Make = async (page, { route }) => {
    const [from, to] = [await spotOf(page, route[0]!), await spotOf(page, route.at(-1)!)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
};
const byTouch: Make = async (page, { route }) => {
    const [from, to] = [await spotOf(page, route[0]!), await spotOf(page, route.at(-1)!)];
    await page.touchscreen.tap(from.x, from.y);
    await page.touchscreen.tap(to.x, to.y);
};
const byTyping: Make = async (page, { text }) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
};

/** Plays until the game is over; how many moves the person made. */
async function playToEnd(page: Page, make: Make, others: Make = make): Promise<number> {
    for (let count = 0; count < 250; count++) {
        await settled(page);
        const { state, layout } = await follow(page);
        if ((await page.locator('.status').textContent())?.includes('over')) return count;
        await (count % 5 === 4 ? others : make)(page, greediest(state, layout));
        await expect.poll(async () => (await follow(page)).state.played.length).toBeGreaterThan(state.played.length);
    }
    throw new Error('the game does not end');
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a whole game of star against level 3 by mouse', async ({ page }) => {
    await begin(page, 'star', [person, engine('default:level=3')]);
    expect(await playToEnd(page, byMouse, byDrag)).toBeGreaterThan(15);
    await expect(page.getByTestId('end')).toBeVisible();
});

test('a whole game of star against level 3 by keyboard alone', async ({ page }) => {
    await begin(page, 'star', [person, engine('default:level=3')]);
    await page.keyboard.press('Tab');
    while (!(await page.evaluate(() => document.activeElement?.getAttribute('role') === 'application'))) await page.keyboard.press('Tab');
    await steerTo(page, 'k4');
    await page.keyboard.press('Enter');
    await expect(page.locator('.lj-live')).toHaveText(/k4 picked, moves: 2/);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await follow(page)).state.played[0]).toMatch(/^k4/);
    expect(await playToEnd(page, byTyping)).toBeGreaterThan(15);
});

/** Goes to a place with the arrow keys, listening to where they are. */
async function steerTo(page: Page, name: string): Promise<void> {
    const target = /^([a-z]+)(\d+)$/.exec(name)!;
    for (let step = 0; step < 60; step++) {
        const said = (await page.locator('.lj-live').textContent()) ?? '';
        const here = /^([a-z]+)(\d+),/.exec(said);
        if (here?.[0] === `${name},`) return;
        const rows = here ? Number(target[2]) - Number(here[2]) : 1;
        const columns = here ? target[1]!.charCodeAt(0) - here[1]!.charCodeAt(0) : 0;
        await page.keyboard.press(rows !== 0 ? (rows > 0 ? 'PageUp' : 'PageDown') : columns > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    throw new Error(`no way to ${name}`);
}

test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test('a whole game of star against level 3 by touch', async ({ page }) => {
        await begin(page, 'star', [person, engine('default:level=3')]);
        expect(await playToEnd(page, byTouch)).toBeGreaterThan(15);
    });
});

test('a six-seat star with one person and five engines to its end', async ({ page }) => {
    test.setTimeout(240_000);
    await begin(page, 'star:seats=6', [person, ...Array.from({ length: 5 }, () => engine('greedy'))]);
    await playToEnd(page, byMouse);
    await expect(page.getByTestId('end').locator('li')).toHaveCount(6);
});

import { expect, test, type Page } from '@playwright/test';
import { begin, engine, findings, follow, person, play, settled } from './helpers.js';

const SIZES = [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
];
const six = [person, ...Array.from({ length: 5 }, () => engine('default:level=1'))];

/** Notes, as often as the screen is drawn, whose card is marked, whose move was the last, and whether a marble moves. */
async function watch(page: Page): Promise<void> {
    await page.evaluate(() => {
        const samples: { card: string | undefined; mover: number; isMoving: boolean; status: string }[] = [];
        const travels = new Set<Animation>();
        Object.assign(window, { samples, travels });
        const note = () => {
            const { moves, plan } = JSON.parse(localStorage.getItem('longjump-game')!) as { moves: string[]; plan: { seats: unknown[] } };
            const board = document.querySelector('svg.lj-board');
            const moving = document.getAnimations().filter(({ effect }) => board?.contains((effect as KeyframeEffect).target));
            const isMoving = moving.some(({ playState }) => playState === 'running');
            for (const animation of moving) travels.add(animation);
            samples.push({
                card: document.querySelector<HTMLElement>('.chips .card.turn')?.dataset['seat'],
                mover: (moves.length - 1) % plan.seats.length,
                isMoving,
                status: document.querySelector('.status')?.textContent ?? '',
            });
            requestAnimationFrame(note);
        };
        note();
    });
}
interface Sample {
    card: string | undefined;
    mover: number;
    isMoving: boolean;
    status: string;
}
const samplesOf = (page: Page): Promise<Sample[]> => page.evaluate(() => (window as unknown as { samples: Sample[] }).samples);
/** How many moves were shown moving. */
const travelsOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { travels: Set<Animation> }).travels.size);
/** The cards that were marked, one after another. */
const cardsOf = (samples: Sample[]): (string | undefined)[] => samples.map(({ card }) => card).filter((card, index, all) => card !== all[index - 1]);

const controls = (page: Page) => page.getByRole('group', { name: 'Watching the others' });
const plies = async (page: Page) => (await follow(page)).state.played.length;

for (const viewport of SIZES) {
    test.describe(`at ${viewport.width} px`, () => {
        test.use({ viewport });

        test('seats are called by their colours', async ({ page }) => {
            await begin(page, 'star:seats=6', [person, engine('default:level=3'), engine('greedy'), ...six.slice(3)]);
            const cards = page.locator('.chips .card:visible');
            await expect(cards).toHaveCount(6);
            await expect(cards.locator('strong')).toHaveText(['Vermilion', 'Amber', 'Rose', 'Blue', 'Green', 'Violet']);
            await expect(cards.nth(0)).toContainText('Your move');
            await expect(cards.nth(1)).toContainText('Level 3');
            await expect(cards.nth(2)).toContainText('Greedy');
            await expect(cards.nth(5)).toContainText('Level 1');
            for (const text of await cards.locator('strong, span.quiet').all())
                expect(await text.evaluate((element) => element.scrollWidth <= element.clientWidth), (await text.textContent())!).toBe(true);
        });

        test('the card of a marble that moves is marked until it has arrived', async ({ page }) => {
            await begin(page, 'star:seats=6', six);
            await watch(page);
            await play(page);
            await settled(page);
            await expect.poll(() => page.locator('.chips .card.turn').getAttribute('data-seat')).toBe('0');
            const samples = await samplesOf(page);
            const moving = samples.filter(({ isMoving }) => isMoving);
            expect(new Set(moving.map(({ mover }) => mover)).size).toBeGreaterThan(3);
            // A busy machine may draw the last frames of a move late.
            expect(moving.filter(({ card, mover }) => card !== String(mover)).length).toBeLessThan(moving.length / 4);
            // The line below says of whom it is.
            const colours = ['Vermilion', 'Amber', 'Rose', 'Blue', 'Green', 'Violet'];
            const told = samples.filter(({ status }) => status.includes(': '));
            expect(told.length).toBeGreaterThan(0);
            expect(told.filter(({ card, status }) => !status.startsWith(`${colours[Number(card)]}: `))).toEqual([]);
        });

        test('the round is shown again, move by move', async ({ page }) => {
            await begin(page, 'star:seats=6', six);
            await expect(controls(page).getByRole('button', { name: 'Replay the round' })).toBeDisabled();
            await play(page);
            await settled(page);
            await expect.poll(() => page.locator('.chips .card.turn').getAttribute('data-seat')).toBe('0');
            await watch(page);
            await controls(page).getByRole('button', { name: 'Replay the round' }).click();
            await expect(page.locator('.status')).toHaveText(/Move \d of 6/);
            await expect(page.locator('.status')).toHaveText(/Your move/, { timeout: 15_000 });
            await expect.poll(() => page.locator('.chips .card.turn').getAttribute('data-seat')).toBe('0');
            const samples = await samplesOf(page);
            expect(cardsOf(samples).filter((card) => card !== '0')).toEqual(['1', '2', '3', '4', '5']);
            expect(samples.some(({ isMoving }) => isMoving)).toBe(true);
            expect(await plies(page)).toBe(6);
            await play(page);
        });

        test('axe-core finds nothing with six seats, nor in the dialog for them', async ({ page }) => {
            await begin(page, 'star:seats=6', six);
            await play(page);
            await settled(page);
            await expect(controls(page)).toBeVisible();
            expect(await findings(page)).toEqual([]);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            expect(overflow).toBeLessThanOrEqual(0);
            await page.getByRole('button', { name: 'New game' }).click();
            await page.getByText('Each by itself').click();
            await page.getByLabel('Programs for experts').check();
            expect(await findings(page)).toEqual([]);
        });
    });
}

test('what the others do waits while it is paused, by keyboard too', async ({ page }) => {
    await begin(page, 'star:seats=6', six);
    await controls(page).getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('Enter');
    await play(page);
    await expect(page.locator('.status')).toHaveText('Paused.');
    await expect(page.locator('.chips [data-seat="1"]')).toContainText('Paused.');
    await expect(page.locator('.chips')).not.toContainText('Thinking');
    await page.waitForTimeout(2000);
    expect(await plies(page)).toBe(1);
    await controls(page).getByRole('button', { name: 'Go on' }).focus();
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await plies(page)).toBe(6);
});

test('skipping shows what comes until the next own turn at once', async ({ page }) => {
    await begin(page, 'star:seats=6', six);
    await controls(page).getByLabel('Speed').selectOption('slow');
    const skip = controls(page).getByRole('button', { name: 'Skip' });
    await expect(skip).toBeDisabled();
    await play(page);
    await skip.click();
    await watch(page);
    await settled(page);
    expect(await plies(page)).toBe(6);
    // A marble that was on its way arrives; all others are just there.
    expect(await travelsOf(page)).toBeLessThanOrEqual(1);
    // The next round is shown as usual.
    await play(page);
    await expect(skip).toBeEnabled();
    await expect.poll(() => travelsOf(page), { timeout: 15_000 }).toBeGreaterThan(2);
});

test('a slow game takes longer than a fast one, and the speed is kept', async ({ page }) => {
    const times: number[] = [];
    for (const speed of ['fast', 'slow'] as const) {
        await begin(page, 'star:seats=3', six.slice(0, 3));
        await controls(page).getByLabel('Speed').selectOption(speed);
        await page.reload();
        await expect(controls(page).getByLabel('Speed')).toHaveValue(speed);
        await play(page);
        const start = Date.now();
        await settled(page);
        times.push(Date.now() - start);
    }
    expect(times[1]! - times[0]!).toBeGreaterThan(800);
});

test('two have none of these controls', async ({ page }) => {
    await begin(page, 'star', six.slice(0, 2));
    await settled(page);
    await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
    await expect(controls(page)).toHaveCount(0);
});

test.describe('where nothing may move', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('the round is shown position by position', async ({ page }) => {
        await begin(page, 'star:seats=3', six.slice(0, 3));
        await play(page);
        await settled(page);
        await watch(page);
        await controls(page).getByRole('button', { name: 'Replay the round' }).click();
        await expect(page.locator('.chips [data-seat="1"]')).toHaveClass(/turn/);
        await expect(page.locator('.chips [data-seat="2"]')).toHaveClass(/turn/);
        await expect(page.locator('.chips [data-seat="0"]')).toHaveClass(/turn/);
        expect((await samplesOf(page)).some(({ isMoving }) => isMoving)).toBe(false);
    });
});

test('a newcomer chooses between a person and Longjump, with one level for all', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New game' }).click();
    await expect(page.getByLabel('Player 2', { exact: true }).getByRole('option')).toHaveText(['Person', 'Longjump']);
    await expect(page.getByLabel('Level of all opponents')).toHaveCount(0);
    await page.getByLabel('Seats').selectOption('6');
    await expect(page.getByRole('slider')).toHaveCount(1);
    await page.getByLabel('Level of all opponents').fill('5');
    await page.getByText('Each by itself').click();
    await expect(page.getByRole('slider')).toHaveCount(6);
    await expect(page.getByLabel('Player 6: Level')).toHaveValue('5');
    await page.getByLabel('Player 6: Level').fill('2');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const cards = page.locator('.chips .card:visible');
    await expect(cards.nth(4)).toContainText('Level 5');
    await expect(cards.nth(5)).toContainText('Level 2');
    // Opened again, what differs is seen.
    await page.getByRole('button', { name: 'New game' }).click();
    await expect(page.getByLabel('Player 6: Level')).toBeVisible();
});

test('the programs of the laboratory are behind a switch for experts', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New game' }).click();
    const options = page.getByLabel('Player 2', { exact: true }).getByRole('option');
    await page.getByLabel('Programs for experts').check();
    expect(await options.count()).toBeGreaterThan(20);
    await page.getByLabel('Player 2', { exact: true }).selectOption('greedy');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'New game' }).click();
    await expect(page.getByLabel('Programs for experts')).toBeChecked();
    await page.getByLabel('Programs for experts').uncheck();
    await expect(page.getByLabel('Player 2', { exact: true })).toHaveValue('default');
});

import { expect, test, type Page } from '@playwright/test';
import { Game, type BoardLayout, type State } from '@longjump/engine/node';
import { begin, engine, findings, follow, greediest, person, settled } from './helpers.js';
import { listed, Service } from './service.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SIZES = [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
];

/** Some moves of a game in which everybody goes ahead, but for the first seat, which goes back now and then. */
function carelessGame(spec: string, count: number): string[] {
    const game = new Game(spec);
    const layout = game.layout();
    for (let ply = 0; ply < count; ply++) {
        const state = game.state();
        const isCareless = state.turn === 0 && Math.floor(ply / state.seats) % 4 === 3;
        game.play((isCareless ? homewards(state, layout) : greediest(state, layout)).text);
    }
    const { played } = game.state();
    game.free();
    return played;
}

/** The move that goes farthest towards the last place of the first seat's home. */
function homewards({ moves }: State, { points, camps }: BoardLayout): State['moves'][number] {
    const home = points[camps.find(({ homeOf }) => homeOf === 0)!.holes[0]!]!;
    const far = (hole: number) => Math.hypot(points[hole]!.x - home.x, points[hole]!.y - home.y);
    const gain = ({ route }: State['moves'][number]) => far(route[0]!) - far(route.at(-1)!);
    return moves.reduce((best, move) => (gain(move) > gain(best) ? move : best));
}

const addressOf = (spec: string, moves: string[], you?: number) =>
    `/#/review?${new URLSearchParams({ g: spec, m: moves.join(','), ...(you === undefined ? {} : { you: String(you) }) }).toString()}`;
const slips = (page: Page) => page.getByRole('heading', { name: 'Turning points' }).locator('..');
async function isWhole(page: Page): Promise<void> {
    await expect(slips(page)).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden({ timeout: 90_000 });
}

/** All that a review says. */
async function saidBy(page: Page): Promise<string[]> {
    await isWhole(page);
    await expect(page.locator('.graph .line')).not.toHaveAttribute('d', '');
    const others = page.getByText('Other slips');
    if (await others.isVisible()) await others.click();
    return [(await slips(page).innerText()).trim(), (await page.locator('.graph .line').getAttribute('d'))!];
}

const STAR = carelessGame('star', 40);

for (const viewport of SIZES) {
    test.describe(`at ${viewport.width} px`, () => {
        test.use({ viewport });

        test('a review speaks to the person who played and counts slips', async ({ page }) => {
            await begin(page, 'star', [person, engine('default:level=3')], undefined, STAR);
            await page.goto('/#/review');
            await isWhole(page);
            const counts = page.getByRole('list', { name: 'Slips', exact: true }).getByRole('listitem');
            await expect(counts).toHaveCount(2);
            await expect(counts.first()).toHaveText(/You: \d+ slips?/);
            await expect(counts.last()).toHaveText(/Blue: (no slips|\d+ )/);
            const listed = slips(page).getByRole('button', { name: /^\d+ You let \d+\.\d moves slip with \S+–\S+; \S+–\S+ was better\.$/ });
            const count = Number(/\d+/.exec((await counts.first().textContent())!)![0]);
            expect(count).toBeGreaterThan(1);
            await expect(listed).toHaveCount(count);
            expect(await findings(page)).toEqual([]);
        });

        test('a slip is tried again until it is right', async ({ page }) => {
            await page.goto(addressOf('star', STAR, 0));
            await isWhole(page);
            const words = (await slips(page)
                .getByRole('button', { name: /You let/ })
                .first()
                .innerText())!;
            const [, played, better] = /with (\S+); (\S+) was/.exec(words)!;
            await slips(page).getByRole('button', { name: 'Try again' }).first().click();
            const answer = page.getByTestId('answer');
            const board = page.locator('[role=application]');
            await expect(board).toBeFocused();
            await expect(board).toBeInViewport();
            await expect(page.locator('.lj-arrow')).toHaveCount(0);

            await page.keyboard.type(played!.replace('–', ''));
            await expect(answer).toHaveText(new RegExp(`^${played} is no better than ${played}: it lets \\d+\\.\\d moves slip\\.$`), { timeout: 20_000 });
            await expect(answer).toBeInViewport();
            await expect(page.locator('.lj-live')).toHaveText((await answer.textContent())!);
            expect(await findings(page)).toEqual([]);

            await page.getByRole('button', { name: 'Once more' }).click();
            await board.focus();
            await page.keyboard.type(better!.replace('–', ''));
            await expect(answer).toHaveText(`${better} is right: as good as the best.`);

            await page.getByRole('button', { name: 'Show me' }).click();
            await expect(answer).toHaveText(`The best was ${better}.`);
            await expect(page.locator('.lj-arrow')).toHaveCount(1);
            await page.getByRole('button', { name: 'Back to the review' }).click();
            await expect(answer).toBeHidden();
        });
    });
}

test('every move that is tried is judged, and somewhere between the slip and the best is better', async ({ page }) => {
    await page.goto(addressOf('star', STAR, 0));
    await isWhole(page);
    await slips(page).getByRole('button', { name: 'Try again' }).first().click();
    const answer = page.getByTestId('answer');
    const ply = Number(await page.getByRole('slider').inputValue());
    const game = new Game('star');
    for (const move of STAR.slice(0, ply)) game.play(move);
    const grades = new Set<string>();
    for (const { text } of game.state().moves) {
        await page.locator('[role=application]').focus();
        await page.keyboard.type(text);
        await expect(answer).toHaveText(/is (right|better|no better)/, { timeout: 20_000 });
        grades.add(/is (right|better|no better)/.exec((await answer.textContent())!)![1]!);
        await page.getByRole('button', { name: 'Once more' }).click();
    }
    game.free();
    expect([...grades].sort()).toEqual(['better', 'no better', 'right']);
});

test('the same game gives the same review, from the page and from its address', async ({ page, browser }) => {
    test.setTimeout(240_000);
    await begin(page, 'star', [person, engine('default:level=3')], undefined, STAR);
    await page.goto('/#/review');
    const first = await saidBy(page);
    const other = await browser.newPage({ reducedMotion: 'reduce', locale: 'en-GB' });
    await other.goto(addressOf('star', STAR, 0));
    expect(await saidBy(other)).toEqual(first);
    // Again by an engine that has already been asked.
    await other.goto(addressOf('star', STAR.slice(0, 30), 0));
    await expect(other.getByLabel('Moves').locator('li button')).toHaveCount(30);
    await isWhole(other);
    await other.goto(addressOf('star', STAR, 0));
    await expect(other.getByLabel('Moves').locator('li button')).toHaveCount(40);
    expect(await saidBy(other)).toEqual(first);
    await other.close();
});

test('games of many seats are reviewed, for whoever played', async ({ page }) => {
    const moves = carelessGame('star:seats=3', 60);
    await page.goto(addressOf('star:seats=3', moves, 0));
    const first = await saidBy(page);
    const counts = page.getByRole('list', { name: 'Slips', exact: true }).getByRole('listitem');
    await expect(counts).toHaveCount(3);
    await expect(counts.first()).toHaveText(/You: \d+ slips?/);
    await expect(page.getByRole('slider', { name: 'Your outlook over the moves' })).toBeVisible();

    await slips(page).getByRole('button', { name: 'Try again' }).first().click();
    const better = (await slips(page)
        .getByRole('button', { name: /You let/ })
        .first()
        .innerText())!;
    await page.keyboard.type(/; (\S+) was/.exec(better)![1]!.replace('–', ''));
    await expect(page.getByTestId('answer')).toContainText('as good as the best');

    await page.reload();
    expect(await saidBy(page)).toEqual(first);
});

test('a game of six seats on the page is reviewed too', async ({ page }) => {
    const moves = carelessGame('star:seats=6', 36);
    await begin(page, 'star:seats=6', [person, ...Array.from({ length: 5 }, () => engine('default:level=1'))], undefined, moves);
    await page.getByRole('link', { name: 'Review' }).first().click();
    await isWhole(page);
    await expect(page.getByRole('list', { name: 'Slips', exact: true }).getByRole('listitem')).toHaveCount(6);
    expect(await findings(page)).toEqual([]);
});

test('people at one screen are called by their colours', async ({ page }) => {
    await begin(page, 'star', [person, person], undefined, STAR);
    await page.goto('/#/review');
    await isWhole(page);
    await expect(slips(page)).not.toContainText('You');
    await expect(slips(page).getByRole('button', { name: /Vermilion let/ })).not.toHaveCount(0);
});

test('a review speaks Chinese and Swedish', async ({ browser }) => {
    for (const [locale, words] of [
        ['zh-CN', /你走 \S+ 损失了/],
        ['sv-SE', /Du tappade \S+ drag med/],
    ] as const) {
        const page = await browser.newPage({ locale });
        await page.goto(addressOf('star', STAR.slice(0, 16), 0));
        await expect(page.getByRole('button', { name: words }).first()).toBeVisible({ timeout: 30_000 });
        await page.close();
    }
});

test('what can not be reviewed is told', async ({ page }) => {
    await begin(page, 'star', [person, engine('default:level=1')]);
    await page.goto('/#/review');
    await expect(page.getByText('Nothing to review yet')).toBeVisible();
    await page.goto(addressOf('star', ['a1b2']));
    await expect(page.getByText('That is no game to review: 1. a1–b2')).toBeVisible();
});

test.describe('online', () => {
    test.use({ serviceWorkers: 'block' });
    let service: Service;
    test.beforeAll(async () => {
        service = await Service.start();
    });
    test.afterAll(async () => {
        await service?.stop();
    });

    test('a game is reviewed from its end and from the list of games', async ({ page }) => {
        await page.goto(`${service.at(0)}/#/online`);
        const form = page.getByRole('region', { name: 'Open a game' });
        await form.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Corners' });
        await form.getByRole('combobox', { name: 'The other seats', exact: true }).selectOption({ label: 'Longjump · level 1' });
        await form.getByRole('button', { name: 'Open' }).click();
        for (let turn = 1; turn <= 2; turn++) {
            await expect(page.getByTestId('status')).toContainText('Your move', { timeout: 20_000 });
            const game = new Game('corners');
            for (const move of await listed(page)) game.play(move);
            await page.locator('[role=application]').focus();
            await page.keyboard.type(game.state().moves[0]!.text);
            game.free();
            await expect.poll(async () => (await listed(page)).length, { timeout: 20_000 }).toBe(2 * turn);
        }
        const moves = await listed(page);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Really resign?' }).click();
        await page.getByTestId('end').getByRole('link', { name: 'Review' }).click();
        const first = await saidBy(page);
        expect(first[0]).toContain('You: ');
        expect(await listed(page)).toEqual(moves);

        await page.goto(`${service.at(0)}/#/online`);
        const name = (await page.evaluate(() => fetch('/api/me').then((answer) => answer.json()))) as { player: { name: string } };
        await page.goto(`${service.at(0)}/#/player/${name.player.name}`);
        await page.getByRole('link', { name: 'Review: Corners' }).click();
        await expect(page).toHaveURL(/room=/);
        expect(await saidBy(page)).toEqual(first);
    });
});

test('the game that is played is reviewed as it is then', async ({ page }) => {
    await begin(page, 'knightthrough', [person, engine('default:level=1')]);
    await page.locator('[role=application]').focus();
    await page.keyboard.type('b2c4');
    await expect.poll(async () => (await follow(page)).state.played.length).toBe(2);
    await settled(page);
    await page.goto('/#/review');
    await expect(page.getByLabel('Moves').locator('li button')).toHaveCount(2);
});

test('a game that is not over yet gets no advice, and finished ones are offered', async ({ page }) => {
    const nearlyWon = 'b/aa/aaa/aaa1/8a4/5a6/11/10/9/10/11/12/13/1bbb/bbb/bb/b a 0 -';
    await begin(page, 'star', [person, engine('default:level=1')], nearlyWon);
    await page.locator('[role=application]').focus();
    await page.keyboard.type('i13h14');
    await expect(page.getByTestId('end')).toBeVisible();
    await begin(page, 'star', [person, engine('default:level=3')], undefined, STAR);
    await page.goto('/#/review');
    await isWhole(page);
    await expect(page.getByText('A better move here')).toHaveCount(0);
    await expect(page.locator('.lj-arrow')).toHaveCount(0);
    await page.getByRole('button', { name: 'One move back' }).click();
    await expect(page.getByText('A better move here')).toBeVisible();
    await page.getByText('Review one of your games').click();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Star · Longjump · level 1' }).click();
    await expect(page.getByLabel('Moves').locator('li button')).toHaveText(['i13–h14']);

    await begin(page, 'star', [person, engine('default:level=1')]);
    await page.goto('/#/review');
    await expect(page.getByText('Nothing to review yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Star · Longjump · level 1' })).toBeVisible();
});

test('what is asked, and the move that is shown, are in sight beside the board', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(addressOf('star', STAR, 0));
    await isWhole(page);
    const isInList = () =>
        page.evaluate(() => {
            const [list, move] = [document.querySelector('ol.figures')!, document.querySelector('ol.figures [aria-current]')!].map((box) =>
                box.getBoundingClientRect(),
            );
            return move!.top >= list!.top - 1 && move!.bottom <= list!.bottom + 1;
        });
    await expect.poll(isInList).toBe(true);
    await page.setViewportSize({ width: 1280, height: 620 });
    await expect.poll(isInList).toBe(true);
    const inside = await page.getByRole('button', { name: 'To the end' }).evaluate((step) => {
        const panel = step.closest('section')!.getBoundingClientRect();
        return panel.bottom - step.getBoundingClientRect().bottom;
    });
    expect(inside, 'the buttons are not cut off').toBeGreaterThan(0);
    await page.locator('.facts').evaluate((facts) => facts.scrollTo(0, facts.scrollHeight));
    await slips(page).getByRole('button', { name: 'Try again' }).last().click();
    await expect(page.getByText('What would be better than')).toBeInViewport({ ratio: 1 });
});

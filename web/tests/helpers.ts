// What the tests do as a player would.

import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { engines, Game, type BoardLayout, type EngineInfo, type State } from '@longjump/engine/node';

export interface SeatPlan {
    kind: 'person' | 'engine';
    player?: string;
}
export const person: SeatPlan = { kind: 'person' };
export const engine = (player: string): SeatPlan => ({ kind: 'engine', player });

/** The engines of a game that play with more than two. */
export const enginesForMany = (name: string): EngineInfo[] => engines().filter(({ game, forMany }) => game === name && forMany);

/** Opens the page with a game of this kind on the board. */
export async function begin(page: Page, spec: string, seats: SeatPlan[], start?: string, moves: string[] = []): Promise<void> {
    // Not from the page itself: leaving it, it saves the game it has.
    await page.goto('/icon.svg');
    await page.evaluate((saved) => localStorage.setItem('longjump-game', JSON.stringify(saved)), {
        plan: { spec, seats, timing: { kind: 'free' }, start },
        moves,
        results: [],
        clocks: [],
    });
    await page.goto('/');
    await expect(page.locator('.status')).toBeVisible();
}

/** Makes the first legal move, by keyboard. */
export async function play(page: Page): Promise<void> {
    const { state } = await follow(page);
    await page.locator('[role=application]').focus();
    await page.keyboard.type(state.moves[0]!.text);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await follow(page)).state.played.length).toBeGreaterThan(state.played.length);
}

/** The game on the page, followed from what the page has saved. */
export async function follow(page: Page): Promise<{ state: State; layout: BoardLayout }> {
    const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('longjump-game')!));
    const game = new Game(saved.plan.spec, saved.plan.start);
    for (const move of saved.moves) game.play(move);
    const [state, layout] = [game.state(), game.layout()];
    game.free();
    return { state, layout };
}

/** Waits until it is a person's turn or the game is over. */
export async function settled(page: Page): Promise<void> {
    await expect(page.locator('.status')).toHaveText(/Your move|to move|over/, { timeout: 30_000 });
}

/** Resigns, and means it. */
export async function resign(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
}

/** Where a place is on the screen. */
export async function spotOf(page: Page, hole: number): Promise<{ x: number; y: number }> {
    return page.evaluate((index) => {
        const svg = document.querySelector<SVGSVGElement>('svg.lj-board')!;
        // The board tells nobody where its places are; the ground's circles and squares stand in their order.
        const shapes = svg.querySelectorAll('.lj-ground > circle, .lj-ground > .lj-square');
        const box = shapes[index]!.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, hole);
}

/** The legal move that goes farthest towards the goal, so that games end. */
export function greediest(state: State, layout: BoardLayout): State['moves'][number] {
    const goal = layout.camps.find((camp) => camp.goalOf === state.turn);
    const home = layout.camps.find((camp) => camp.homeOf === state.turn)!;
    const middle = (holes: number[]) => ({
        x: holes.reduce((sum, hole) => sum + layout.points[hole]!.x, 0) / holes.length,
        y: holes.reduce((sum, hole) => sum + layout.points[hole]!.y, 0) / holes.length,
    });
    const start = middle(home.holes);
    const target = goal ? middle(goal.holes) : { x: start.x, y: -start.y };
    const free = (goal?.holes ?? []).filter((hole) => state.pieces[hole] !== state.turn);
    const aim = goal && free.length > 0 && free.length < 4 ? middle(free) : target;
    const distance = (hole: number) => Math.hypot(layout.points[hole]!.x - aim.x, layout.points[hole]!.y - aim.y);
    const gain = (move: State['moves'][number]) => (move.route.length === 0 ? 0 : distance(move.route[0]!) - distance(move.route.at(-1)!));
    return state.moves.reduce((best, move) => (gain(move) > gain(best) ? move : best));
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with the page for people who use aids, in each of the themes. */
export async function findings(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const { run } = (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
        const { dataset } = document.documentElement;
        const before = dataset['theme'];
        const found: string[] = [];
        for (const theme of ['light', 'dark', 'contrast']) {
            dataset['theme'] = theme;
            // Half-way from one colour to another, contrast is nobody's.
            const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
            await Promise.allSettled(changes.map(({ finished }) => finished));
            const { violations } = await run();
            found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme}: ${id}: ${html}`)));
        }
        dataset['theme'] = before;
        return found;
    });
}

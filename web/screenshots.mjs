// Takes the pictures of docs/screenshots, or of another folder: npm run screenshots [FOLDER], with the site
// built and target/debug/longjump (or LONGJUMP=PROGRAM), which is started and ended here.

import { Engine, Game } from '@longjump/engine/node';
import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = new URL('../', import.meta.url).pathname;
const folder = resolve(process.argv[2] ?? `${root}docs/screenshots`);
mkdirSync(folder, { recursive: true });

const data = mkdtempSync(join(tmpdir(), 'longjump-pictures-'));
// Started by root, Postgres runs as somebody else, who must get in.
chmodSync(data, 0o755);
const program = process.env.LONGJUMP ?? `${root}target/debug/longjump`;
const server = spawn(program, ['serve', '--data', data, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((started, failed) => {
    let output = '';
    server.stdout.on('data', (text) => {
        output += text;
        const found = /Longjump is at (\S+)/.exec(output)?.[1];
        if (found) started(found);
    });
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
});

const person = { kind: 'person' };
const engine = (player) => ({ kind: 'engine', player });
const game = (spec, seats, moves, more = {}) => ({ plan: { spec, seats, timing: { kind: 'free' } }, moves, results: [], clocks: [], ...more });
const opening = ['m4l5', 'h14h13', 'm2k6', 'g14i12', 'k3k7', 'e15i11', 'l4j8', 'e17g13', 'm1i5', 'f16j10'];
const duel = game('star', [person, engine('default:level=6')], opening);
const six = game('star:seats=6', [person, engine('default:level=5'), engine('default:level=3'), person, engine('default:level=8'), engine('greedy')], []);
const knights = game('knightthrough', [person, engine('default:level=4')], ['b2c4', 'g7f5', 'h2g4', 'a7b5', 'g4e5', 'b7d6']);
const won = game('knightthrough', [person, engine('default:level=2')], movesOf('knightthrough', ['default:level=7', 'default:level=2']));

/** The moves of a game between two engines. */
function movesOf(spec, players) {
    const table = new Game(spec);
    const thinkers = players.map((player) => new Engine(`${spec}/${player}`));
    for (let state = table.state(); state.turn !== undefined; state = table.state()) {
        const wanted = thinkers[state.turn].think(
            undefined,
            state.played,
            {},
            () => undefined,
            () => true,
        );
        table.play(wanted.mv);
    }
    return table.state().played;
}

const screens = {
    welcome: [undefined, '#/play'],
    play: [duel, '#/play'],
    end: [won, '#/play'],
    'six-seats': [six, '#/play'],
    squares: [knights, '#/play'],
    'new-game': [duel, '#/play', (page) => page.getByRole('button', { name: 'New game' }).click()],
    analyse: [
        duel,
        '#/analyse',
        async (page) => {
            await page.getByRole('button', { name: 'Analyse', exact: true }).click();
            await page.waitForTimeout(2500);
        },
    ],
    tree: [
        duel,
        '#/analyse',
        async (page) => {
            await page.getByRole('button', { name: 'Open or paste' }).click();
            await page.getByRole('dialog').getByRole('textbox').fill(studied());
            await page.getByRole('button', { name: 'Open this' }).click();
            for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'One move forward' }).click();
            await page.getByRole('application').scrollIntoViewIfNeeded();
        },
    ],
    'set-up': [duel, '#/analyse', (page) => page.getByRole('button', { name: 'Set up' }).click()],
    review: [won, '#/review', (page) => page.waitForTimeout(4000)],
    learn: [duel, '#/learn'],
    lesson: [duel, '#/learn/rules/star'],
    paper: [duel, '#/learn/paper/thesis'],
};

/** A record with a variation, comments and arrows. */
function studied() {
    const table = new Game('star');
    opening.slice(0, 2).forEach((move) => table.play(move));
    const steps = table.state().moves.filter(({ isStep }) => isStep);
    const [first, answer, hop, ...rest] = opening;
    const other = steps.at(-1).text;
    return `[Game "star"]

1. ${first} {Makes way for those behind.} ${answer}
2. ${hop} {[%draw G${hop},B${opening[4]}] Over two marbles at once; the next one can follow.}
(2. ${other} {[%draw R${other}] A single step.}) ${rest.join(' ')} *`;
}

const PASSWORD = 'for pictures only';

/** Games between people, so that online pages have something to show. */
async function visit(browser, name) {
    const context = await browser.newContext();
    const post = async (path, data) => {
        const answer = await context.request.post(address + path, { data });
        if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
        return answer.json();
    };
    await post('api/account', { name, password: PASSWORD });
    post.page = () => context.newPage();
    return post;
}

async function openGames(browser) {
    const [ada, boris, cyra] = [await visit(browser, 'Ada'), await visit(browser, 'Boris'), await visit(browser, 'Cyra')];
    // The lobby lists rooms in which somebody waits.
    const waits = [
        [boris, { game: 'star:seats=3', control: '600+5', public: true }],
        [cyra, { game: 'diamond', control: '300+3', public: true, rated: true }],
    ];
    for (const [player, wanted] of waits) {
        const { id } = await player('api/games', wanted);
        await (await player.page()).goto(`${address}#/game/${id}`);
    }
    const { id } = await ada('api/games', { game: 'star', control: '600+5', rated: true, public: true });
    await boris(`api/games/${id}/actions`, { action: { kind: 'sit' }, id: 'sit' });
    for (const [ply, mv] of opening.entries()) {
        await (ply % 2 ? boris : ada)(`api/games/${id}/moves`, { ply, mv, id: `${ply}` });
    }
    screens.online = [duel, '#/online', (page) => page.waitForTimeout(900)];
    screens.room = [duel, `#/game/${id}`, (page) => page.waitForTimeout(900)];
    screens.profile = [duel, '#/player/Ada', (page) => page.waitForTimeout(900)];
    // Ada keeps order. She is signed in from the first of these pages on, so they come last.
    execFileSync(program, ['admin', 'role', 'Ada', 'owner', '--config', join(data, 'join.toml')]);
    await boris('api/reports', { about: 'Cyra', kind: 'stalling', text: 'Let the clock run for ten minutes, and left.' });
    await ada('api/reports', { about: 'Cyra', kind: 'conduct', text: '' });
    const asAda = (hash) => async (page) => {
        await page.request.post(`${address}api/login`, { data: { name: 'Ada', password: PASSWORD } });
        await page.goto(`${address}icon.svg`);
        await page.goto(address + hash);
        await page.waitForTimeout(900);
    };
    screens.account = [duel, '#/online', asAda('#/account')];
    screens.order = [duel, '#/online', asAda('#/order')];
    screens['order-player'] = [duel, '#/online', asAda('#/order/Cyra')];
}

const browser = await chromium.launch(launchOptions);
await openGames(browser);
for (const [width, height] of [
    [1280, 860],
    [390, 844],
]) {
    for (const colorScheme of ['light', 'dark']) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: 'en-GB', hasTouch: width < 600 });
        const page = await context.newPage();
        await page.goto(address);
        for (const [name, [saved, hash, act]] of Object.entries(screens)) {
            await page.goto(`${address}icon.svg`);
            await page.evaluate((saved) => saved && localStorage.setItem('longjump-game', JSON.stringify(saved)), saved);
            await page.goto(address + hash);
            await page.waitForTimeout(900);
            await act?.(page);
            await page.waitForTimeout(300);
            await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.jpg`), type: 'jpeg', quality: 82 });
        }
        await context.close();
    }
}
await browser.close();
server.removeAllListeners('exit');
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(data, { recursive: true, force: true });

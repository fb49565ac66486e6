// The npm packages as others use them: npm run outside, after apps/browser/build.sh. Packs them, installs them in a copy of
// examples/page that is no part of the workspace, checks its types, builds it, and plays a move in Chromium: against
// what was built, and against Vite's development server.

import { chromium } from '@playwright/test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.mjs';

const web = import.meta.dirname;
const work = mkdtempSync(join(tmpdir(), 'longjump-outside-'));
const page = join(work, 'page');
const run = (folder, command, ...words) => execFileSync(command, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

/** Packs twice: whoever packs the same sources gets the same bytes. */
function packed() {
    const [once, again] = ['once', 'again'].map((name) => join(work, name));
    for (const folder of [once, again]) run(web, process.execPath, 'pack.mjs', folder);
    const names = readdirSync(once);
    assert.equal(names.length, 2);
    for (const name of names) assert.ok(readFileSync(join(once, name)).equals(readFileSync(join(again, name))), `${name} differs from time to time`);
    return names.map((name) => join(once, name));
}

/** In Node the engine is there at once. */
const NODE = `
import { Engine, Game, loadAssets } from '@longjump/engine/node';
loadAssets('knightthrough');
const { mv } = new Engine('knightthrough/default:level=5').think(undefined, [], {}, () => {}, () => true);
new Game('knightthrough').play(mv);
`;

/** Where a place is on the screen: the ground's circles stand in the order of places. */
const spotOf = (tab, hole) => tab.locator('.lj-ground > circle').nth(hole).boundingBox();

/** Makes a move by two clicks and waits for the engine's; then whatever else is to be done on the page. */
async function playAt(address, more = async () => {}) {
    const browser = await chromium.launch(launchOptions);
    try {
        const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        const wrong = [];
        tab.on('pageerror', (error) => wrong.push(String(error)));
        await tab.goto(address);
        await tab.getByText('Your move.').waitFor();
        assert.equal(await tab.locator('.lj-marble').count(), 20);
        const [from, to] = await twoPlaces();
        for (const hole of [from, to]) {
            const { x, y, width, height } = await spotOf(tab, hole);
            await tab.mouse.click(x + width / 2, y + height / 2);
        }
        await tab.getByText(/^It played \w+\. Your move\.$/).waitFor();
        await more(tab);
        assert.deepEqual(wrong, []);
    } finally {
        await browser.close();
    }
}

/** What else the engine promises: searches that can be stopped while the page goes on, and refusals. */
async function checkEngine(tab) {
    const seen = await tab.evaluate(async () => {
        const { startGame } = await import('/node_modules/@longjump/engine/dist/worker.js');
        const noGame = await startGame('chess').catch(() => 'refused');
        const game = await startGame('diamond', { withTable: true });
        const endless = game.bestMove({ depth: 99 });
        setTimeout(() => game.stop(), 300);
        const stopped = String(await endless);
        let reports = 0;
        const { mv, nodes } = await game.bestMove({ nodes: 5000, onReport: () => reports++ });
        const { played } = game.play(mv);
        const isBack = game.takeBack();
        let noMove = '';
        try {
            game.play('a1a1');
        } catch {
            noMove = 'refused';
        }
        game.dispose();
        return { noGame, stopped, hasThought: nodes > 0 && reports > 0, played: played.length, isBack, noMove };
    });
    assert.deepEqual(seen, { noGame: 'refused', stopped: 'undefined', hasThought: true, played: 1, isBack: true, noMove: 'refused' });
}

/** The ends of a legal first move. */
async function twoPlaces() {
    const { Game } = await import('@longjump/engine/node');
    const { route } = new Game('star').state().moves[0];
    return [route[0], route.at(-1)];
}

try {
    cpSync(join(web, '../examples/page'), page, { recursive: true });
    run(page, 'npm', 'install', '--loglevel=error', '--no-audit', '--no-fund', ...packed());
    writeFileSync(join(page, 'node.mjs'), NODE);
    run(page, process.execPath, 'node.mjs');
    run(page, 'npm', 'run', '--silent', 'build');
    // The page's own Vite, and from its own folder.
    process.chdir(page);
    const { createServer, preview } = await import(join(page, 'node_modules/vite/dist/node/index.js'));
    const built = await preview({ root: page, preview: { host: '127.0.0.1', port: 0 } });
    await playAt(built.resolvedUrls.local[0]);
    await built.close();
    const served = await (await createServer({ root: page, server: { host: '127.0.0.1', port: 0 } })).listen();
    await playAt(served.resolvedUrls.local[0], checkEngine);
    await served.close();
    console.log('the packages work outside');
} finally {
    process.chdir(web);
    rmSync(work, { recursive: true, force: true });
}

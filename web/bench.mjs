// The engine in the browser beside the native one, in one run, one thread each:
// npm run bench [REPEATS] after apps/browser/build.sh and cargo build --release (or LONGJUMP=PROGRAM).
// Prints positions a second, the best of the repeats, and their ratio.

import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';

const root = new URL('../', import.meta.url);
const engine = new URL('web/engine/pkg/', root);
const program = process.env.LONGJUMP ?? new URL('target/release/longjump', root).pathname;
const repeats = Number(process.argv[2] ?? 3);
const entries = readFileSync(new URL('benches/positions.txt', root), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
        const [, game, depth, position] = /^(\S+) (\S+) (.*)$/.exec(line);
        return { game, depth: Number(depth), position: position === 'start' ? null : position };
    });
const games = [...new Set(entries.map(({ game }) => game))];

/** In the worker: the same searches as `longjump bench`. */
const work = `
import init, { addAsset, Engine } from 'ORIGIN/longjump.js';
onmessage = async ({ data }) => {
    await init({ module_or_path: 'ORIGIN/longjump_bg.wasm' });
    for (const asset of data.assets) {
        const packed = await fetch('ORIGIN/' + asset);
        const unpacked = new Response(packed.body.pipeThrough(new DecompressionStream('deflate')));
        addAsset(new Uint8Array(await unpacked.arrayBuffer()));
    }
    const sums = {};
    for (const { game, depth, position } of data.entries) {
        const thinker = new Engine(game + '/default:threads=1,hash=16');
        const { nodes, milliseconds } = thinker.think(position, [], { depth }, () => {}, () => true);
        thinker.free();
        sums[game] ??= { nodes: 0, seconds: 0 };
        sums[game].nodes += nodes;
        sums[game].seconds += milliseconds / 1000;
    }
    postMessage(sums);
};`;

const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.zlib': 'application/zlib' };
const server = createServer((request, response) => {
    const file = request.url.slice(1);
    const type = types[/\.\w+$/.exec(file)?.[0]];
    response.setHeader('content-type', type ?? 'text/html');
    response.end(type ? readFileSync(new URL(file, engine)) : '<!doctype html>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage();
await page.goto(origin);

const inBrowser = () =>
    page.evaluate(
        ([source, question]) =>
            new Promise((resolve, reject) => {
                const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
                worker.onmessage = ({ data }) => resolve(data);
                worker.onerror = (event) => reject(new Error(event.message));
                worker.postMessage(question);
            }),
        [work.replaceAll('ORIGIN', origin), { entries, assets: readdirSync(engine).filter((file) => file.endsWith('.zlib')) }],
    );
const native = () => JSON.parse(execFileSync(program, ['bench', '--json'], { encoding: 'utf8' }));

const best = Object.fromEntries(games.map((game) => [game, { native: 0, browser: 0 }]));
for (let repeat = 0; repeat < repeats; repeat++) {
    const [ours, theirs] = [await inBrowser(), native()];
    for (const game of games) {
        const { nodes: signature, nodes_per_second: speed } = theirs.games.find((entry) => entry.game === game);
        if (signature !== ours[game].nodes) throw new Error(`${game}: ${signature} positions natively, ${ours[game].nodes} in the browser`);
        best[game].native = Math.max(best[game].native, speed);
        best[game].browser = Math.max(best[game].browser, ours[game].nodes / ours[game].seconds);
    }
}
await browser.close();
server.close();

const million = (speed) => (speed / 1e6).toFixed(2).padStart(8);
console.log('game              native  browser   ratio   (million positions a second)');
let product = 1;
for (const game of games) {
    const ratio = best[game].browser / best[game].native;
    product *= ratio;
    console.log(`${game.padEnd(15)} ${million(best[game].native)} ${million(best[game].browser)} ${ratio.toFixed(2).padStart(7)}`);
}
console.log(`geometric mean ${''.padStart(17)} ${(product ** (1 / games.length)).toFixed(2).padStart(7)}`);

// How long visitors wait until they can play, with a slow line and a slow processor:
// npm run load [REPEATS] [ADDRESS] after web/build.sh and cargo build (or LONGJUMP=PROGRAM).
// The site is that of the program, or at an address, such as another version's. Prints the medians of
// milliseconds on the first visit and on the second, in a browser started anew; fails when they are too long.

import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchOptions } from './chromium.mjs';

const BITS_PER_SECOND = 1.6e6;
/** Milliseconds there and back. */
const ROUND_TRIP = 150;
const PROCESSOR_SLOWED = 4;
const MOST_AT_FIRST = 5000;
const MOST_AGAIN = 1000;
const PACKET = 1460;

const repeats = Number(process.argv[2] ?? 5);
const program = process.env.LONGJUMP ?? new URL('../target/debug/longjump', import.meta.url).pathname;

/** Carries bytes one way, at the speed of the line that all connections share. */
function carry(from, to, line) {
    const queue = [];
    let isOver = false;
    const send = async () => {
        for (let packet; (packet = queue[0]); queue.shift()) {
            await sleep(Math.max(packet.due - performance.now(), 0));
            if (to.writable) to.write(packet.bytes);
        }
        if (isOver) to.end();
    };
    from.on('data', (data) => {
        const isIdle = queue.length === 0;
        for (let at = 0; at < data.length; at += PACKET) {
            const bytes = data.subarray(at, at + PACKET);
            line.isFreeAt = Math.max(line.isFreeAt, performance.now()) + (bytes.length * 8000) / BITS_PER_SECOND;
            queue.push({ bytes, due: line.isFreeAt + ROUND_TRIP / 2 });
        }
        if (isIdle) void send();
    });
    from.on('end', () => {
        isOver = true;
        if (queue.length === 0) to.end();
    });
    from.on('error', () => to.destroy());
}

/** A slow line to the site; returns its address. Service workers and workers use it too, which a browser's own emulation leaves out. */
async function slowLine(site) {
    const { hostname, port } = new URL(site);
    const [up, down] = [{ isFreeAt: 0 }, { isFreeAt: 0 }];
    const server = createServer((visitor) => {
        const target = connect(Number(port), hostname);
        carry(visitor, target, up);
        carry(target, visitor, down);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Notes when the board is first seen, and when a move can be made. */
function noteTimes() {
    window.times = {};
    const note = (name, selector) => {
        if (name in window.times || !document.querySelector(selector)) return;
        window.times[name] = Infinity;
        // Not before it is on the screen and the page has time for its visitor.
        requestAnimationFrame(() => setTimeout(() => (window.times[name] = Math.round(performance.now()))));
    };
    new MutationObserver(() => {
        note('seen', 'svg.lj-board');
        note('playable', '.status');
    }).observe(document, { childList: true, subtree: true });
}

/** Visits the site as somebody with this profile; milliseconds since the visit began. */
async function visit(profile, address, isFirst) {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport: { width: 390, height: 844 } });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(noteTimes);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWED });
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.times?.playable < Infinity, undefined, { timeout: 60_000 });
    const times = await page.evaluate(() => window.times);
    // Someone who stays a while has everything on the device.
    if (isFirst) {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.waitForTimeout(2000);
    }
    await context.close();
    return times;
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

async function measure(site) {
    const line = await slowLine(site);
    const visits = { first: [], second: [] };
    for (let count = 0; count < repeats; count++) {
        const profile = mkdtempSync(join(tmpdir(), 'longjump-load-'));
        visits.first.push(await visit(profile, line.address, true));
        visits.second.push(await visit(profile, line.address, false));
        rmSync(profile, { recursive: true, force: true });
        console.error(`${count + 1} of ${repeats}: ${JSON.stringify({ first: visits.first.at(-1), second: visits.second.at(-1) })}`);
    }
    line.close();
    const mediansOf = (list) => ({ seen: median(list.map(({ seen }) => seen)), playable: median(list.map(({ playable }) => playable)) });
    return { first: mediansOf(visits.first), second: mediansOf(visits.second) };
}

const port = 4190;
const server = process.argv[3] ? undefined : spawn(program, ['play', '--no-open', '--port', String(port)], { stdio: 'ignore' });
const site = process.argv[3] ?? `http://127.0.0.1:${port}/`;
try {
    for (let tries = 0; tries < 100 && !(await fetch(site).catch(() => undefined)); tries++) await sleep(100);
    const medians = await measure(site);
    console.log(JSON.stringify(medians));
    process.exitCode = medians.first.playable <= MOST_AT_FIRST && medians.second.playable <= MOST_AGAIN ? 0 : 1;
} finally {
    server?.kill();
}

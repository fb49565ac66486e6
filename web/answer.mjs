// Opens the site in a real browser, makes a move and waits until the engine has answered:
// node answer.mjs ADDRESS, after web/build.sh. Prints the milliseconds it took.

import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.mjs';

const started = performance.now();
const browser = await chromium.launch(launchOptions);
try {
    const page = await browser.newPage();
    await page.goto(process.argv[2]);
    await page.locator('.status').waitFor({ timeout: 30_000 });
    await page.locator('[role=application]').focus();
    await page.keyboard.type('k3i5');
    await page.keyboard.press('Enter');
    const played = () => JSON.parse(localStorage.getItem('longjump-game') ?? '{"moves":[]}').moves.length >= 2;
    await page.waitForFunction(played, undefined, { timeout: 30_000 });
    console.log(Math.round(performance.now() - started));
} finally {
    await browser.close();
}

// Clocks stop when the game is over.

import { expect, test, type Page } from '@playwright/test';
import { resign, settled } from './helpers.js';
import { Service } from './service.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'block' });

/** Whether all clocks that are shown stand still. */
async function expectStandstill(page: Page): Promise<void> {
    await expect(page.locator('.clock.running')).toHaveCount(0);
    const before = await page.locator('.clock').allTextContents();
    expect(before.length).toBeGreaterThan(0);
    await page.waitForTimeout(1500);
    expect(await page.locator('.clock').allTextContents()).toEqual(before);
}

test('at this screen, with two and with six', async ({ page }) => {
    await page.goto('/');
    for (const seats of ['2', '6']) {
        await page.getByRole('button', { name: 'New game' }).last().click();
        await page.getByLabel('Seats').selectOption(seats);
        await page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('clock');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await settled(page);
        await resign(page);
        await expect(page.getByTestId('end')).toBeVisible();
        await expectStandstill(page);
    }
});

test('online', async ({ page }) => {
    const service = await Service.start();
    try {
        await page.goto(`${service.at(0)}/#/online`);
        const form = page.getByRole('region', { name: 'Open a game' });
        await form.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'KnightThrough' });
        await form.getByRole('combobox', { name: 'The other seats', exact: true }).selectOption({ label: 'Longjump · level 1' });
        await form.getByRole('button', { name: 'Open' }).click();
        for (const move of ['b2c4', 'g2f4']) {
            await expect(page.locator('.status')).toContainText('Your move');
            await page.locator('[role=application]').focus();
            await page.keyboard.type(move);
        }
        await expect(page.locator('.status')).toContainText('Your move');
        // Pieces that can move are marked here as at one's own screen.
        await expect(page.locator('.lj-movable')).not.toHaveCount(0);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Really resign?' }).click();
        await expect(page.getByTestId('end')).toBeVisible();
        await expectStandstill(page);
    } finally {
        await service.stop();
    }
});

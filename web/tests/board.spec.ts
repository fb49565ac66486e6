import { expect, test, type Page } from '@playwright/test';
import { begin, engine, findings, follow, person, spotOf } from './helpers.js';

const PHONE = { width: 390, height: 844 };

/** The distance between two neighbouring places on the screen. */
async function distance(page: Page): Promise<number> {
    const { layout } = await follow(page);
    const [one, other] = layout.lines[0]!;
    const [a, b] = [await spotOf(page, one), await spotOf(page, other)];
    return Math.hypot(a.x - b.x, a.y - b.y);
}

test.describe('on a phone', () => {
    test.use({ viewport: PHONE });

    for (const [spec, least] of [
        ['star', 27],
        ['star:seats=6', 27],
        ['diamond', 24],
    ] as const) {
        test(`holes of ${spec} are as large as the screen allows`, async ({ page }) => {
            const seats = spec.endsWith('6') ? [person, ...Array.from({ length: 5 }, () => engine('greedy'))] : [person, engine('greedy')];
            await begin(page, spec, seats);
            expect(await distance(page)).toBeGreaterThanOrEqual(least);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
        });
    }
});

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    test.describe(`at ${viewport.width}`, () => {
        test.use({ viewport });

        test('coordinates on star and diamond by choice', async ({ page }) => {
            for (const [spec, names] of [
                ['star', ['a', 'e', 'm', 'q', '1', '5', '17']],
                ['diamond', ['a', 'j', '1', '10']],
            ] as const) {
                await page.goto('/icon.svg');
                await page.evaluate(() => localStorage.clear());
                await begin(page, spec, [person, engine('greedy')]);
                const labels = page.locator('.lj-coordinate');
                await expect(labels.first()).toBeHidden();
                await page.getByRole('button', { name: 'Settings' }).click();
                const dialog = page.getByRole('dialog');
                await dialog.getByLabel('Coordinates on star and diamond').check();
                expect(await findings(page)).toEqual([]);
                await dialog.getByRole('button', { name: 'Close' }).click();
                await expect(labels.first()).toBeVisible();
                const texts = await labels.allTextContents();
                expect(new Set(texts).size, 'each once').toBe(texts.length);
                expect(texts).toEqual(expect.arrayContaining([...names]));
                // No label is under a piece or outside of what is seen.
                const clear = await page.evaluate(() => {
                    const board = document.querySelector('svg.lj-board')!.getBoundingClientRect();
                    const middle = (element: Element) => {
                        const box = element.getBoundingClientRect();
                        return { x: box.x + box.width / 2, y: box.y + box.height / 2, reach: box.height / 2 };
                    };
                    const holes = [...document.querySelectorAll('.lj-ground > circle')].map(middle);
                    return [...document.querySelectorAll('.lj-coordinate')].map(middle).every(({ x, y, reach }) => {
                        const isInside = x > board.left && x < board.right && y > board.top && y < board.bottom;
                        return isInside && holes.every((hole) => Math.hypot(hole.x - x, hole.y - y) > hole.reach + reach * 0.8);
                    });
                });
                expect(clear).toBe(true);
                await page.reload();
                await expect(labels.first()).toBeVisible();
            }
        });

        test('knights look like knights, in glass and flat, and can be told apart without colour', async ({ page }) => {
            await begin(page, 'knightthrough', [person, engine('greedy')]);
            const knights = page.locator('.lj-board .lj-knight');
            await expect(knights).toHaveCount(32);
            const marks = await knights.locator('.lj-mark').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
            expect(new Set(marks).size).toBe(2);
            await expect(knights.first().locator('.lj-gloss')).toBeVisible();
            await page.evaluate(() => (document.documentElement.dataset['marbles'] = 'flat'));
            await expect(knights.first().locator('.lj-gloss')).toBeHidden();
            // What a knight covers is neither round nor square, and large enough to be seen.
            const box = (await knights.first().locator('.lj-body').boundingBox())!;
            expect(box.height).toBeGreaterThan(24);
            const fills = await knights
                .first()
                .locator('.lj-body')
                .evaluate((path: SVGGeometryElement) => {
                    const { x, y, width, height } = path.getBBox();
                    let inside = 0;
                    for (let column = 0.5; column < 20; column++) {
                        for (let row = 0.5; row < 20; row++) {
                            const spot = new DOMPoint(x + (column * width) / 20, y + (row * height) / 20);
                            if (path.isPointInFill(spot)) inside++;
                        }
                    }
                    return inside / 400;
                });
            expect(fills).toBeGreaterThan(0.4);
            expect(fills).toBeLessThan(0.75);
            await begin(page, 'corners', [person, engine('greedy')]);
            await expect(page.locator('.lj-board .lj-marble')).toHaveCount(18);
            await expect(page.locator('.lj-knight')).toHaveCount(0);
        });
    });
}

test('icons have the sizes that the manifest says, and are there offline', async ({ page, request }) => {
    await page.goto('/');
    const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string; sizes: string; purpose: string }[] };
    const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'));
    expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    const worker = await (await request.get('/service-worker.js')).text();
    for (const { src, sizes } of [...drawn, { src: touch!, sizes: '180x180' }]) {
        const size = await page.evaluate(async (address) => {
            const image = new Image();
            image.src = address;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
        }, src);
        expect(size, src).toBe(sizes);
        expect(worker).toContain(JSON.stringify(src));
    }
});

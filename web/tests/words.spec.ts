import { expect, test } from '@playwright/test';
import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../app/src/words/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>;
const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();

const parts = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${entry.name}/`] : []));
for (const part of ['', ...parts]) {
    for (const file of readdirSync(new URL(part, folder)).filter((name) => /^\w+\.json$/.test(name) && name !== 'en.json')) {
        // Other languages may grow: what they lack is shown in English.
        const isWhole = /^(zh|sv)\.json$/.test(file);
        test(`${isWhole ? 'no word is missing in' : 'what is translated fits in'} ${part}${file}`, () => {
            const [english, other] = [read(`${part}en.json`), read(part + file)];
            if (isWhole) expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
            expect(Object.keys(english)).toEqual(expect.arrayContaining(Object.keys(other)));
            for (const key of Object.keys(other)) {
                expect(other[key], key).not.toBe('');
                expect(gaps(other[key]!), key).toEqual(gaps(english[key]!));
            }
        });
    }
}

test('the page speaks Chinese and Swedish', async ({ browser }) => {
    for (const [locale, word] of [
        ['zh-CN', '新对局'],
        ['sv-SE', 'Nytt parti'],
    ] as const) {
        const page = await browser.newPage({ locale });
        await page.goto('/');
        await expect(page.getByRole('button', { name: word })).toBeVisible();
        await page.close();
    }
});

import { defineConfig } from '@playwright/test';
import { launchOptions } from './chromium.mjs';

// The documents that the program serves too, as `cargo xtask book` makes them.
process.env['LONGJUMP_BOOK'] ??= new URL('../target/book', import.meta.url).pathname;

// Tests that measure time.
const timed = ['timed.spec.ts', 'dev.spec.ts'];

export default defineConfig({
    testDir: 'tests',
    outputDir: 'test-results',
    timeout: 120_000,
    fullyParallel: false,
    workers: 2,
    // What measures time runs alone, after the rest.
    projects: [
        { name: 'pages', testIgnore: timed },
        { name: 'timed', testMatch: timed, dependencies: ['pages'], workers: 1 },
    ],
    reporter: 'list',
    use: {
        baseURL: 'http://127.0.0.1:4173',
        locale: 'en-GB',
        launchOptions,
    },
    // The program that people install serves the site.
    webServer: {
        command: `${process.env.LONGJUMP ?? '../target/debug/longjump'} play --no-open --port 4173`,
        url: 'http://127.0.0.1:4173',
        reuseExistingServer: false,
    },
});

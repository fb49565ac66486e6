import { defineConfig } from '@playwright/test';

const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
];

export default defineConfig({
    testDir: 'tests',
    outputDir: 'test-results',
    timeout: 120_000,
    fullyParallel: false,
    workers: 1,
    reporter: 'list',
    use: {
        baseURL: 'http://127.0.0.1:4173',
        locale: 'en-GB',
        launchOptions: { executablePath: '/usr/bin/chromium', args },
    },
    // The program that people install serves the site.
    webServer: {
        command: `${process.env.LONGJUMP ?? '../target/debug/longjump'} play --no-open --port 4173`,
        url: 'http://127.0.0.1:4173',
        reuseExistingServer: false,
    },
});

// The browser of tests, measurements and pictures: Debian's Chromium without windows, which
// starts pages with half of the work that the one with windows takes.
export const launchOptions = {
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
};

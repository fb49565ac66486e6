import { defineConfig } from 'vite';
import { translations } from './translations.js';

// The embed is built apart from the site and into the same folder: a page of somebody else's shall not load the site,
// nor whoever comes to the site the embed.
export default defineConfig({
    base: './',
    plugins: [translations()],
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // Budgets tell by it what the page loads.
        manifest: '.vite/embed.json',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'embed.html' },
    },
});

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Tests of what is pure, beside what they test; those in tests/ are for a browser.
export default defineConfig({
    plugins: [svelte({ configFile: 'app/svelte.config.js' })],
    test: { include: ['{app,board,engine,report}/src/**/*.test.ts'], environment: 'node' },
});

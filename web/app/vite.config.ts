import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { Game } from '@longjump/engine/node';
import { translations } from './translations.js';

/** The board of a new game of star, so that it is seen before the rules have arrived. */
function firstBoard(): Plugin {
    const name = 'virtual:first-board';
    return {
        name,
        resolveId: (id) => (id === name ? `\0${name}` : undefined),
        load(id) {
            if (id !== `\0${name}`) return undefined;
            const game = new Game('star');
            return `export default ${JSON.stringify({ layout: game.layout(), state: game.state() })}`;
        },
    };
}

/**
 * Writes the service worker with the names of all files, so that everything is kept for offline use;
 * but for nets and the table of distances, which pages keep themselves once they have use for them.
 */
function offline(): Plugin {
    return {
        name: 'offline',
        generateBundle(_, bundle) {
            const kept = readdirSync(new URL('public/', import.meta.url));
            const made = Object.keys(bundle).filter((file) => file !== 'index.html' && !file.endsWith('.zlib'));
            const files = ['./', ...kept, ...made];
            const hash = createHash('sha256');
            for (const file of Object.values(bundle)) hash.update(file.type === 'chunk' ? file.code : file.source);
            const version = hash.digest('hex').slice(0, 12);
            const source = readFileSync(new URL('src/service-worker.js', import.meta.url), 'utf8')
                .replace('__VERSION__', JSON.stringify(version))
                .replace('__FILES__', JSON.stringify(files));
            this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
        },
    };
}

const program = process.env['LONGJUMP_SERVER'] ?? 'http://127.0.0.1:4766';

export default defineConfig({
    base: './',
    plugins: [translations(), svelte(), firstBoard(), offline()],
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // Budgets tell by it what each page loads.
        manifest: true,
        // What the start page needs stays one file, however many pages share parts of it.
        rolldownOptions: {
            output: {
                codeSplitting: {
                    groups: [
                        { name: 'start', tags: ['$initial'] },
                        // What the pages of the service share, in one file for the pages that need most of it.
                        { name: 'service', test: /lib[\\/]online[\\/](api|messages|pulse|who\.svelte|connection\.svelte)\.ts$/ },
                    ],
                },
            },
        },
    },
    worker: { format: 'es' },
    // Everything but the site itself is asked of a running program.
    server: { fs: { allow: ['..'] }, proxy: { '/api': { target: program, ws: true }, '/book': program } },
});

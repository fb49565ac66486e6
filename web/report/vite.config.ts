import { defineConfig } from 'vite';

// Beside the site, so that the program has them built in; nothing of the site asks for them.
export default defineConfig({
    build: {
        target: 'es2022',
        outDir: '../app/dist/report',
        emptyOutDir: true,
        lib: { entry: 'src/main.ts', formats: ['iife'], name: 'report', fileName: () => 'report.js', cssFileName: 'report' },
    },
});

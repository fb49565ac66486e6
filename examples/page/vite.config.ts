import { defineConfig } from 'vite';

export default defineConfig({
    // The engine starts a worker, which it would no longer find from where Vite's development server puts packages.
    optimizeDeps: { exclude: ['@longjump/engine'] },
});

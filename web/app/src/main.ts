import { mount } from 'svelte';
import '@longjump/board/board.css';
import '@longjump/theme/theme.css';
import '@longjump/theme/base.css';
import './app.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('service-worker.js').catch(() => undefined);
}

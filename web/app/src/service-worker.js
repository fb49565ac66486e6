// Keeps the whole site on the device: what is asked for comes from there first.

const VERSION = __VERSION__;
const FILES = __FILES__;
/** Kept by pages, whatever the version. */
const ASSETS = 'assets';

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
    self.skipWaiting();
});

self.addEventListener('activate', (event) => {
    const old = caches.keys().then((names) => names.filter((name) => name !== VERSION && name !== ASSETS));
    event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
    self.clients.claim();
});

self.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url);
    // What the service says is never kept, and its streams last longer than this worker; documents are not of the site.
    const isOurs = origin === self.location.origin && !/^\/(api|book)\//.test(pathname);
    if (event.request.method !== 'GET' || !isOurs) return;
    const answer = caches.match(event.request, { ignoreSearch: event.request.mode === 'navigate', ignoreVary: true });
    event.respondWith(answer.then((kept) => kept ?? fetch(event.request)));
});

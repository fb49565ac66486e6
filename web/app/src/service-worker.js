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

// Word of a turn, from the service by way of the browser's push service.
self.addEventListener('push', (event) => event.waitUntil(tell(event.data.json())));

async function tell({ title, text, game }) {
    const pages = await self.clients.matchAll({ type: 'window' });
    // A page that is looked at tells it itself.
    if (pages.some((page) => page.visibilityState === 'visible')) return;
    // A newer one of the same game takes its place.
    await self.registration.showNotification(title, { body: text, tag: game, icon: 'icon-192.png', data: game });
}

self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(new URL(`#/game/${event.notification.data}`, self.registration.scope)));
});

async function open(url) {
    const [page] = await self.clients.matchAll({ type: 'window' });
    if (page === undefined) return self.clients.openWindow(url);
    await page.navigate(url);
    return page.focus();
}

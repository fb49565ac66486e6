// What engines play better with and can do without, for pages to fetch when they have time. Read by Vite.

const found = import.meta.glob<string>('./pkg/*.zlib', { query: '?url', import: 'default', eager: true });

/** Addresses of nets and tables, by name: `star.net`, `star7.race`. */
export const assets: Record<string, string> = Object.fromEntries(Object.entries(found).map(([path, address]) => [path.replace(/^.*\/|\.zlib$/g, ''), address]));

// What engines play better with and can do without, for pages to fetch when they have time. Each address is
// written out, as that is how bundlers find the files.

/** Addresses of nets and tables, by name; the files are packed (zlib). */
export const assets: Record<string, string> = {
    'corners.net': new URL('../pkg/corners.net.zlib', import.meta.url).href,
    'corners-race.net': new URL('../pkg/corners-race.net.zlib', import.meta.url).href,
    'diamond.net': new URL('../pkg/diamond.net.zlib', import.meta.url).href,
    'knightthrough.net': new URL('../pkg/knightthrough.net.zlib', import.meta.url).href,
    'star.net': new URL('../pkg/star.net.zlib', import.meta.url).href,
    'star-many.net': new URL('../pkg/star-many.net.zlib', import.meta.url).href,
    'star-open.net': new URL('../pkg/star-open.net.zlib', import.meta.url).href,
    'star-super.net': new URL('../pkg/star-super.net.zlib', import.meta.url).href,
    'star7.race': new URL('../pkg/star7.race.zlib', import.meta.url).href,
};

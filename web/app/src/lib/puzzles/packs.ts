// Packs of puzzles are fetched once they are wanted, or when the page has time, and stay on the device.

import { unpacked } from '../assets.svelte.js';
import { PACKS, readPack, type Pack, type PackFile, type PackName } from './puzzle.js';

const addresses: Record<PackName, string> = {
    star: new URL('../../packs/star.puzzles.zlib', import.meta.url).href,
    knightthrough: new URL('../../packs/knightthrough.puzzles.zlib', import.meta.url).href,
    diamond: new URL('../../packs/diamond.puzzles.zlib', import.meta.url).href,
    minicheckers: new URL('../../packs/minicheckers.puzzles.zlib', import.meta.url).href,
    corners: new URL('../../packs/corners.puzzles.zlib', import.meta.url).href,
    'star-3': new URL('../../packs/star-3.puzzles.zlib', import.meta.url).href,
};

const requests = new Map<PackName, Promise<Pack>>();

/** A pack, fetched once and kept on the device; what failed is asked for anew. */
export function loadPack(name: PackName): Promise<Pack> {
    const request = requests.get(name) ?? fetched(name);
    requests.set(name, request);
    request.catch(() => requests.delete(name));
    return request;
}

async function fetched(name: PackName): Promise<Pack> {
    const blob = await unpacked(addresses[name]);
    if (!blob) throw new Error(`${addresses[name]} can't be loaded`);
    return readPack(JSON.parse(await blob.text()) as PackFile);
}

/** Fetches the packs that are not here yet, one after the other, so that all of them are on the device. */
export async function loadOthers(): Promise<void> {
    for (const name of PACKS) await loadPack(name).catch(() => undefined);
}

// What engines play better with and can do without, nets and the table of exact distances: fetched when
// there is time, once, and kept on the device.

import { assets } from '@longjump/engine/assets';
import { nameOf } from './plan.js';
import { rules, type Race, type Rules } from './rules.js';

const many = assets['star-many.net']!;
const table = assets['star7.race']!;
/** Nets are for the usual rules, whose spec is the game's name and the seats; the table is for the board of a game. */
const NETS: Record<string, string> = {
    star: assets['star.net']!,
    diamond: assets['diamond.net']!,
    corners: assets['corners.net']!,
    knightthrough: assets['knightthrough.net']!,
    'star:seats=3': many,
    'star:seats=4': many,
    'star:seats=5': many,
    'star:seats=6': many,
};
const TABLES: Record<string, string> = { star: table, diamond: table };

/** Where what a game has use for is found. The net first: it is small, and of use from the first move on. */
const wantedFor = (spec: string): string[] => [NETS[spec], TABLES[nameOf(spec)]].filter((address) => address !== undefined);

/** What has come, by its address; nothing for what did not. */
let come: Record<string, Blob | undefined> = $state.raw({});
const asked = new Map<string, Promise<void>>();

/** What is here for engines of a game, and where it is from. */
export const assetsOf = (spec: string): [string, Blob][] => wantedFor(spec).flatMap((address) => (come[address] ? [[address, come[address]]] : []));

/** Whether engines of a game have to play without the net that there should be for it. */
export function lacksNet(spec: string): boolean {
    const net = NETS[spec];
    return net !== undefined && net in come && !come[net];
}

/** Has fetched what a game has use for, once the page has nothing else to do; kept when all is here or won't come. */
export async function loadAssets(spec: string): Promise<void> {
    for (const address of wantedFor(spec)) {
        if (!asked.has(address)) asked.set(address, load(address));
        await asked.get(address);
    }
}

async function load(address: string): Promise<void> {
    // Safari has no such callback yet.
    const whenIdle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 500));
    await new Promise<void>((resolve) => whenIdle(() => resolve()));
    const unpacked = await new Promise<Blob | undefined>((resolve) => {
        const worker = new Worker(new URL('./assets.worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => resolve(undefined);
        worker.postMessage(address);
    });
    // Everything works without; the next game asks again.
    if (!unpacked) asked.delete(address);
    else if (address === table) (await rules).supply(new Uint8Array(await unpacked.arrayBuffer()));
    come = { ...come, [address]: unpacked };
}

/** The race that a position is, if its end is certain; whoever shows it hears of the table's arrival. */
export function raceAt(rules: Rules, spec: string, position: string): Race | undefined {
    void come;
    return rules.raceAt(spec, position);
}

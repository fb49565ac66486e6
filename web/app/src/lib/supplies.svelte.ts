// What engines play better with and can do without, nets and the table of exact distances: fetched when
// there is time, once, and kept on the device.

import table from '../../../engine/star7.race.zlib?url';
import { nameOf } from './plan.js';
import { rules, type Race, type Rules } from './rules.js';

const nets = import.meta.glob<string>('../../../engine/*.net.zlib', { query: '?url', import: 'default', eager: true });
const netOf = (game: string): string | undefined => nets[`../../../engine/${game}.net.zlib`];

/** Where what a game has use for is found. The net first: it is small, and of use from the first move on. */
function wantedFor(spec: string): string[] {
    const game = nameOf(spec);
    const distances = ['star', 'diamond'].includes(game) ? [table] : [];
    return [netOf(game) ?? [], distances].flat();
}

let here: ReadonlyMap<string, Blob> = $state.raw(new Map());
let missing: readonly string[] = $state.raw([]);
const asked = new Map<string, Promise<void>>();

/** What is here for engines of a game, by its address. */
export const suppliesFor = (spec: string): [string, Blob][] => [...here].filter(([address]) => wantedFor(spec).includes(address));

/** Whether engines of a game have to play without the net that there should be for it. */
export const lacksNet = (spec: string): boolean => missing.includes(netOf(nameOf(spec)) ?? '');

/** Has fetched what a game has use for, once the page has nothing else to do; kept when all is here or won't come. */
export async function wantSupplies(spec: string): Promise<void> {
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
        const worker = new Worker(new URL('./supplies.worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => resolve(undefined);
        worker.postMessage(address);
    });
    missing = missing.filter((other) => other !== address);
    if (unpacked) {
        if (address === table) (await rules).supply(new Uint8Array(await unpacked.arrayBuffer()));
        here = new Map([...here, [address, unpacked]]);
    } else {
        // Everything works without; the next game asks again.
        missing = [...missing, address];
        asked.delete(address);
    }
}

/** The race that a position is, if its end is certain; whoever shows it hears of the table's arrival. */
export function raceAt(rules: Rules, spec: string, position: string): Race | undefined {
    void here;
    return rules.raceAt(spec, position);
}

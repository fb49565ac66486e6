// The table of exact distances: fetched when there is time, once, and kept on the device.

import address from '../../../engine/star7.race.zlib?url';
import { nameOf } from './plan.js';
import { rules, type Race, type Rules } from './rules.js';

/** Where races are; the other games do without. */
const GAMES = ['star', 'diamond'];

let table: Blob | undefined = $state.raw();
let isAskedFor = false;
let arrive: () => void;
/** Kept once the table is here; never, if it does not come. */
export const arrival = new Promise<void>((resolve) => (arrive = resolve));

/** The table for engines of a game, if the game has use for it and it is here. */
export const distancesFor = (spec: string): Blob | undefined => (GAMES.includes(nameOf(spec)) ? table : undefined);

/** Has the table fetched for a game that has use for it, once the page has nothing else to do. */
export function wantDistances(spec: string): void {
    if (isAskedFor || !GAMES.includes(nameOf(spec))) return;
    isAskedFor = true;
    // Safari has no such callback yet.
    const whenIdle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 500));
    whenIdle(() => {
        // Everything works without; the next game asks again.
        load().catch(() => (isAskedFor = false));
    });
}

async function load(): Promise<void> {
    const unpacked = await new Promise<Blob | undefined>((resolve, reject) => {
        const worker = new Worker(new URL('./distances.worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error('the worker did not start'));
        worker.postMessage(address);
    });
    if (!unpacked) throw new Error('the table did not arrive');
    (await rules).supplyDistances(new Uint8Array(await unpacked.arrayBuffer()));
    table = unpacked;
    arrive();
}

/** The race that a position is, if its end is certain; whoever shows it hears of the table's arrival. */
export function raceAt(rules: Rules, spec: string, position: string): Race | undefined {
    void table;
    return rules.raceAt(spec, position);
}

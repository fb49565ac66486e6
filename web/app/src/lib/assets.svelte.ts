// Lazy assets: nets and the table of exact distances, which engines play better with and can do without.
// They are fetched once, when there is time, and kept on the device.

import { assets } from '@longjump/engine/assets';
import { rules, type Race, type Rules } from './rules.js';

/** The names of each game's assets; those of most use first. */
const names = new Map<string, string[]>();
/** What has been loaded, by name; nothing for what failed. */
let loaded: Record<string, Blob | undefined> = $state.raw({});
const requests = new Map<string, Promise<void>>();

const isNet = (name: string): boolean => name.endsWith('.net');

/** The assets for engines of a game that have been loaded, with their names. */
export function assetsOf(spec: string): [string, Blob][] {
    return (names.get(spec) ?? []).flatMap((name) => (loaded[name] ? [[name, loaded[name]]] : []));
}

/** Whether the net of a game could not be loaded, so that its engines play without. */
export function lacksNet(spec: string): boolean {
    const here = loaded;
    return (names.get(spec) ?? []).some((name) => isNet(name) && name in here && !here[name]);
}

/** Loads the assets of a game once the page has nothing else to do; done when all are here or have failed. */
export async function loadAssets(spec: string): Promise<void> {
    if (!names.has(spec)) names.set(spec, (await rules).assetsFor(spec));
    for (const name of names.get(spec)!) await request(name);
}

/** How long an engine waits for its net, in milliseconds. */
const NET_PATIENCE = 3_000;
/** Called when somebody waits for a net: it is not to wait until the page has nothing else to do. */
let hurry: () => void = () => undefined;
const hurried = new Promise<void>((resolve) => (hurry = resolve));

/** Done when the net of a game is here or has failed, or has taken too long. */
export async function netOf(spec: string): Promise<void> {
    hurry();
    const nets = (await rules).assetsFor(spec).filter(isNet);
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, NET_PATIENCE));
    await Promise.race([tooLong, Promise.all(nets.map(request))]);
}

/** How long nothing may arrive, in milliseconds, before it is asked for anew. */
const PATIENCE = 10_000;

/** What a worker fetches, unpacks and keeps; nothing if that fails or comes to a halt. */
export function unpacked(address: string): Promise<Blob | undefined> {
    return new Promise((resolve) => {
        const worker = new Worker(new URL('./assets.worker.ts', import.meta.url), { type: 'module' });
        let halted: number | undefined;
        const end = (blob?: Blob): void => {
            clearTimeout(halted);
            resolve(blob);
        };
        const giveUp = (): void => {
            worker.terminate();
            end();
        };
        const wait = (): void => {
            clearTimeout(halted);
            halted = window.setTimeout(giveUp, PATIENCE);
        };
        worker.onmessage = ({ data }: MessageEvent<'alive' | Blob | undefined>) => (data === 'alive' ? wait() : end(data));
        worker.onerror = () => end();
        worker.postMessage(address);
        wait();
    });
}

/** Loads an asset once. */
function request(name: string): Promise<void> {
    if (!requests.has(name)) requests.set(name, load(name));
    return requests.get(name)!;
}

async function load(name: string): Promise<void> {
    // Safari has no such callback yet.
    const whenIdle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 500));
    const idle = new Promise<void>((resolve) => whenIdle(() => resolve(), { timeout: PATIENCE }));
    await (isNet(name) ? Promise.race([idle, hurried]) : idle);
    const address = assets[name]!;
    const blob = (await unpacked(address)) ?? (await unpacked(address));
    // Everything works without; the next game asks again.
    if (!blob) requests.delete(name);
    // The page itself asks the table who wins a race; nets are for engines alone.
    else if (!isNet(name)) (await rules).addAsset(new Uint8Array(await blob.arrayBuffer()));
    loaded = { ...loaded, [name]: blob };
}

/** The race that a position is, if its end is certain; whoever shows it is updated when the table arrives. */
export function raceAt(rules: Rules, spec: string, position: string): Race | undefined {
    void loaded;
    return rules.raceAt(spec, position);
}

// The analyses that are kept on this device.

import type { Study } from './record.js';
import { merge, type Path } from './tree.js';

export interface Kept extends Study {
    id: string;
    /** What the person calls it; nothing if they have not said. */
    name: string;
    /** Where they were in it. */
    path: Path;
    /** When it was written last. */
    changed: number;
    /** Grows with everything written, so that one tab sees what another has done. */
    version: number;
}

const STORE = 'analyses';
/** What a page that was left could not wait for is kept here, to be written when the next one opens. */
const UNWRITTEN = 'longjump-unwritten-';

function settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
    });
}

/** What was asked of a store is done for good. */
function completed({ transaction }: IDBObjectStore): Promise<void> {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error!);
    });
}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    opening ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('longjump', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
    });
    opening.catch(() => (opening = undefined));
    return opening;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** All of them, those changed last first. */
export async function list(): Promise<Kept[]> {
    const all = (await settled((await store('readonly')).getAll())) as Kept[];
    return all.sort((one, other) => other.changed - one.changed);
}

export async function find(id: string): Promise<Kept | undefined> {
    return (await settled((await store('readonly')).get(id))) as Kept | undefined;
}

/** Writes an analysis. Where another tab has written meanwhile, everything of both is kept; returns what is kept now. */
export async function write(mine: Kept): Promise<Kept> {
    const kept = await store('readwrite');
    const theirs = (await settled(kept.get(mine.id))) as Kept | undefined;
    const isNews = theirs !== undefined && theirs.version !== mine.version;
    const written: Kept = {
        ...mine,
        root: isNews ? merge(mine.root, theirs.root) : mine.root,
        name: isNews ? theirs.name : mine.name,
        changed: Date.now(),
        version: (theirs?.version ?? mine.version) + 1,
    };
    kept.put(written);
    await completed(kept);
    return written;
}

export async function rename(id: string, name: string): Promise<void> {
    const kept = await store('readwrite');
    const old = (await settled(kept.get(id))) as Kept | undefined;
    if (old) kept.put({ ...old, name, version: old.version + 1 });
    await completed(kept);
}

export async function remove(id: string): Promise<void> {
    const kept = await store('readwrite');
    kept.delete(id);
    await completed(kept);
}

/** Keeps what there is no time to write any more. */
export function setAside(mine: Kept): void {
    localStorage.setItem(UNWRITTEN + mine.id, JSON.stringify(mine));
}

/** What was set aside has been written. */
export function dropAside(id: string): void {
    localStorage.removeItem(UNWRITTEN + id);
}

/** Writes what was set aside. */
export async function recover(): Promise<void> {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(UNWRITTEN))) {
        await write(JSON.parse(localStorage.getItem(key)!) as Kept);
        localStorage.removeItem(key);
    }
}

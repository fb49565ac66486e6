// This browser as one that is told of turns while no page of ours is open.

import type { AccountView } from '@longjump/wire/account';
import type { NewDevice } from '@longjump/wire/notice';
import { language } from '../words.svelte.js';
import { ask } from './api.js';

/** Whether this browser shows what is sent to it. */
export const canBeTold = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const own = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Where messages to this browser go, if any do. */
export async function ownEndpoint(): Promise<string | undefined> {
    return canBeTold() ? (await own())?.endpoint : undefined;
}

/** Whoever owns it may have said no, or its push service can't be reached. */
export class NotTold extends Error {
    constructor(readonly code: 'push_denied' | 'push_away') {
        super(code);
    }
}

/** Asks whether it may, and has this browser told from now on. */
export async function tellHere(key: string): Promise<AccountView> {
    if ((await Notification.requestPermission()) !== 'granted') throw new NotTold('push_denied');
    // One for another key takes no messages of ours.
    await (await own())?.unsubscribe();
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => undefined);
    const { endpoint, keys } = subscription?.toJSON() ?? {};
    if (endpoint === undefined || keys === undefined) throw new NotTold('push_away');
    return ask('POST', 'account/devices', { endpoint, public_key: keys['p256dh']!, auth: keys['auth']!, language: language() } satisfies NewDevice);
}

/** A browser is told no more; if it is this one, it takes nothing any more either. */
export async function tellNoMore(id: number, endpoint: string): Promise<AccountView> {
    const subscription = canBeTold() ? await own() : undefined;
    if (subscription?.endpoint === endpoint) await subscription.unsubscribe();
    return ask('DELETE', `account/devices/${id}`);
}

// What the person has chosen for good, kept on the device.

import { MediaQuery } from 'svelte/reactivity';

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type BoardStyle = 'oak' | 'walnut' | 'slate';
export type MarbleStyle = 'glass' | 'flat';
/** How fast moves follow each other in games with many seats. */
export type Speed = 'slow' | 'normal' | 'fast';

const KEY = 'longjump-settings';
const defaults = {
    theme: 'auto' as Theme,
    board: 'oak' as BoardStyle,
    marbles: 'glass' as MarbleStyle,
    coordinates: false,
    sound: true,
    speed: 'normal' as Speed,
    language: '',
};

export type Settings = typeof defaults;

function read(): Settings {
    try {
        return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
    } catch {
        return { ...defaults };
    }
}

export const settings: Settings = $state(read());

const prefersDark = new MediaQuery('(prefers-color-scheme: dark)');

/** Keeps the settings and shows them on the page, whenever one changes. */
export function followSettings(): void {
    $effect(() => {
        keep(KEY, JSON.stringify(settings));
        const { dataset } = document.documentElement;
        const preferred = prefersDark.current ? 'dark' : 'light';
        dataset['theme'] = settings.theme === 'auto' ? preferred : settings.theme;
        dataset['board'] = settings.board;
        dataset['marbles'] = settings.marbles;
        dataset['coordinates'] = String(settings.coordinates);
    });
}

/** Keeps a text on the device, if there is room and it is allowed. */
export function keep(key: string, text: string): void {
    try {
        localStorage.setItem(key, text);
    } catch {
        // A private window or a full disk: the page works without.
    }
}

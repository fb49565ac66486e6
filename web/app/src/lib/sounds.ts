// Small synthesised sounds: a marble on wood, and two notes at the end.

import { settings } from './settings.svelte.js';

let context: AudioContext | undefined;

function note(frequency: number, at: number, length: number, loudness: number, type: OscillatorType): void {
    if (!context) return;
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(frequency, start);
    tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
}

function isAudible(): boolean {
    if (!settings.sound) return false;
    // Browsers only let a page sound once it has been touched.
    if (!navigator.userActivation?.hasBeenActive) return false;
    context ??= new AudioContext();
    return true;
}

/** A marble lands, once for every hop. */
export function soundOfMove(hops: number): void {
    if (!isAudible()) return;
    const gap = Math.min(0.22, 0.6 / hops);
    for (let hop = 1; hop <= hops; hop++) note(420 + 40 * hop, hop * gap, 0.07, 0.18, 'triangle');
}

export function soundOfEnd(): void {
    if (!isAudible()) return;
    note(523, 0.5, 0.5, 0.12, 'sine');
    note(784, 0.65, 0.6, 0.12, 'sine');
}

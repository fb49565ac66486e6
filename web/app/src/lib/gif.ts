// A line of moves as a GIF.

import { GIFEncoder, applyPalette, quantize } from 'gifenc';
import { Studio, paint, type Scene } from './picture.js';

const HEIGHT = 480;
/** How long a position is seen, in milliseconds, and how long the last. */
const DELAY = 900;
const LAST_DELAY = 3000;

/** Positions one after the other; `told` hears how many are done. */
export async function gif(scenes: Scene[], told: (done: number) => void): Promise<Blob> {
    const studio = new Studio(scenes[0]!);
    try {
        const background = getComputedStyle(document.documentElement).getPropertyValue('--page');
        const pixelsOf = async (scene: Scene) => {
            const canvas = await paint(studio.draw(scene), studio.size(), HEIGHT, background);
            return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        };
        const encoder = GIFEncoder();
        // Marbles only move, so one palette does for all; the line of the last move and shapes come later.
        const samples = await Promise.all([scenes[0]!, scenes[scenes.length >> 1]!, scenes.at(-1)!].map(pixelsOf));
        const palette = quantize(together(samples), 256);
        for (const [index, scene] of scenes.entries()) {
            const { data, width, height } = await pixelsOf(scene);
            const delay = index === scenes.length - 1 ? LAST_DELAY : DELAY;
            encoder.writeFrame(applyPalette(data, palette), width, height, { delay, ...(index === 0 ? { palette } : {}) });
            told(index + 1);
        }
        encoder.finish();
        return new Blob([encoder.bytes().slice()], { type: 'image/gif' });
    } finally {
        studio.close();
    }
}

function together(images: ImageData[]): Uint8Array {
    const all = new Uint8Array(images.reduce((sum, { data }) => sum + data.length, 0));
    images.reduce((at, { data }) => (all.set(data, at), at + data.length), 0);
    return all;
}

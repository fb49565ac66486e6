declare module 'gifenc' {
    export type Palette = number[][];
    export function GIFEncoder(): {
        writeFrame: (index: Uint8Array, width: number, height: number, options: { palette?: Palette; delay?: number }) => void;
        finish: () => void;
        bytes: () => Uint8Array<ArrayBuffer>;
    };
    export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number): Palette;
    export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
}

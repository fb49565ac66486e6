// Pictures of positions: drawn by a board of their own that nobody sees, in the style of the page.

import { createBoard, type Board } from '@longjump/board';
import { ShapeLayer } from '@longjump/board/shapes';
import { drawnOn } from './drawn.js';
import type { BoardLayout } from './rules.js';
import { boardWords } from './say.js';
import type { Shape } from './tree.js';

/** What a picture shows. */
export interface Scene {
    layout: BoardLayout;
    pieces: (number | undefined | null)[];
    bottom: number;
    /** The places of the last move. */
    last: number[];
    shapes: Shape[];
}

/** What style sheets say about a drawing, and what it is without them. */
const STYLES: Record<string, string> = {
    fill: 'rgb(0, 0, 0)',
    stroke: 'none',
    'stroke-width': '1px',
    'stroke-linecap': 'butt',
    'stroke-linejoin': 'miter',
    opacity: '1',
    filter: 'none',
    'stop-color': 'rgb(0, 0, 0)',
    'stop-opacity': '1',
    'text-anchor': 'start',
    display: 'inline',
};
/** Room for the board's shadow. */
const MARGIN = 16;

export class Studio {
    private readonly place = document.createElement('div');
    private readonly board: Board;
    private readonly layer: ShapeLayer;
    private readonly styled = new WeakSet<Element>();

    constructor(first: Scene) {
        this.place.inert = true;
        this.place.style.cssText = 'position:fixed;left:-200vw;top:0;width:480px;height:480px';
        document.body.append(this.place);
        this.board = createBoard(this.place, boardState(first), { move: () => undefined });
        this.layer = new ShapeLayer(this.board, { draw: () => undefined, begun: () => undefined, letGo: () => undefined });
    }

    /** A picture as the text of an SVG file. */
    draw(scene: Scene): string {
        this.board.show(boardState(scene));
        this.layer.show(drawnOn(scene.layout, scene.shapes), '', false);
        const { root } = this.board;
        const [x, y, width, height] = this.size();
        root.setAttribute('viewBox', [x, y, width, height].join(' '));
        root.setAttribute('width', String(width));
        root.setAttribute('height', String(height));
        for (const element of root.querySelectorAll<SVGElement>('*')) this.inline(element);
        return new XMLSerializer().serializeToString(root);
    }

    /** Left, top, width and height of the picture. */
    size(): [number, number, number, number] {
        const [x, y, width, height] = this.board.view().box;
        return [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    }

    /** Writes what style sheets say into the drawing, once for each part. */
    private inline(element: SVGElement): void {
        if (this.styled.has(element)) return;
        this.styled.add(element);
        const computed = getComputedStyle(element);
        for (const [name, usual] of Object.entries(STYLES)) {
            const value = computed.getPropertyValue(name);
            if (value !== usual) element.style.setProperty(name, value);
        }
        if (element.tagName === 'text') element.style.font = '600 11px sans-serif';
    }

    close(): void {
        this.board.destroy();
        this.place.remove();
    }
}

function boardState({ layout, pieces, bottom, last }: Scene): Parameters<Board['show']>[0] {
    return { layout, pieces, moves: [], bottom, last, arrows: [], isFree: false, words: boardWords(layout, '') };
}

/** Paints an SVG file onto a canvas of this height, on a background if one is given. */
export async function paint(
    file: string,
    [, , width, height]: [number, number, number, number],
    pixels: number,
    background?: string,
): Promise<HTMLCanvasElement> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(file)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.height = pixels;
    canvas.width = Math.round((pixels * width) / height);
    const context = canvas.getContext('2d', { willReadFrequently: background !== undefined })!;
    if (background !== undefined) {
        context.fillStyle = background;
        context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
}

/** A picture as a PNG file. */
export async function png(scene: Scene): Promise<Blob> {
    const studio = new Studio(scene);
    try {
        const canvas = await paint(studio.draw(scene), studio.size(), 1200);
        return await new Promise((resolve, reject) => {
            canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
        });
    } finally {
        studio.close();
    }
}

/** A picture as an SVG file. */
export function svgFile(scene: Scene): Blob {
    const studio = new Studio(scene);
    const text = studio.draw(scene);
    studio.close();
    return new Blob([text], { type: 'image/svg+xml' });
}

// Small helpers to write SVG.

const NAMESPACE = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;

export function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, children: SVGElement[] = []): SVGElementTagNameMap[K] {
    const element = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
}

/** A path through spots. */
export function pathThrough(spots: { x: number; y: number }[]): string {
    return spots.map((spot, index) => `${index === 0 ? 'M' : 'L'}${spot.x} ${spot.y}`).join('');
}

const HEAD = 16.8;

/** An arrow along spots, with its head at the last. */
export function arrow(spots: { x: number; y: number }[], name: string): SVGGElement {
    const [start, end] = [spots.at(-2)!, spots.at(-1)!];
    const angle = Math.atan2(end.y - start.y, end.x - start.x);
    const back = { x: end.x - HEAD * Math.cos(angle), y: end.y - HEAD * Math.sin(angle) };
    const side = (turn: number) => ({ x: back.x + HEAD * 0.55 * Math.cos(angle + turn), y: back.y + HEAD * 0.55 * Math.sin(angle + turn) });
    return svg('g', { class: name }, [
        svg('path', { d: pathThrough([...spots.slice(0, -1), back]), class: 'lj-shaft' }),
        svg('path', { d: `${pathThrough([side(Math.PI / 2), end, side(-Math.PI / 2)])}Z`, class: 'lj-head' }),
    ]);
}

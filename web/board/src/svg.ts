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

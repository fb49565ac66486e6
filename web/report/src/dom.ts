// Small helpers to write the page.

export type Child = Node | string | number | undefined | null | false;
export type Attributes = Record<string, string | number | boolean | undefined>;

export function element<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === undefined || value === false) continue;
        made.setAttribute(key, value === true ? '' : String(value));
    }
    made.append(...present(children));
    return made;
}

export function present(children: Child[]): (Node | string)[] {
    return children
        .filter((child) => child !== undefined && child !== null && child !== false)
        .map((child) => (typeof child === 'number' ? String(child) : child));
}

export function button(label: Child, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
    const made = element('button', { type: 'button', ...attributes }, label);
    made.addEventListener('click', press);
    return made;
}

/** Specs have no spaces; they may be broken after their signs. */
export function breakable(words: string): DocumentFragment {
    const fragment = document.createDocumentFragment();
    words.split(/(?<=[/:,])/).forEach((part, index) => fragment.append(...(index > 0 ? [document.createElement('wbr')] : []), part));
    return fragment;
}

/** Words for those who listen. */
export const unseen = (words: string): HTMLElement => element('span', { class: 'hidden-label' }, words);

export function section(id: string, heading: string, ...children: Child[]): HTMLElement {
    return element('section', { id, class: 'panel', 'aria-labelledby': `${id}-heading` }, element('h2', { id: `${id}-heading` }, heading), ...children);
}

export interface Choice {
    value: string;
    label: string;
}

export function choose(label: string, choices: Choice[], changed: (value: string) => void): { root: HTMLElement; select: HTMLSelectElement } {
    const select = element('select', {}, ...choices.map(({ value, label }) => element('option', { value }, label)));
    select.addEventListener('change', () => changed(select.value));
    return { root: element('label', { class: 'choice' }, element('span', {}, label), select), select };
}

/** A box that scrolls sideways by itself; it can be reached by key only when it does scroll. */
export function scrolling(label: string, ...children: Child[]): HTMLElement {
    const box = element('div', { class: 'scrolling', role: 'group', 'aria-label': label }, ...children);
    const observer = new ResizeObserver(() => {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
    });
    // What is in it changes too.
    for (const part of [box, ...box.children]) observer.observe(part);
    return box;
}

/** Draws anew whenever its width changes, so that letters keep their size. */
export function responsive(box: HTMLElement, draw: (width: number) => SVGElement): () => void {
    let width = 0;
    const redraw = (): void => {
        if (width > 0) box.replaceChildren(draw(width));
    };
    new ResizeObserver(([entry]) => {
        const next = Math.round(entry!.contentRect.width);
        if (next === width) return;
        width = next;
        redraw();
    }).observe(box);
    return redraw;
}

// Tables: captioned, sortable where it makes sense, and short until asked for more.

import { button, element, present, scrolling, unseen, type Attributes, type Child } from './dom.js';

export interface Column<Row> {
    head: string;
    /** What the heading means, where it is too short to say. */
    hint?: string;
    cell: (row: Row, index: number) => Child | Child[];
    /** The cell that names its row. */
    isName?: boolean;
    /** Words stand to the left, figures to the right. */
    isText?: boolean;
    /** Sorts by this when the heading is pressed. */
    order?: (row: Row) => number | string;
}

export interface TableOptions<Row> {
    /** Whether the caption only is for those who listen: a heading says it already. */
    isCaptionUnseen?: boolean;
    /** So many rows are shown until all are asked for. */
    most?: number;
    name?: string;
    row?: (row: Row) => Attributes;
}

export interface Table<Row> {
    root: HTMLElement;
    fill: (rows: Row[]) => void;
}

export function createTable<Row>(caption: string, columns: Column<Row>[], first: Row[], options: TableOptions<Row> = {}): Table<Row> {
    let rows = first;
    let isWhole = false;
    let sorted: { column: number; isDown: boolean } | undefined;
    const body = element('tbody');
    const more = button(
        '',
        () => {
            isWhole = true;
            fill();
        },
        { class: 'more' },
    );

    const heads = columns.map((column, index) => {
        const words: Child[] = [column.head, column.hint ? unseen(` (${column.hint})`) : undefined];
        const kind = column.isText || column.isName ? 'words' : undefined;
        const head = element('th', { scope: 'col', class: kind, title: column.hint });
        if (column.order) head.append(button(element('span', {}, ...words), () => sortBy(index), { class: 'sort' }));
        else head.append(...present(words));
        return head;
    });
    const sortBy = (column: number): void => {
        sorted = { column, isDown: sorted?.column === column ? !sorted.isDown : !columns[column]!.isName };
        heads.forEach((head, index) => {
            if (index === column) head.setAttribute('aria-sort', sorted!.isDown ? 'descending' : 'ascending');
            else head.removeAttribute('aria-sort');
        });
        fill();
    };
    const inOrder = (): Row[] => {
        const order = sorted && columns[sorted.column]!.order;
        if (!sorted || !order) return rows;
        const sign = sorted.isDown ? -1 : 1;
        return [...rows].sort((a, b) => {
            const [x, y] = [order(a), order(b)];
            return sign * (x < y ? -1 : x > y ? 1 : 0);
        });
    };
    const fill = (): void => {
        const most = isWhole ? Infinity : (options.most ?? Infinity);
        const shown = inOrder().slice(0, most);
        body.replaceChildren(...shown.map((row, index) => element('tr', options.row?.(row), ...columns.map((column) => cellOf(column, row, index)))));
        more.hidden = shown.length === rows.length;
        more.textContent = `Show all ${rows.length}`;
    };
    fill();
    const table = element(
        'table',
        { class: options.name },
        element('caption', options.isCaptionUnseen ? { class: 'hidden-label' } : {}, caption),
        element('thead', {}, element('tr', {}, ...heads)),
        body,
    );
    return {
        root: element('div', { class: 'table' }, scrolling(caption, table), more),
        fill: (next) => {
            rows = next;
            fill();
        },
    };
}

function cellOf<Row>(column: Column<Row>, row: Row, index: number): HTMLElement {
    const content = column.cell(row, index);
    const children = Array.isArray(content) ? content : [content];
    if (column.isName) return element('th', { scope: 'row', class: 'words' }, ...children);
    return element('td', { class: column.isText ? 'words' : undefined }, ...children);
}

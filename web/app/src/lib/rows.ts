// A tree of moves as rows to be read: a line goes on until it branches, then its variations follow, indented.

import type { Node } from './tree.js';

export interface Cell {
    /** The moves up to this one, joined. */
    key: string;
    move: string;
    /** The round, where it is said. */
    number: string;
    comment: string;
    hasShapes: boolean;
}

export interface Row {
    depth: number;
    cells: Cell[];
}

/** The rows of a tree of a game for so many. */
export function rowsOf(root: Node, seats: number): Row[] {
    const rows: Row[] = [];
    const begin = (depth: number): Row => {
        const row = { depth, cells: [] };
        rows.push(row);
        return row;
    };
    const add = (row: Row, node: Node, key: string, ply: number): string => {
        const round = Math.floor(ply / seats) + 1;
        const isFirst = row.cells.length === 0 || row.cells.at(-1)!.comment !== '';
        const number = ply % seats === 0 ? `${round}` : isFirst ? `${round}…` : '';
        const own = key === '' ? node.move : `${key},${node.move}`;
        row.cells.push({ key: own, move: node.move, number, comment: node.comment, hasShapes: node.shapes.length > 0 });
        return own;
    };
    /** Puts the moves after a node into a row, and into others below where they branch. */
    const follow = (row: Row, start: Node, startKey: string, startPly: number): void => {
        let [node, key, ply] = [start, startKey, startPly];
        while (node.children.length > 0) {
            const [main, ...others] = node.children;
            const next = add(row, main!, key, ply);
            for (const other of others) {
                const inner = begin(row.depth + 1);
                follow(inner, other, add(inner, other, key, ply), ply + 1);
            }
            if (others.length > 0 && main!.children.length > 0) row = begin(row.depth);
            [node, key, ply] = [main!, next, ply + 1];
        }
    };
    if (root.children.length > 0) follow(begin(0), root, '', 0);
    return rows;
}

export const keyOf = (path: string[]): string => path.join();
export const pathOf = (key: string): string[] => (key === '' ? [] : key.split(','));

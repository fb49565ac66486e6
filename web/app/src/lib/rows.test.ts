import { expect, it } from 'vitest';
import { rowsOf } from './rows.js';
import { EMPTY, play, withComment, type Node } from './tree.js';

const add = (root: Node, line: string): Node =>
    line.split(' ').reduce<{ root: Node; path: string[] }>(({ root, path }, move) => play(root, path, move), { root, path: [] }).root;
const texts = (root: Node, seats: number) =>
    rowsOf(root, seats).map(({ depth, cells }) => `${'>'.repeat(depth)}${cells.map(({ number, move }) => (number ? `${number} ${move}` : move)).join(' ')}`);

it('writes a line in one row, and variations below the move that they replace', () => {
    const root = ['a b c d', 'a b x', 'a b x y', 'a k l', 'a k m n'].reduce(add, EMPTY);
    expect(texts(EMPTY, 2)).toEqual([]);
    expect(texts(root, 2)).toEqual(['1 a b', '>1… k 2 l', '>>2 m n', '2 c', '>2 x y', '2… d']);
    expect(rowsOf(root, 2)[2]!.cells[1]!.key).toBe('a,k,m,n');
});

it('counts rounds of more than two, and says the number again after a comment', () => {
    const root = withComment(add(EMPTY, 'a b c d'), ['a'], 'hm');
    expect(texts(root, 3)).toEqual(['1 a 1… b c 2 d']);
});

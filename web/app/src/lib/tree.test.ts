import { describe, expect, it } from 'vitest';
import { Edits } from './edits.js';
import {
    EMPTY,
    find,
    fromLine,
    isBareLine,
    lineThrough,
    mainLine,
    makeMain,
    merge,
    play,
    promote,
    remove,
    sibling,
    size,
    toggleShape,
    variationOf,
    withComment,
    within,
    type Node,
} from './tree.js';

/** A tree of lines. */
const treeOf = (...lines: string[]): Node =>
    lines.reduce(
        (root, line) => line.split(' ').reduce<{ root: Node; path: string[] }>(({ root, path }, move) => play(root, path, move), { root, path: [] }).root,
        EMPTY,
    );
const children = (root: Node, ...path: string[]) => find(root, path)?.children.map(({ move }) => move);

describe('a tree of moves', () => {
    const game = fromLine(['a', 'b', 'c', 'd']);

    it("steps forward into the game's own next move, and branches by another", () => {
        const own = play(game, ['a'], 'b');
        expect(own).toEqual({ root: game, path: ['a', 'b'] });
        expect(own.root).toBe(game);
        const other = play(game, ['a'], 'x');
        expect(mainLine(other.root)).toEqual(['a', 'b', 'c', 'd']);
        expect(children(other.root, 'a')).toEqual(['b', 'x']);
        expect(other.path).toEqual(['a', 'x']);
        expect(game.children[0]!.children).toHaveLength(1);
    });

    it('is a bare line until it branches or something is noted', () => {
        expect(isBareLine(game)).toBe(true);
        expect(isBareLine(play(game, ['a'], 'x').root)).toBe(false);
        expect(isBareLine(withComment(game, ['a', 'b'], 'good'))).toBe(false);
        expect(isBareLine(toggleShape(game, ['a'], { colour: 'red', from: 'a1', to: undefined }))).toBe(false);
    });

    it('knows lines, siblings and how much of a path there is', () => {
        const root = treeOf('a b c', 'a x y', 'a z');
        expect(lineThrough(root, ['a', 'x'])).toEqual(['a', 'x', 'y']);
        expect(sibling(root, ['a', 'b'], 1)).toEqual(['a', 'x']);
        expect(sibling(root, ['a', 'x'], 1)).toEqual(['a', 'z']);
        expect(sibling(root, ['a', 'x'], -1)).toEqual(['a', 'b']);
        expect(sibling(root, ['a', 'z'], 1)).toBeUndefined();
        expect(sibling(root, [], 1)).toBeUndefined();
        expect(within(root, ['a', 'x', 'q', 'r'])).toEqual(['a', 'x']);
        expect(within(root, ['a', 'x'])).toEqual(['a', 'x']);
        expect(size(root)).toBe(6);
    });

    it('promotes by one place, makes the main line, and deletes from a node on', () => {
        const root = treeOf('a b c', 'a x y', 'a z', 'a z w v', 'a z u');
        expect(variationOf(root, ['a', 'z', 'u'])).toEqual(['a', 'z', 'u']);
        expect(variationOf(root, ['a', 'z', 'w', 'v'])).toEqual(['a', 'z']);
        expect(variationOf(root, ['a', 'b'])).toBeUndefined();
        expect(children(promote(root, ['a', 'z', 'w', 'v']), 'a')).toEqual(['b', 'z', 'x']);
        expect(promote(root, ['a', 'b'])).toBe(root);
        expect(mainLine(makeMain(root, ['a', 'z', 'u']))).toEqual(['a', 'z', 'u']);
        expect(size(makeMain(root, ['a', 'z', 'u']))).toBe(size(root));
        expect(children(remove(root, ['a', 'x']), 'a')).toEqual(['b', 'z']);
        expect(remove(root, [])).toEqual(EMPTY);
    });

    it('draws a shape once, in another colour, and takes it away again', () => {
        const arrow = { colour: 'green', from: 'e5', to: 'g7' } as const;
        const green = toggleShape(game, ['a'], arrow);
        const red = toggleShape(green, ['a'], { ...arrow, colour: 'red' });
        expect(find(red, ['a'])!.shapes).toEqual([{ ...arrow, colour: 'red' }]);
        expect(find(toggleShape(green, ['a'], arrow), ['a'])!.shapes).toEqual([]);
        expect(find(toggleShape(green, ['a'], { ...arrow, to: undefined }), ['a'])!.shapes).toHaveLength(2);
    });

    it('unites two trees without losing or doubling anything', () => {
        const ours = withComment(treeOf('a b', 'a x'), ['a'], 'why?');
        const theirs = toggleShape(withComment(treeOf('a b c', 'a y', 'k'), ['a'], 'because'), ['a', 'b'], { colour: 'blue', from: 'e5', to: undefined });
        const both = merge(ours, theirs);
        expect(children(both)).toEqual(['a', 'k']);
        expect(children(both, 'a')).toEqual(['b', 'x', 'y']);
        expect(children(both, 'a', 'b')).toEqual(['c']);
        expect(find(both, ['a'])!.comment).toBe('why?\nbecause');
        expect(find(both, ['a', 'b'])!.shapes).toHaveLength(1);
        expect(merge(both, ours)).toEqual(both);
        expect(size(merge(both, theirs))).toBe(size(both));
    });
});

describe('undo and redo', () => {
    it('goes back through every change and forward again', () => {
        const edits = new Edits();
        const trees = ['', 'a', 'a b', 'a x'].map((line) => (line === '' ? EMPTY : treeOf(line)));
        const steps = trees.map((root) => ({ root, path: mainLine(root) }));
        let now = steps[0]!;
        for (const next of steps.slice(1)) {
            edits.note(now);
            now = next;
        }
        for (const before of [...steps].reverse().slice(1)) expect((now = edits.undo(now)!)).toBe(before);
        expect(edits.undo(now)).toBeUndefined();
        for (const after of steps.slice(1)) expect((now = edits.redo(now)!)).toBe(after);
        expect(edits.canRedo).toBe(false);
    });

    it('takes letters typed one after the other as one change', () => {
        const edits = new Edits();
        const step = (comment: string) => ({ root: { ...EMPTY, comment }, path: [] });
        for (const comment of ['', 'w', 'wh']) edits.note(step(comment), 'comment of the root');
        expect(edits.undo(step('why'))).toEqual(step(''));
        edits.note(step(''), 'comment of the root');
        expect(edits.canRedo).toBe(false);
    });
});

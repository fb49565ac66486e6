import type { StudyContent, StudyEdit } from '@longjump/wire/study';
import { describe, expect, it } from 'vitest';
import kept from '../../../../../crates/studies/tests/edits.json';
import { EMPTY, makeMain, play, promote, remove, toggleShape, withComment, type Node, type Path } from '../tree.js';
import { applied, contentOf, editsBetween, nodesOf, sent, treeOf } from './content.js';

interface Vectors {
    start: StudyContent;
    steps: { edit: StudyEdit; after: StudyContent }[];
}
const vectors = kept as unknown as Vectors;

/** Numbers that are the same each time. */
function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

const MOVES = ['a1b2', 'b2c3', 'c3d4', 'pass'];

/** A tree after a few things that people do. */
function worked(root: Node, next: (below: number) => number): Node {
    const paths: Path[] = [];
    const visit = (node: Node, path: Path): void => {
        paths.push(path);
        for (const child of node.children) visit(child, [...path, child.move]);
    };
    for (let step = 0; step < 6; step++) {
        paths.length = 0;
        visit(root, []);
        const path = paths[next(paths.length)]!;
        const acts = [
            () => play(root, path, MOVES[next(4)]!).root,
            () => play(root, path, MOVES[next(4)]!).root,
            () => (path.length > 0 ? remove(root, path) : root),
            () => promote(root, path),
            () => makeMain(root, path),
            () => withComment(root, path, ['', 'Good.', 'Why?'][next(3)]!),
            () => toggleShape(root, path, { colour: next(2) ? 'red' : 'blue', from: 'a1', to: next(2) ? 'b2' : undefined }),
        ];
        root = acts[next(acts.length)]!();
    }
    return root;
}

/** Shapes have no order. */
const inOrder = (root: Node) => nodesOf(root).map((node) => ({ ...node, shapes: (node.shapes ?? []).map((shape) => JSON.stringify(shape)).toSorted() }));

describe('a study', () => {
    it('is after each edit what the service says', () => {
        let content = contentOf(vectors.start);
        expect(vectors.steps.length).toBeGreaterThan(200);
        for (const { edit, after } of vectors.steps) {
            content = applied(content, edit);
            expect(sent(content), `${JSON.stringify(edit)}`).toEqual(after);
        }
    });

    it('goes over the line and back', () => {
        for (let seed = 1; seed < 50; seed++) {
            const root = worked(EMPTY, numbers(seed));
            expect(treeOf(nodesOf(root))).toEqual(root);
        }
    });

    it('becomes what somebody has made of a tree by the edits between', () => {
        for (let seed = 1; seed < 400; seed++) {
            const next = numbers(seed);
            const before = worked(EMPTY, next);
            const after = worked(before, next);
            const start = { title: 'Study', chapters: [{ id: '1', title: 'One', game: 'star', root: before }] };
            const edits = editsBetween('1', before, after);
            const { root } = edits.reduce(applied, start).chapters[0]!;
            expect(inOrder(root), `seed ${seed}: ${JSON.stringify(edits)}`).toEqual(inOrder(after));
            expect(editsBetween('1', after, after)).toEqual([]);
        }
    });
});

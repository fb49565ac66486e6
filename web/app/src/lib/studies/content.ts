// What a study is after an edit: the same as crates/studies says, and held against the same file.

import type { StudyChapter, StudyContent, StudyEdit, StudyNode } from '@longjump/wire/study';
import { EMPTY, find, isAt, moveTo, play, remove, replace, withComment, type Node, type Path, type Shape } from '../tree.js';

export interface Chapter extends Omit<StudyChapter, 'nodes'> {
    root: Node;
}

/** A study as pages work with it; it is never changed. */
export interface Content {
    title: string;
    chapters: Chapter[];
}

/** A tree from the list of its nodes. */
export function treeOf(nodes: StudyNode[]): Node {
    const made: Node[] = nodes.map(({ mv, comment = '', shapes = [] }) => ({
        ...EMPTY,
        move: mv,
        comment,
        shapes: shapes.map(({ colour, from, to }) => ({ colour, from, to: to ?? undefined })),
        children: [],
    }));
    /** Where the last node of each depth is. */
    const line: Node[] = [];
    nodes.forEach(({ depth }, at) => {
        line[depth] = made[at]!;
        if (depth > 0) line[depth - 1]!.children.push(made[at]!);
    });
    return made[0] ?? EMPTY;
}

/** The list of a tree's nodes, each before those that follow it. */
export function nodesOf(root: Node): StudyNode[] {
    const nodes: StudyNode[] = [];
    const visit = ({ move, comment, shapes, children }: Node, depth: number): void => {
        nodes.push({
            depth,
            mv: move,
            ...(comment === '' ? {} : { comment }),
            ...(shapes.length === 0 ? {} : { shapes: shapes.map(({ colour, from, to }) => ({ colour, from, ...(to === undefined ? {} : { to }) })) }),
        });
        for (const child of children) visit(child, depth + 1);
    };
    visit(root, 0);
    return nodes;
}

export function chapterOf({ nodes, ...rest }: StudyChapter): Chapter {
    return { ...rest, root: treeOf(nodes) };
}

export const contentOf = ({ title, chapters }: StudyContent): Content => ({ title, chapters: chapters.map(chapterOf) });

/** A study as it goes over the line. */
export const sent = ({ title, chapters }: Content): StudyContent => ({
    title,
    chapters: chapters.map(({ root, ...rest }) => ({ ...rest, nodes: nodesOf(root) })),
});

/** A study after an edit, as far as what that is about is there. */
export function applied(content: Content, edit: StudyEdit): Content {
    const { chapters } = content;
    if (edit.kind === 'title') return { ...content, title: edit.title };
    if (edit.kind === 'add_chapter') {
        const isThere = chapters.some(({ id }) => id === edit.chapter.id);
        return isThere ? content : { ...content, chapters: [...chapters, chapterOf(edit.chapter)] };
    }
    const at = chapters.findIndex(({ id }) => id === edit.chapter);
    if (at < 0) return content;
    const chapter = chapters[at]!;
    const others = chapters.filter((other) => other !== chapter);
    switch (edit.kind) {
        case 'rename_chapter':
            return { ...content, chapters: chapters.with(at, { ...chapter, title: edit.title }) };
        case 'move_chapter':
            return { ...content, chapters: others.toSpliced(edit.place, 0, chapter) };
        case 'remove_chapter':
            return chapters.length > 1 ? { ...content, chapters: others } : content;
        default:
            return { ...content, chapters: chapters.with(at, { ...chapter, root: changed(chapter.root, edit) }) };
    }
}

type TreeEdit = Extract<StudyEdit, { path: Path }>;

function changed(root: Node, edit: TreeEdit): Node {
    const { path } = edit;
    switch (edit.kind) {
        case 'line':
            return path.reduce<{ root: Node; path: Path }>(({ root, path }, move) => play(root, path, move), { root, path: [] }).root;
        case 'remove':
            return path.length === 0 ? root : remove(root, path);
        case 'place':
            return path.length > 0 && find(root, path) ? moveTo(root, path, edit.place) : root;
        case 'comment':
            return withComment(root, path, edit.comment);
        case 'draw':
            return drawn(root, path, { from: edit.from, to: edit.to ?? undefined }, edit.colour ?? undefined);
    }
}

/** A shape in a colour, or none there. */
function drawn(root: Node, path: Path, ends: Omit<Shape, 'colour'>, colour: Shape['colour'] | undefined): Node {
    return replace(root, path, (node) => {
        const others = node.shapes.filter((other) => !isAt({ ...ends, colour: other.colour }, other));
        return { ...node, shapes: colour ? [...others, { ...ends, colour }] : others };
    });
}

/** Edits of a chapter that make one tree of another. */
export function editsBetween(chapter: string, before: Node, after: Node): StudyEdit[] {
    if (before === after) return [];
    const edits: StudyEdit[] = [];
    let root = before;
    const edit = (next: TreeEdit): void => {
        edits.push(next);
        root = changed(root, next);
    };
    removals(before, after, [], (path) => edit({ kind: 'remove', chapter, path }));
    newLines(before, after, [], (path) => edit({ kind: 'line', chapter, path }));
    each(after, [], ({ children }, path) => {
        children.forEach(({ move }, place) => {
            const isThere = find(root, path)!.children[place]!.move === move;
            if (!isThere) edit({ kind: 'place', chapter, path: [...path, move], place });
        });
    });
    each(after, [], (node, path) => {
        const { comment, shapes } = find(root, path)!;
        if (comment !== node.comment) edit({ kind: 'comment', chapter, path, comment: node.comment });
        const ends = ({ from, to }: Shape) => ({ from, ...(to === undefined ? {} : { to }) });
        for (const shape of shapes) {
            if (!node.shapes.some((other) => isAt(shape, other))) edit({ kind: 'draw', chapter, path, ...ends(shape) });
        }
        for (const shape of node.shapes) {
            const isThere = shapes.some((other) => isAt(shape, other) && shape.colour === other.colour);
            if (!isThere) edit({ kind: 'draw', chapter, path, ...ends(shape), colour: shape.colour });
        }
    });
    return edits;
}

const childOf = (node: Node | undefined, move: string): Node | undefined => node?.children.find((child) => child.move === move);

function each(node: Node, path: Path, visit: (node: Node, path: Path) => void): void {
    visit(node, path);
    for (const child of node.children) each(child, [...path, child.move], visit);
}

/** Where variations begin that are in the first tree alone. */
function removals(before: Node, after: Node, path: Path, found: (path: Path) => void): void {
    if (before === after) return;
    for (const child of before.children) {
        const other = childOf(after, child.move);
        if (other) removals(child, other, [...path, child.move], found);
        else found([...path, child.move]);
    }
}

/** Lines that are in the second tree alone, each to its end. */
function newLines(before: Node | undefined, after: Node, path: Path, found: (path: Path) => void): void {
    if (before === after) return;
    if (!before && after.children.length === 0) found(path);
    for (const child of after.children) newLines(childOf(before, child.move), child, [...path, child.move], found);
}

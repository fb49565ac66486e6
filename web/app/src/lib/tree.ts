// A tree of moves with what people note about them. A tree is never changed: every change makes a new
// one that shares whatever stayed, so that earlier ones can be gone back to.

export const COLOURS = ['green', 'red', 'blue', 'yellow'] as const;
export type Colour = (typeof COLOURS)[number];

/** A circle around a place, or an arrow from one place to another, by their names. */
export interface Shape {
    colour: Colour;
    from: string;
    to: string | undefined;
}

/** A move, what was noted about it, and what may follow, the main line first. */
export interface Node {
    /** As it is written; the root has none. */
    move: string;
    comment: string;
    shapes: Shape[];
    /** What a clock and an engine noted in a record, as it stands there. */
    fields: string;
    children: Node[];
}

/** The moves that lead to a node. */
export type Path = string[];

export const EMPTY: Node = { move: '', comment: '', shapes: [], fields: '', children: [] };

/** A tree without branches. */
export function fromLine(moves: string[], root: Node = EMPTY): Node {
    const below = moves.reduceRight<Node[]>((children, move) => [{ ...EMPTY, move, children }], []);
    return { ...root, children: below };
}

const childOf = (node: Node, move: string): Node | undefined => node.children.find((child) => child.move === move);

export function find(root: Node, path: Path): Node | undefined {
    return path.reduce<Node | undefined>((node, move) => node && childOf(node, move), root);
}

/** As much of a path as a tree has. */
export function within(root: Node, path: Path): Path {
    let node: Node | undefined = root;
    const end = path.findIndex((move) => (node = node && childOf(node, move)) === undefined);
    return end < 0 ? path : path.slice(0, end);
}

/** The tree with another node at a path, if there is one. */
export function replace(root: Node, path: Path, change: (node: Node) => Node): Node {
    const [move, ...rest] = path;
    if (move === undefined) return change(root);
    return { ...root, children: root.children.map((child) => (child.move === move ? replace(child, rest, change) : child)) };
}

/** Steps forward where the move is known, and branches where it is not. */
export function play(root: Node, path: Path, move: string): { root: Node; path: Path } {
    const next = [...path, move];
    if (find(root, next)) return { root, path: next };
    return { root: replace(root, path, (node) => ({ ...node, children: [...node.children, { ...EMPTY, move }] })), path: next };
}

/** A path and how its line goes on. */
export function lineThrough(root: Node, path: Path): Path {
    const line = [...path];
    for (let node = find(root, path)?.children[0]; node; node = node.children[0]) line.push(node.move);
    return line;
}

/** The moves of the main line. */
export const mainLine = (root: Node): Path => lineThrough(root, []);

/** The place of the last move of a path among its siblings, and how many they are. */
function rank(root: Node, path: Path): { index: number; siblings: Node[] } {
    const siblings = find(root, path.slice(0, -1))?.children ?? [];
    return { index: siblings.findIndex(({ move }) => move === path.at(-1)), siblings };
}

/** The variation before (-1) or after (1) the one that a path ends in. */
export function sibling(root: Node, path: Path, step: number): Path | undefined {
    if (path.length === 0) return undefined;
    const { index, siblings } = rank(root, path);
    const other = siblings[index + step];
    return other && [...path.slice(0, -1), other.move];
}

/** Where the innermost variation that a path is in begins; nowhere on the main line. */
export function variationOf(root: Node, path: Path): Path | undefined {
    for (let end = path.length; end > 0; end--) {
        const start = path.slice(0, end);
        if (rank(root, start).index > 0) return start;
    }
    return undefined;
}

/** The node of a path comes to another place among its siblings. */
export function moveTo(root: Node, path: Path, place: number): Node {
    const { index, siblings } = rank(root, path);
    const others = siblings.filter((_, at) => at !== index);
    const children = [...others.slice(0, place), siblings[index]!, ...others.slice(place)];
    return replace(root, path.slice(0, -1), (node) => ({ ...node, children }));
}

/** The variation that a path is in comes one place earlier. */
export function promote(root: Node, path: Path): Node {
    const start = variationOf(root, path);
    return start ? moveTo(root, start, rank(root, start).index - 1) : root;
}

/** What leads to a path becomes the main line. */
export function makeMain(root: Node, path: Path): Node {
    for (let start = variationOf(root, path); start; start = variationOf(root, path)) root = moveTo(root, start, 0);
    return root;
}

/** The tree without a node and all that follows it. */
export function remove(root: Node, path: Path): Node {
    if (path.length === 0) return { ...EMPTY };
    return replace(root, path.slice(0, -1), (node) => ({ ...node, children: node.children.filter(({ move }) => move !== path.at(-1)) }));
}

export const withComment = (root: Node, path: Path, comment: string): Node => replace(root, path, (node) => ({ ...node, comment }));

export const isAt = (one: Shape, other: Shape): boolean => one.from === other.from && one.to === other.to;

/** Draws a shape, or takes it away if it is there in the same colour. */
export function toggleShape(root: Node, path: Path, shape: Shape): Node {
    return replace(root, path, (node) => {
        const others = node.shapes.filter((other) => !isAt(shape, other));
        const wasThere = node.shapes.some((other) => isAt(shape, other) && other.colour === shape.colour);
        return { ...node, shapes: wasThere ? others : [...others, shape] };
    });
}

export const withoutShapes = (root: Node, path: Path): Node => replace(root, path, (node) => ({ ...node, shapes: [] }));

/** Two comments as one, without saying anything twice. */
function bothComments(one: string, other: string): string {
    if (one.includes(other)) return one;
    return other.includes(one) ? other : `${one}\n${other}`;
}

/** Everything of two trees that begin at the same position; what comes first is the first one's. */
export function merge(one: Node, other: Node): Node {
    if (one === other) return one;
    const ours = one.children.map((child) => {
        const theirs = childOf(other, child.move);
        return theirs ? merge(child, theirs) : child;
    });
    const more = other.children.filter(({ move }) => !childOf(one, move));
    return {
        ...one,
        comment: bothComments(one.comment, other.comment),
        shapes: [...one.shapes, ...other.shapes.filter((shape) => !one.shapes.some((own) => isAt(own, shape)))],
        fields: one.fields || other.fields,
        children: [...ours, ...more],
    };
}

/** Whether a tree is one line about which nothing is noted. */
export const isBareLine = ({ comment, shapes, children }: Node): boolean =>
    comment === '' && shapes.length === 0 && children.length < 2 && children.every(isBareLine);

/** How many moves a tree has. */
export const size = (root: Node): number => root.children.reduce((sum, child) => sum + 1 + size(child), 0);

// Records with variations, comments and shapes, as docs/notation.md describes them. The rules' own reader
// (crates/rules) is stricter, as it also counts the rounds; both are held against the same files.

import { Problem, beginGame, checkMoves } from './problems.js';
import type { Game, Rules } from './rules.js';
import { COLOURS, type Colour, type Node, type Shape } from './tree.js';

/** A tree and the game that it is of. */
export interface Study {
    /** The game with its options. */
    spec: string;
    /** The position it starts from, if not the usual one. */
    start: string | undefined;
    /** Names and values, other than the game, the start and the result. */
    tags: [string, string][];
    /** How a game ended that the rules would let go on; `*` for no end. */
    result: string;
    root: Node;
}

const LINE = 80;
const TAG = /\s*\[([A-Za-z0-9]+)\s*"((?:[^"\\]|\\["\\])*)"\s*\]\s*/y;
const TOKEN = /\s*(?:\{((?:[^{}\\]|\\[^])*)\}|([()])|(\d+\.+)|([^\s(){}[\]".]+))\s*/y;
const FIELD = /^(\[%clk \d+:[0-5]\d:[0-5]\d(?:\.\d{3})?\]|\[%eval (?:-?\d+\.\d\d|#-?\d+)\])\s*/;
const DRAWN = /^\[%draw ([^\]]*)\]\s*/;
const SHAPE = /^([GRBY])([a-z][1-9]\d?)([a-z][1-9]\d?)?$/;
const MOVE = /^(?:([a-z]\d{1,2})[-–]?([a-z]\d{1,2})|pass)$/;
const RESULT = /^(?:\*|\d(?:-\d)+)$/;

/** A node while its tree is being read. */
type Draft = { -readonly [Key in keyof Node]: Node[Key] };
const draft = (move: string): Draft => ({ move, comment: '', shapes: [], fields: '', children: [] });

/** Reads a record, or moves alone, which are then of `usual`'s game. */
export function readStudy(rules: Rules, text: string, usual: { spec: string; start: string | undefined }): Study {
    const tags = new Map<string, string>();
    let at = 0;
    for (let tag = match(TAG, text, at); tag; tag = match(TAG, text, at)) {
        tags.set(tag[1]!, tag[2]!.replace(/\\(.)/g, '$1'));
        at = TAG.lastIndex;
    }
    const { root, result } = readMoves(text, at);
    const study = {
        spec: tags.get('Game') ?? usual.spec,
        start: tags.size > 0 ? tags.get('Start') : usual.start,
        tags: [...tags].filter(([name]) => !['Game', 'Start', 'Result'].includes(name)),
        result: tags.has('Termination') ? result : '*',
        root,
    };
    checkMoves(rules, study.spec, study.start, root);
    return study;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(text);
}

function readMoves(text: string, at: number): { root: Node; result: string } {
    const root = draft('');
    /** The nodes from the root to the last move. */
    let line = [root];
    const outer: Draft[][] = [];
    let result = '';
    const refuse = (): never => {
        throw new Problem('text', text.slice(at, at + 24).trim());
    };
    while (at < text.length) {
        const token = match(TOKEN, text, at) ?? refuse();
        const [, comment, bracket, , word] = token;
        if (result !== '') refuse();
        if (comment !== undefined) annotate(line.at(-1)!, comment);
        else if (bracket === '(') {
            if (line.length < 2) refuse();
            outer.push(line);
            line = line.slice(0, -1);
        } else if (bracket === ')') line = outer.pop() ?? refuse();
        else if (word !== undefined && outer.length === 0 && RESULT.test(word)) result = word;
        else if (word !== undefined) line = [...line, follow(line.at(-1)!, moveIn(word) ?? refuse())];
        at = TOKEN.lastIndex;
    }
    if (outer.length > 0) refuse();
    return { root, result: result || '*' };
}

/** A move as it is written here, with or without a dash. */
function moveIn(word: string): string | undefined {
    const [move, from, to] = MOVE.exec(word.toLowerCase()) ?? [];
    return from === undefined || to === undefined ? move : from + to;
}

/** The node of a move after another, which may have been read before. */
function follow(node: Draft, move: string): Draft {
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    const added = draft(move);
    node.children.push(added);
    return added;
}

function annotate(node: Draft, text: string): void {
    let rest = text.trim();
    for (let isField = true; isField;) {
        const [field] = FIELD.exec(rest) ?? [''];
        const drawn = DRAWN.exec(rest);
        const shapes = node.shapes.length === 0 ? drawn?.[1]!.split(',').map(readShape) : undefined;
        isField = field !== '' || (shapes?.every((shape) => shape !== undefined) ?? false);
        if (!isField) break;
        if (field) node.fields = [node.fields, field.trim()].filter(Boolean).join(' ');
        else node.shapes = shapes as Shape[];
        rest = rest.slice((field || drawn![0]).length);
    }
    const words = unescaped(rest.split(/\s+/).join(' '));
    node.comment = [node.comment, words].filter(Boolean).join('\n');
}

const letterOf = (colour: Colour): string => colour[0]!.toUpperCase();

function readShape(text: string): Shape | undefined {
    const [, letter, from, to] = SHAPE.exec(text) ?? [];
    const colour = COLOURS.find((colour) => letterOf(colour) === letter);
    return colour && { colour, from: from!, to };
}

const escaped = (words: string): string => words.replace(/[\\{}]|\[(?=%)/g, '\\$&').replaceAll('\n', '\\n');
const unescaped = (text: string): string => text.replace(/\\([\\{}[n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/** What stands in a node's braces. */
function comment({ fields, shapes, comment }: Node): string {
    const drawn = shapes.map(({ colour, from, to }) => letterOf(colour) + from + (to ?? '')).join(',');
    return [fields, drawn && `[%draw ${drawn}]`, escaped(comment).trim().replace(/\s+/g, ' ')].filter(Boolean).join(' ');
}

const inBraces = (words: string): string[] => (words ? [`{${words}}`] : []);

/** The record of a study. */
export function writeStudy(rules: Rules, study: Study): string {
    const game = beginGame(rules, study.spec, study.start);
    try {
        const words = inBraces(comment(study.root));
        writeLine(game, study.root, { round: 0, last: undefined }, words);
        const places = game.state().standings?.join('-');
        const result = places ?? (study.tags.some(([name]) => name === 'Termination') ? study.result : '*');
        const tags = [['Game', study.spec], ...study.tags, ...(study.start ? [['Start', study.start]] : []), ['Result', result]];
        return `${tags.map(([name, value]) => `[${name} "${tagValue(value!)}"]\n`).join('')}\n${wrapped([...words, result])}\n`;
    } finally {
        game.free();
    }
}

const tagValue = (value: string): string => value.replace(/\p{Cc}/gu, ' ').replace(/[\\"]/g, '\\$&');

/** Which round it is, and who moved last in it. */
interface Rounds {
    round: number;
    last: number | undefined;
}

/** Writes the moves after a node, and leaves the game at the end of its main line. */
function writeLine(game: Game, start: Node, rounds: Rounds, words: string[]): number {
    let plies = 0;
    for (let node = start; node.children.length > 0; node = node.children[0]!) {
        const { turn = 0 } = game.state();
        const begins = rounds.last === undefined || turn <= rounds.last;
        rounds = { round: rounds.round + (begins ? 1 : 0), last: turn };
        const number = begins ? `${rounds.round}. ` : '';
        const word = (child: Node) => number + [child.move, ...inBraces(comment(child))].join(' ');
        const [main, ...others] = node.children;
        words.push(word(main!));
        for (const other of others) {
            game.play(other.move);
            words.push(`(${word(other)}`);
            const tried = writeLine(game, other, rounds, words);
            words.push(`${words.pop()})`);
            for (let ply = 0; ply <= tried; ply++) game.takeBack();
        }
        game.play(main!.move);
        plies++;
    }
    return plies;
}

/** Lines no longer than they should be, counted in bytes as the rules' own writer does. */
function wrapped(words: string[]): string {
    const encoder = new TextEncoder();
    let text = '';
    let column = 0;
    for (const word of words) {
        const length = encoder.encode(word).length;
        const fits = column + 1 + length <= LINE;
        if (column > 0) text += fits ? ' ' : '\n';
        column = fits && column > 0 ? column + 1 + length : length;
        text += word;
    }
    return text;
}

import * as rules from '@longjump/engine';
import '@longjump/engine/node';
import { describe, expect, it } from 'vitest';
import { Problem } from './problems.js';
import { readStudy, writeStudy, type Study } from './record.js';
import type { Rules } from './rules.js';
import { COLOURS, EMPTY, mainLine, play, size, toggleShape, withComment, type Path } from './tree.js';

const wasm: Rules = rules;
const usual = { spec: 'knightthrough', start: undefined };
const read = (text: string) => readStudy(wasm, text, usual);

/** A tree of so many moves by chance, with comments and shapes. */
function grown(spec: string, count: number): Study {
    let seed = 7;
    const chance = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let root = EMPTY;
    const paths: Path[] = [[]];
    while (size(root) < count) {
        const from = chance(3) > 0 ? paths.at(-1)! : paths[chance(paths.length)]!;
        const game = new wasm.Game(spec);
        for (const move of from) game.play(move);
        const { moves } = game.state();
        const names = game.layout().points.map(({ name }) => name);
        game.free();
        if (moves.length === 0) {
            paths.push([]);
            continue;
        }
        const next = play(root, from, moves[chance(moves.length)]!.text);
        root = next.root;
        paths.push(next.path);
        const comments = ['', '', 'Why {not}?', 'one\ntwo', 'a [%draw Ge5] \\ b', '好棋！', 'é\\n'];
        root = withComment(root, next.path, comments[chance(comments.length)]!);
        if (chance(3) === 0) {
            const hole = () => names[chance(names.length)]!;
            root = toggleShape(root, next.path, { colour: COLOURS[chance(4)]!, from: hole(), to: chance(2) === 0 ? undefined : hole() });
        }
    }
    return { spec, start: undefined, tags: [['Event', 'a "tree" \\ of moves']], result: '*', root };
}

describe('records of studies', () => {
    it('are read and written as the rules themselves do', () => {
        const samples = Object.values(
            import.meta.glob<string>('../../../../crates/games/tests/records/*.txt', { query: '?raw', import: 'default', eager: true }),
        );
        expect(samples.length).toBeGreaterThanOrEqual(4);
        for (const text of samples) expect(writeStudy(wasm, read(text))).toBe(text);
    });

    it.each(['star', 'star:seats=6', 'diamond', 'corners', 'knightthrough', 'minicheckers'])('keep 500 moves of %s with comments and shapes', (spec) => {
        const study = grown(spec, 500);
        expect(size(study.root)).toBe(500);
        const text = writeStudy(wasm, study);
        const again = read(text);
        expect(again).toEqual(study);
        expect(writeStudy(wasm, again)).toBe(text);
    });

    it('may be moves alone, however they are written', () => {
        const { root, spec } = read('1. b2-c4 g7–f5 2. c4d6 (2. C4E5) *');
        expect(spec).toBe('knightthrough');
        expect(mainLine(root)).toEqual(['b2c4', 'g7f5', 'c4d6']);
        expect(size(root)).toBe(4);
    });

    it('say what is wrong with them', () => {
        const problem = (text: string) => {
            try {
                read(text);
            } catch (error) {
                if (error instanceof Problem) return [error.kind, error.values['move'] ?? error.values['game'] ?? ''].join(' ').trim();
            }
            return 'none';
        };
        expect(problem('[Game "chess"] *')).toBe('game chess');
        expect(problem('[Game "star"] [Start "b/bb/x"] *')).toBe('position');
        expect(problem('1. b2c4 g7f5 2. c4d5')).toBe('move 2. c4–d5');
        expect(problem('1. b2c4 (1. b2d3 g7g6)')).toBe('move 1… g7–g6');
        expect(problem('1. b2c4 {not closed')).toBe('text');
        expect(problem('1. b2c4 (1. b2d3')).toBe('text');
        expect(problem('1. b2c4 * b2d3')).toBe('text');
        expect(problem('(1. b2c4)')).toBe('text');
        expect(problem('1. b2c4 g7f5')).toBe('none');
    });

    it('keep clocks, evaluations and how a game was given up', () => {
        const text =
            '[Game "minicheckers"]\n[Termination "resigned"]\n[Result "2-1"]\n\n1. b2c3 {[%clk 1:02:03.250] [%eval -0.05] well} a5b4 {[%eval #-12]} 2-1\n';
        expect(writeStudy(wasm, read(text))).toBe(text);
    });
});

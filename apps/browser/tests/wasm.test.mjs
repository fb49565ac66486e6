// The WebAssembly does what the native engine does: run with `node --test`
// after apps/browser/build.sh, with the native binary built.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { Game, Engine, addAsset, assetsFor, bookAt, engines, folder, games, parseSpec, raceAt, readRecord } from '../../../web/engine/node.js';

const root = new URL('../../../', import.meta.url);
const native = process.env.LONGJUMP ?? new URL('target/debug/longjump', root).pathname;

const run = (...words) => execFileSync(native, words, { encoding: 'utf8' });
const lastLine = (text) => JSON.parse(text.trim().split('\n').at(-1));

// Both need two more moves to fill their goals.
const race = ['star', 'a/aa/aaa/a1aa/8a4/12/11/10/9/10/11/12/4b8/bb1b/bbb/bb/b a 80 -'];
/** What a search of one ply thinks of it with a weight for the exact distance. */
function outlook() {
    const weights = readFileSync(new URL('crates/evaluation/src/star/weights.toml', root), 'utf8').replaceAll(/^(#|race).*\n/gm, '');
    const engine = new Engine(`star/default:weights=inline:${weights}race = 100`);
    return engine.think(race[1], [], { depth: 1 }, () => {}, () => true).verdict;
}
/** What a search of two plies thinks of the start of a game. */
const opinion = (engine) => new Engine(engine).think(undefined, [], { depth: 2 }, () => {}, () => true).verdict;
const unpacked = (name) => inflateSync(readFileSync(new URL(name, folder)));
const before = { race: raceAt(...race), outlook: outlook(), opinion: opinion('star/default') };
addAsset(unpacked('star7.race.zlib'));
for (const name of readdirSync(folder)) if (name.endsWith('.net.zlib')) addAsset(unpacked(name));

test('with the table of distances it knows how a race ends', () => {
    assert.equal(before.race, undefined);
    assert.deepEqual(raceAt(...race), { winner: 0, moves: 2 });
    assert.equal(before.outlook.kind, 'ahead');
    assert.deepEqual(outlook(), { kind: 'winIn', value: 3 });
    assert.equal(raceAt('corners', new Game('corners').state().position), undefined);
    assert.throws(() => addAsset(new Uint8Array(100)), /no table/);
});

test('it knows which assets a game has a use for, and all of them are there', () => {
    assert.deepEqual(assetsFor('star'), ['star.net', 'star7.race']);
    assert.deepEqual(assetsFor('star:seats=4'), ['star-many.net', 'star7.race']);
    assert.deepEqual(assetsFor('diamond:hops=symmetric'), ['star7.race']);
    assert.deepEqual(assetsFor('minicheckers'), []);
    const used = games().flatMap(({ name }) => assetsFor(name));
    for (const name of [...used, ...assetsFor('star:seats=6')]) assert.ok(unpacked(`${name}.zlib`).length > 0);
    assert.throws(() => assetsFor('chess'), /chess/);
});

test('a spec is read in its parts', () => {
    assert.deepEqual(parseSpec('star:seats=3,preset=super/default:level=2'), {
        game: 'star',
        options: [
            ['seats', '3'],
            ['preset', 'super'],
        ],
        player: 'default',
        playerOptions: [['level', '2']],
    });
    assert.deepEqual(parseSpec('corners'), { game: 'corners', options: [['preset', 'waiting']], player: 'default', playerOptions: [] });
    assert.throws(() => parseSpec('Star!'));
});

test('with the net it thinks what the native program thinks, and before that what the hand-made evaluation does', () => {
    const byHand = opinion('star/default:net=none');
    assert.deepEqual(before.opinion, byHand);
    const learned = opinion('star/default');
    assert.notDeepEqual(learned, byHand);
    const native = lastLine(run('analyse', 'star', '--depth', '2', '--json'));
    assert.equal(learned.value, native.score.ahead / 100);
    assert.notDeepEqual(opinion('star:seats=4/default'), opinion('star:seats=4/default:net=none'));
    const damaged = unpacked('star.net.zlib');
    damaged[500] ^= 1;
    assert.throws(() => addAsset(damaged), /damaged/);
});

test('a level plays the moves that the native program plays, to the end of the game', () => {
    const folder = mkdtempSync(join(tmpdir(), 'levels-'));
    try {
        for (const [game, level] of [
            ['star', 1],
            ['star', 6],
            ['star', 10],
            ['star:seats=3', 5],
            ['diamond', 4],
            ['corners:preset=race', 7],
            ['corners:preset=waiting', 7],
            ['knightthrough', 8],
            ['minicheckers', 3],
        ]) {
            const players = [7, 8].map((seed) => `${game}/default:level=${level},seed=${seed}`);
            const log = join(folder, `${game.replaceAll(/\W/g, '-')}-${level}.jsonl`);
            run('match', ...players, '--games', '6', '--opening', '2', '--log', log);
            const [, ...games] = readFileSync(log, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
            const engines = players.map((player) => new Engine(player));
            const [{ moves, players: seats, opening_plies: opening }] = games;
            const played = moves.split(' ');
            const board = new Game(game);
            for (const [ply, move] of played.entries()) {
                if (ply >= opening) {
                    const engine = engines[seats[board.state().turn]];
                    const { mv } = engine.think(undefined, played.slice(0, ply), {}, () => {}, () => true);
                    assert.equal(mv, move, `${game} level ${level}, ply ${ply}`);
                }
                board.play(move);
            }
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test('the opening book has legal moves for the start of the usual star, and nothing for other games', () => {
    const game = new Game('star');
    const { moves, position } = game.state();
    const found = bookAt('star', position);
    assert.ok(found.length > 0);
    for (const { mv, verdict } of found) {
        assert.ok(moves.some(({ text }) => text === mv), mv);
        assert.equal(verdict.kind, 'ahead');
        assert.ok(Math.abs(verdict.value) < 10, `${mv} is said to be ${verdict.value} moves ahead`);
    }
    const values = found.map(({ verdict }) => verdict.value);
    assert.deepEqual(values, values.toSorted((one, other) => other - one), 'the best move is first');
    for (const spec of ['star:seats=3', 'star:preset=thesis', 'corners']) {
        assert.deepEqual(bookAt(spec, new Game(spec).state().position), [], spec);
    }
    assert.throws(() => bookAt('star', 'nowhere'));
});

test('it knows the games and engines of the native program', () => {
    const names = games().map((game) => game.name);
    assert.deepEqual(names, ['star', 'diamond', 'corners', 'knightthrough', 'minicheckers']);
    const listed = JSON.parse(run('engines', '--json')).engines.map((engine) => engine.spec);
    assert.deepEqual(engines().map((engine) => `${engine.game}/${engine.name}`), listed);
});

/** Pages name the rules of corners; a person who types its name means the race. */
const specs = games().flatMap(({ name }) => (name === 'corners' ? ['corners:preset=race', 'corners:preset=waiting'] : [name]));
for (const name of specs) {
    test(`${name}: a search looks at the same positions and finds the same line`, () => {
        const theirs = lastLine(run('analyse', `${name}/default`, '--depth', '6', '--json'));
        let ours;
        new Engine(`${name}/default`).think(null, [], { depth: 6 }, (report) => (ours = report), () => true);
        assert.deepEqual(ours.line, theirs.line);
        assert.equal(ours.nodes, theirs.nodes);
    });

    test(`${name}: a random game is followed, taken back and read from its record`, () => {
        const game = new Game(name);
        const start = game.state();
        let dice = 1;
        for (let state = start; state.turn !== undefined && state.played.length < 60; state = game.state()) {
            dice = (dice * 48271) % 2147483647;
            const move = state.moves[dice % state.moves.length];
            assert.ok(move.route.every((hole) => hole < state.pieces.length));
            game.play(move.text);
        }
        const end = game.state();
        const opened = readRecord(game.record(['Seat1', 'Ada'], null));
        assert.deepEqual(opened.moves, end.played);
        assert.deepEqual(opened.tags, [['Seat1', 'Ada']]);
        while (game.takeBack());
        assert.equal(game.state().position, start.position);
    });
}

test('a search that is no longer wanted ends', () => {
    let asked = 0;
    const decided = new Engine('star/default').think(null, [], {}, () => {}, () => ++asked < 3);
    assert.equal(asked, 3);
    assert.ok(decided.mv);
});

test('what is wrong is refused with a reason', () => {
    assert.throws(() => new Game('chess'), /no game called 'chess'/);
    assert.throws(() => new Game('star').play('a1a2'), /a1/);
    assert.throws(() => new Engine('star/nobody'), /nobody/);
    const game = new Game('corners');
    assert.throws(() => game.arrange({ pieces: [], turn: 0 }), /each place/);
    assert.throws(() => game.arrange({ pieces: Array(64).fill(null), turn: 0 }), /pieces/);
});

test('a position in parts is a position', () => {
    const game = new Game('star');
    const { pieces, position } = game.state();
    game.play(game.state().moves[0].text);
    game.arrange({ pieces, turn: 0 });
    assert.equal(game.state().position, position);
});

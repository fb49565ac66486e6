// Reports as the arena writes them, made of real games that are played at random.

import { readFileSync } from 'node:fs';
import { Game as Rules } from '@longjump/engine/node';
import type { CauseCount, PlayerResult, Report, ReportedGame, ReportedMove } from '@longjump/wire/report';

/** Numbers that look random and are the same each time. */
function dice(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

export interface Plan {
    spec: string;
    seats: number;
    players: number;
    games: number;
    plies: number;
    /** Whether engines told what they thought. */
    isQuiet?: boolean;
}

/** Many games are these over and over, to save time. */
const DIFFERENT = 8;

type Played = Pick<ReportedGame, 'start' | 'first' | 'moves'> & { standings: number[] | undefined };

function play(plan: Plan, roll: () => number): Played {
    const rules = new Rules(plan.spec);
    let state = rules.state();
    const pieces = (): (number | null)[] => state.pieces.map((seat) => seat ?? null);
    const start = pieces();
    const first = state.turn!;
    const moves: ReportedMove[] = [];
    while (state.turn !== undefined && moves.length < plan.plies) {
        const { turn } = state;
        // Long moves make pictures that look like games.
        const choices = [0, 1, 2].map(() => state.moves[Math.floor(roll() * state.moves.length)]!);
        const chosen = choices.reduce((best, move) => (move.route.length > best.route.length ? move : best));
        const before = pieces();
        rules.play(chosen.text);
        state = rules.state();
        const changes = pieces().flatMap((seat, hole): [number, number | null][] => (seat === before[hole] ? [] : [[hole, seat]]));
        const isSilent = plan.isQuiet || moves.length < 2;
        const swing = Math.sin(moves.length / 9) * 2 + (turn === 0 ? 0.5 : -0.5) + roll();
        moves.push({
            text: chosen.text,
            seat: turn,
            route: chosen.route,
            changes,
            milliseconds: isSilent ? null : Math.round(roll() * 120),
            score: isSilent
                ? null
                : moves.length > plan.plies - 6
                  ? `${turn === 0 ? 'win' : 'loss'} in ${plan.plies - moves.length}`
                  : `${swing < 0 ? '' : '+'}${swing.toFixed(2)}`,
            depth: isSilent ? null : 6 + Math.floor(roll() * 6),
            nodes: isSilent ? null : Math.round(roll() * 90_000),
        });
    }
    const { standings } = state;
    rules.free();
    return { start, first, moves, standings };
}

function gameOf(plan: Plan, block: number, number: number, { standings, ...played }: Played): ReportedGame {
    const isOver = standings !== undefined;
    const isFault = !isOver && block % 7 === 3;
    const places =
        standings ??
        Array.from({ length: plan.seats }, (_, seat) => (isFault ? (seat === 1 ? plan.seats : 1) : seat === (block + number) % plan.seats ? 1 : 2));
    return {
        block,
        number,
        opening: block,
        players: Array.from({ length: plan.seats }, (_, seat) => (seat + number + block) % plan.players),
        places: block % 5 === 4 ? places.map(() => 1) : places,
        cause: isOver ? 'goal-filled' : isFault ? 'time' : 'length',
        fault: isFault ? 1 : null,
        detail: isFault ? 'flag fell 12 ms ago' : null,
        ...played,
        opening_plies: Math.min(2, played.moves.length),
    };
}

/** By hole the seat whose piece is there, as the rules have it. */
export function piecesByRules(spec: string, game: ReportedGame, ply: number): (number | undefined)[] {
    const rules = new Rules(spec);
    for (const { text } of game.moves.slice(0, ply)) rules.play(text);
    const { pieces } = rules.state();
    rules.free();
    return pieces;
}

function playerOf(plan: Plan, index: number, games: ReportedGame[]): PlayerResult {
    const seatings = games.flatMap((game) => game.players.flatMap((player, seat) => (player === index ? [{ game, place: game.places[seat]! }] : [])));
    const wins = seatings.filter(({ game, place }) => place === 1 && game.places.filter((other) => other === 1).length === 1).length;
    const lasts = seatings.filter(({ game, place }) => place > 1 && place === Math.max(...game.places)).length;
    const value = (plan.players - 1) * 40 - index * 80;
    const engine = plan.spec.split(':')[0];
    return {
        name: index === 0 ? `${engine}/default` : `${engine}/default:level=${index}`,
        engine: `${engine}/default:hash=64${index === 0 ? '' : `,level=${index}`}`,
        control: '100 ms a move',
        rating: index === 0 ? { low: value - 35, value, high: null } : { low: value - 40, value, high: value + 45 },
        games: seatings.length,
        won: wins,
        drawn: seatings.length - wins - lasts,
        lost: lasts,
        points: seatings.reduce((sum, { place }) => sum + (plan.seats - place) / (plan.seats - 1), 0),
        places: Array.from({ length: plan.seats }, (_, place) => seatings.filter((seating) => seating.place === place + 1).length),
        nodes_per_second: plan.isQuiet ? null : 1_240_000 / (index + 1),
        mean_depth: plan.isQuiet ? null : 9.4 - index / 5,
        mean_milliseconds: plan.isQuiet ? null : 98.5,
    };
}

export function makeReport(plan: Plan): Report {
    const roll = dice(7);
    const played = Array.from({ length: Math.min(plan.games, DIFFERENT) }, () => play(plan, roll));
    const games = Array.from({ length: plan.games }, (_, index) =>
        gameOf(plan, 1 + Math.floor(index / plan.seats), 1 + (index % plan.seats), played[index % played.length]!),
    );
    const players = Array.from({ length: plan.players }, (_, index) => playerOf(plan, index, games));
    const isMatch = plan.players === 2;
    const blocks = Math.max(1, Math.floor(plan.games / plan.seats));
    const causes = (['goal-filled', 'length', 'time'] as const).map((cause): CauseCount => ({
        cause,
        games: games.filter((game) => game.cause === cause).length,
        by_player: players.map((_, index) => games.filter((game) => game.cause === cause && game.fault !== null && game.players[game.fault] === index).length),
    }));
    const rules = new Rules(plan.spec);
    const layout = rules.layout();
    rules.free();
    let llr = 0;
    return {
        version: 1,
        title: isMatch ? `${players[0]!.name} against ${players[1]!.name}` : `Round robin of ${plan.spec}`,
        kind: isMatch ? 'match' : 'round-robin',
        game: plan.spec,
        seats: plan.seats,
        made: '2025-03-14T15:09:26Z',
        program: 'longjump 0.1.0',
        command: `longjump match ${players[0]!.engine} ${players.at(-1)!.engine} --games ${plan.games} --report report.html`,
        seconds: 4321.5,
        games_played: plan.games,
        blocks_played: blocks,
        players,
        crosstable: players.map((_, row) => players.map((_, column) => (row === column ? null : { points: row < column ? 6.5 : 3.5, games: 10 }))),
        test: isMatch
            ? {
                  model: 'logistic',
                  elo0: 0,
                  elo1: 10,
                  alpha: 0.05,
                  beta: 0.05,
                  lower: -2.944,
                  upper: 2.944,
                  llr: 2.97,
                  verdict: 'H1',
                  path: Array.from({ length: 200 }, (_, index): [number, number] => [index + 1, index === 199 ? 2.97 : (llr += roll() * 0.4 - 0.187)]),
              }
            : null,
        elo: isMatch ? { low: 71, value: 102.4, high: 135 } : null,
        normalised_elo: isMatch ? { low: 80, value: 120, high: 160 } : null,
        superiority: isMatch ? 0.998 : null,
        tested: isMatch ? 0 : null,
        block_scores: isMatch
            ? Array.from({ length: 2 * plan.seats * (plan.seats - 1) + 1 }, (_, index) => 1 + Math.round(30 * Math.sin((index + 1) / 4) ** 2))
            : null,
        seat_scores:
            plan.games < 4 ? [] : Array.from({ length: plan.seats }, (_, seat) => ({ low: 0.46 - seat / 50, value: 0.53 - seat / 50, high: 0.6 - seat / 50 })),
        openings: Array.from({ length: blocks }, (_, index) => ({
            number: index + 1,
            moves: games
                .find(({ block }) => block === index + 1)!
                .moves.slice(0, 2)
                .map(({ text }) => text)
                .join(' '),
            start: null,
            games: plan.seats,
            points_of_seats: Array.from({ length: plan.seats }, () => Math.round(roll() * 4) / 4),
        })),
        causes,
        turns: plan.isQuiet
            ? []
            : players.flatMap((_, player) =>
                  Array.from({ length: Math.min(40, Math.ceil(plan.plies / plan.seats)) }, (_, turn) => ({
                      player,
                      turn: turn + 1,
                      moves: 40 - turn,
                      depth: 8 + 2 * Math.sin(turn / 6) - player / 3 + roll() * 0.4,
                      milliseconds: 80 / (1 + player) + 20 * roll(),
                      nodes_per_second: (1_000_000 + 300_000 * Math.sin(turn / 8)) / (player + 1),
                  })),
              ),
        calibration:
            plan.isQuiet || plan.seats > 2
                ? []
                : players.map((_, player) => ({
                      player,
                      positions: 1200,
                      odds_per_move: 0.5 + player / 10,
                      groups: Array.from({ length: 12 }, (_, group) => ({ positions: 100, ahead: group - 5.5, points: group / 11 })),
                  })),
        layout,
        games,
    };
}

const built = (file: string): string => readFileSync(new URL(`../app/dist/report/${file}`, import.meta.url), 'utf8');

/** The file that the program writes. */
export function pageOf(report: Report): string {
    const data = JSON.stringify(report).replaceAll('<', '\\u003c');
    return (
        `<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width, initial-scale=1"><title>Report</title>` +
        `<style>${built('report.css')}</style></head><body><main id="report"></main>` +
        `<script id="data" type="application/json">${data}</script><script>${built('report.js')}</script></body></html>`
    );
}

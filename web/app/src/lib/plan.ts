// What a game is to be: its rules, who sits where, and how much time there is.

import { parseSpec } from '@longjump/engine';
import { nextLevel } from './levels.js';
import type { BoardLayout, EngineInfo, Rules, ThinkLimits } from './rules.js';
import type { Key } from './words.svelte.js';

export type Seat = { kind: 'person' } | { kind: 'engine'; player: string };

export type Timing = { kind: 'free' } | { kind: 'move'; seconds: number } | { kind: 'clock'; minutes: number; increment: number };

export interface Plan {
    /** The game with its options, such as `star:seats=3`. */
    spec: string;
    seats: Seat[];
    timing: Timing;
    /** The position it starts from, if not the usual one. */
    start?: string | undefined;
}

export const FIRST_PLAN: Plan = {
    spec: 'star',
    seats: [{ kind: 'person' }, { kind: 'engine', player: 'default:level=1' }],
    timing: { kind: 'free' },
};

/** A person against engines at some game. */
export function planFor(rules: Rules, spec: string): Plan {
    const seats = seatsOf(rules, spec);
    const usual = usualEngine(enginesFor(rules.engines(), spec, seats));
    const others = Array.from({ length: seats - 1 }, () => usual);
    return { ...FIRST_PLAN, spec, seats: [{ kind: 'person' }, ...others] };
}

interface RuleChoices {
    /** The option of the game's spec that they are. */
    option: string;
    /** What they are called; the first are the usual ones. */
    words: Record<string, Key>;
    /** A sentence on each, where names don't tell enough. */
    notes?: Record<string, Key>;
    /** Whether all of them are rated, apart from each other; else only the usual ones are. */
    areRated?: boolean;
}

/** The rules that people choose from. */
export const RULE_CHOICES: Record<string, RuleChoices> = {
    star: { option: 'preset', words: { standard: 'preset.standard', thesis: 'preset.thesis', open: 'preset.open', super: 'preset.super' } },
    diamond: { option: 'hops', words: { adjacent: 'preset.standard', symmetric: 'preset.super' } },
    corners: {
        option: 'preset',
        words: { race: 'preset.race', waiting: 'preset.waiting' },
        notes: { race: 'note.race', waiting: 'note.waiting' },
        areRated: true,
    },
};

/** Those that a new game has unless somebody chooses others. */
export const usualRules = (game: string): string | undefined => Object.keys(RULE_CHOICES[game]?.words ?? {})[0];

/** Which of these a game has. */
export function rulesOf(spec: string): string | undefined {
    const choices = RULE_CHOICES[nameOf(spec)];
    const given = parseSpec(spec).options.find(([name]) => name === choices?.option)?.[1];
    return choices && (given ?? Object.keys(choices.words)[0]);
}

export function specOf(game: string, seats: number, rules: string | undefined): string {
    const chosen = seats > 2 ? [`seats=${seats}`] : [];
    // Where a name alone has come to mean other rules than the usual ones, they are always said.
    const isSaid = parseSpec(game).options.length > 0;
    if (rules !== rulesOf(game) || isSaid) chosen.push(`${RULE_CHOICES[game]!.option}=${rules}`);
    return chosen.length > 0 ? `${game}:${chosen.join(',')}` : game;
}

/** A game for two by its usual rules. */
export const usualSpec = (game: string): string => specOf(game, 2, usualRules(game));

/** The board of a game. */
export function layoutOf(rules: Rules, spec: string): BoardLayout {
    const game = new rules.Game(spec);
    const layout = game.layout();
    game.free();
    return layout;
}

/** How many play a game. */
export function seatsOf(rules: Rules, spec: string): number {
    const game = new rules.Game(spec);
    const { seats } = game.state();
    game.free();
    return seats;
}

/** The engines that can play a game of so many seats. */
export function enginesFor(engines: EngineInfo[], spec: string, seats: number): EngineInfo[] {
    return engines.filter(({ game, forMany }) => game === nameOf(spec) && (forMany || seats === 2));
}

const hasOption = (engine: EngineInfo | undefined, name: string): boolean => engine?.options.some((option) => option.name === name) ?? false;

/** Whether people choose an engine by its level. */
export const hasLevels = (engine: EngineInfo | undefined): boolean => hasOption(engine, 'level');

/** Whether only experts know what an engine is: everybody else meets the one with levels. */
export const isForExpert = (engine: EngineInfo): boolean => engine.name !== 'default';

/** Whether an engine tells several lines. */
export const hasLines = (engine: EngineInfo | undefined): boolean => hasOption(engine, 'multipv');

/** An engine as people meet it: at the level that is next for them, if it has levels. */
export const asOpponent = (engine: EngineInfo): string => (hasLevels(engine) ? `${engine.name}:level=${nextLevel(engine.game)}` : engine.name);

/** The strongest of some engines: the one with levels, or else the greedy one, which plays everything. */
export function strongestOf(engines: EngineInfo[]): EngineInfo {
    return engines.find(hasLevels) ?? engines.find(({ name }) => name === 'greedy')!;
}

/** Who of some engines plays where nobody was chosen. */
export function usualEngine(engines: EngineInfo[]): Seat {
    return { kind: 'engine', player: asOpponent(strongestOf(engines)) };
}

/** How long an engine at full strength thinks when nobody is counting. */
const UNHURRIED = 2_000;
/** A level is limited by what it looks at; this is the most it gets, even where that takes long. */
const LEVEL_PATIENCE = 10_000;
/** What goes by between asking and moving, in milliseconds. */
const WAYS = 200;
/** Papers' players have their own idea of how long; this is the most they get. */
const PATIENCE = 15_000;

/** The name of the game in the spec of a game or an engine. */
export const nameOf = (spec: string): string => parseSpec(spec).game;

/** A player such as `default:level=3` in its parts, whatever it plays. */
const partsOf = (player: string) => parseSpec(`star/${player}`);

/** The player without its options. */
export const playerOf = (player: string): string => partsOf(player).player;

/** The value of an option that a player was given. */
export function optionOf(player: string, name: string): string | undefined {
    return partsOf(player).playerOptions.find(([option]) => option === name)?.[1];
}

/** A player with an option set. */
export function withOption(player: string, name: string, value: string): string {
    const parts = partsOf(player);
    const others = parts.playerOptions.filter(([option]) => option !== name);
    return `${parts.player}:${[...others, [name, value]].map((option) => option.join('=')).join(',')}`;
}

/** The level of a player; those without one play at full strength. */
export const levelOf = (player: string): number | undefined => Number(optionOf(player, 'level') ?? 0) || undefined;

/** The level of an engine that has one. */
export const levelOfSeat = (seat: Seat): number | undefined => (seat.kind === 'engine' ? levelOf(seat.player) : undefined);

/** The lowest level among the opponents of a person who plays alone against levels. */
export function levelOfOpponents({ seats }: Plan): number | undefined {
    const known = seats.map(levelOfSeat).filter((level) => level !== undefined);
    return known.length > 0 && known.length === seats.length - 1 ? Math.min(...known) : undefined;
}

/** The same seat at another level, if it has levels. */
export function withLevel(seat: Seat, level: string): Seat {
    return seat.kind === 'engine' && levelOf(seat.player) !== undefined ? { ...seat, player: withOption(seat.player, 'level', level) } : seat;
}

/** The same game with all levels set to one. */
export function atLevel(plan: Plan, level: number): Plan {
    return { ...plan, seats: plan.seats.map((seat) => withLevel(seat, String(level))) };
}

/** Whether one person meets engines that are all the same. */
export function hasOneLevel(seats: Seat[]): boolean {
    const players = new Set(seats.map((seat) => (seat.kind === 'engine' ? seat.player : '')));
    return players.size <= 2 && seats.filter(({ kind }) => kind === 'person').length <= 1;
}

/** A player of a game, with dice of its own if it throws any. */
export function seeded(spec: string, player: string, engines: EngineInfo[], seed: number): string {
    const info = engines.find(({ game, name }) => game === nameOf(spec) && name === playerOf(player));
    const throwsDice = info?.options.some(({ name }) => name === 'seed');
    return throwsDice && optionOf(player, 'seed') === undefined ? withOption(player, 'seed', String(seed)) : player;
}

/** How long an engine may think; `left` is what its clock shows. */
export function limitsFor(timing: Timing, player: string, left: number | undefined): ThinkLimits {
    const time = (milliseconds: number): ThinkLimits => ({ milliseconds, nodes: undefined, depth: undefined });
    switch (timing.kind) {
        case 'move':
            return time(Math.max(20, timing.seconds * 900 - WAYS));
        case 'clock':
            return time(Math.max(20, Math.min((left ?? 0) / 30 + timing.increment * 800, (left ?? 0) - WAYS)));
        case 'free':
            if (levelOf(player) !== undefined) return time(LEVEL_PATIENCE);
            return time(playerOf(player) === 'default' ? UNHURRIED : PATIENCE);
    }
}

import * as rules from '@longjump/engine';
import '@longjump/engine/node';
import { describe, expect, test } from 'vitest';
import {
    asOpponent,
    atLevel,
    enginesFor,
    hasLevels,
    hasOneLevel,
    isForExpert,
    levelOf,
    levelOfOpponents,
    levelOfSeat,
    limitsFor,
    nameOf,
    optionOf,
    planFor,
    playerOf,
    rulesOf,
    usualRules,
    usualSpec,
    seatsOf,
    seeded,
    specOf,
    strongestOf,
    withLevel,
    withOption,
    type Plan,
    type Seat,
} from './plan.js';

const engines = rules.engines();

describe('specs', () => {
    test('have a name, a player and options', () => {
        expect(['star', 'star:seats=3', 'star:seats=3/default:level=2'].map(nameOf)).toEqual(['star', 'star', 'star']);
        expect(playerOf('default:level=3,seed=1')).toBe('default');
        expect(optionOf('default:level=3,seed=1', 'seed')).toBe('1');
        expect(optionOf('default', 'seed')).toBeUndefined();
    });
    test('an option is set or replaced, and others stay', () => {
        expect(withOption('default', 'level', '4')).toBe('default:level=4');
        expect(withOption('default:level=3,seed=1', 'level', '4')).toBe('default:seed=1,level=4');
    });
    test('say only what is not usual', () => {
        expect(specOf('star', 2, 'standard')).toBe('star');
        expect(specOf('star', 3, 'standard')).toBe('star:seats=3');
        expect(specOf('star', 3, 'super')).toBe('star:seats=3,preset=super');
        expect(specOf('minicheckers', 2, undefined)).toBe('minicheckers');
        expect(specOf('corners', 2, usualRules('corners'))).toBe('corners:preset=race');
        expect(['star', 'corners'].map(usualSpec)).toEqual(['star', 'corners:preset=race']);
        // What was kept before there were two.
        expect(rulesOf('corners')).toBe('waiting');
    });
    test.each(['star', 'star:seats=6', 'star:preset=thesis', 'diamond:hops=symmetric', 'corners:preset=race', 'corners:preset=waiting'])(
        '%s is read as it was written',
        (spec) => {
            expect(specOf(nameOf(spec), seatsOf(rules, spec), rulesOf(spec))).toBe(spec);
        },
    );
});

describe('plans', () => {
    test.each(rules.games().map(({ name }) => name))('%s: a person against engines that can play it', (name) => {
        const plan = planFor(rules, name);
        expect(plan.seats).toHaveLength(seatsOf(rules, name));
        expect(plan.seats[0]).toEqual({ kind: 'person' });
        for (const seat of plan.seats.slice(1)) {
            if (seat.kind !== 'engine') throw new Error('everybody else is an engine');
            new rules.Engine(`${plan.spec}/${seeded(plan.spec, seat.player, engines, 1)}`).free();
        }
    });
    test('with more seats there are fewer engines, but the strongest has levels all the same', () => {
        const [two, six] = [enginesFor(engines, 'star', 2), enginesFor(engines, 'star:seats=6', 6)];
        expect(six.length).toBeLessThan(two.length);
        expect(hasLevels(strongestOf(six))).toBe(true);
        expect(asOpponent(strongestOf(two))).toBe('default:level=1');
    });
    test('one level is set for all engines that have levels', () => {
        const seats: Seat[] = [{ kind: 'person' }, { kind: 'engine', player: 'default:level=3' }, { kind: 'engine', player: 'greedy' }];
        expect(seats.map(levelOfSeat)).toEqual([undefined, 3, undefined]);
        expect(seats.map((seat) => withLevel(seat, '7'))).toEqual([seats[0], { kind: 'engine', player: 'default:level=7' }, seats[2]]);
    });
    test('seats are the same for all, or each by itself', () => {
        const [three, four]: Seat[] = ['default:level=3', 'default:level=4'].map((player) => ({ kind: 'engine', player }));
        expect(hasOneLevel([{ kind: 'person' }, three!, three!])).toBe(true);
        expect(hasOneLevel([{ kind: 'person' }, three!, four!])).toBe(false);
        expect(hasOneLevel([{ kind: 'person' }, { kind: 'person' }, three!])).toBe(false);
    });
    test('of the engines of a game one is for everybody', () => {
        for (const { name } of rules.games()) {
            const everybodys = enginesFor(engines, name, 2).filter((engine) => !isForExpert(engine));
            expect(everybodys.map((engine) => engine.name)).toEqual(['default']);
        }
    });
    test('dice are seeded once', () => {
        expect(seeded('star', 'random', engines, 7)).toBe('random:seed=7');
        expect(seeded('star', 'random:seed=1', engines, 7)).toBe('random:seed=1');
        expect(seeded('star:seats=6', 'random', engines, 7)).toBe('random:seed=7');
        expect(seeded('corners', 'nobody', engines, 7)).toBe('nobody');
    });
});

describe('levels', () => {
    const against = (...players: string[]): Plan => ({
        spec: 'star',
        seats: [{ kind: 'person' }, ...players.map((player) => ({ kind: 'engine' as const, player }))],
        timing: { kind: 'free' },
    });
    test('a player without a level, or with level 0, plays at full strength', () => {
        expect(['default', 'default:level=0', 'default:level=4,seed=1'].map(levelOf)).toEqual([undefined, undefined, 4]);
    });
    test('opponents have a level if all of them have one, and there is one person', () => {
        expect(levelOfOpponents(against('default:level=2', 'default:level=5'))).toBe(2);
        expect(levelOfOpponents(against('default:level=2', 'greedy'))).toBeUndefined();
        expect(levelOfOpponents(against('default'))).toBeUndefined();
        expect(levelOfOpponents({ ...against('default:level=2'), seats: [{ kind: 'person' }, { kind: 'person' }] })).toBeUndefined();
    });
    test('the same game is played at another level', () => {
        const { seats } = atLevel(against('default:level=2', 'random'), 3);
        expect(seats).toEqual(against('default:level=3', 'random').seats);
    });
});

describe('time to think', () => {
    const milliseconds = (...given: Parameters<typeof limitsFor>) => limitsFor(...given).milliseconds!;
    test('leaves room for the way there and back', () => {
        expect(milliseconds({ kind: 'move', seconds: 5 }, 'default', undefined)).toBeLessThan(4500);
        expect(milliseconds({ kind: 'clock', minutes: 1, increment: 0 }, 'default', 500)).toBeLessThan(300);
    });
    test('is never nothing', () => {
        expect(milliseconds({ kind: 'move', seconds: 0 }, 'default', undefined)).toBe(20);
        expect(milliseconds({ kind: 'clock', minutes: 1, increment: 0 }, 'default', 0)).toBe(20);
    });
    test('an increment is used', () => {
        const clock = (increment: number) => milliseconds({ kind: 'clock', minutes: 5, increment }, 'default', 300_000);
        expect(clock(3)).toBe(clock(0) + 2400);
    });
    test('a level is never short of time', () => {
        expect(milliseconds({ kind: 'free' }, 'default:level=1', undefined)).toBe(10_000);
        expect(milliseconds({ kind: 'free' }, 'default', undefined)).toBe(2_000);
        expect(milliseconds({ kind: 'free' }, 'default:level=0', undefined)).toBe(2_000);
    });
    test("papers' players get more where nobody is counting", () => {
        expect(milliseconds({ kind: 'free' }, 'default:level=3', undefined)).toBeLessThan(milliseconds({ kind: 'free' }, 'thesis', undefined));
    });
});

import '@longjump/engine/node';
import { beforeAll, expect, test } from 'vitest';
import type { Occupant, RoomView } from '@longjump/wire/room';
import { contender, occupantName } from './names.js';
import { categoryWords, controlWords, gameWords, loadOnlineWords, playerWords, timeWords } from './words.svelte.js';

beforeAll(() => loadOnlineWords('en'));

const ada: Occupant = { kind: 'person', player: 1, name: 'Ada', bot: false };
const engine: Occupant = { kind: 'engine', level: 4 };

test('who sits in a seat', () => {
    expect(occupantName(ada)).toBe('Ada');
    expect(occupantName(engine)).toMatch(/4/);
    expect(occupantName(null)).toBe('Free seat');
});

test('an engine that sits in plays for whoever left', () => {
    const room = { seats: [{ occupant: engine, left: ada }, { occupant: engine }, { occupant: null }] } as RoomView;
    expect([0, 1, 2, 9].map((seat) => contender(room, seat))).toEqual(['Ada', occupantName(engine), 'Free seat', 'Free seat']);
});

test('games in words', () => {
    expect(gameWords('star')).toBe('Star');
    expect(gameWords('star:seats=2')).toBe('Star');
    expect(gameWords('star:seats=3')).toBe(categoryWords('star-3'));
    expect(categoryWords('diamond')).toBe('Diamond');
    expect(categoryWords('corners-race')).toBe(gameWords('corners:preset=race'));
    expect(categoryWords('corners')).toBe(gameWords('corners:preset=waiting'));
    expect(gameWords('corners')).toBe('Corners · Waiting');
    expect(gameWords('star:seats=3,preset=super')).toMatch(/^Star, 3 .* · Long hops$/);
    expect(gameWords('star:corners=open')).toBe('Star · corners=open');
});

test('clocks in words', () => {
    expect(controlWords('300+3')).toBe('5 min + 3 s');
    expect(controlWords('90+0')).toMatch(/^1\.5 min/);
    expect(controlWords('3d')).toBe('3 d per move');
    expect(controlWords('30/move')).toMatch(/30/);
    const time = (hours: number) => timeWords(hours * 3_600_000, () => 'short');
    expect([time(0.5), time(1.5), time(50)]).toEqual(['short', expect.stringMatching(/1.*30/), expect.stringMatching(/2.*2/)]);
});

test('players in lists', () => {
    expect([playerWords('Ada'), playerWords('level 3'), playerWords('')]).toEqual(['Ada', expect.stringMatching(/3/), 'Free seat']);
});

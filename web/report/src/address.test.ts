import { expect, test } from 'vitest';
import { addressOf, readAddress } from './address.js';

test('an address is read as it was written', () => {
    for (const place of [
        { block: 0, number: 0, ply: 0 },
        { block: 12, number: 3, ply: 45 },
    ]) {
        expect(readAddress(addressOf(place, place.ply))).toEqual(place);
    }
});

test.each(['', '#', '#ratings', '#game=1', '#game=a.b', '#game=1.2.3'])('no game: %s', (fragment) => expect(readAddress(fragment)).toBeUndefined());

test('a ply that is no number is the start', () => expect(readAddress('#game=1.2&ply=x')).toEqual({ block: 1, number: 2, ply: 0 }));

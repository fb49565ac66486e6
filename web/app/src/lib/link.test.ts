import { expect, test } from 'vitest';
import { frameFor, readLink, writeLink } from './link.js';

const game = { spec: 'star:seats=3', start: 'a/b c 1 -', moves: ['e5k9', 'pass'], at: 1 };

test('what an address is written from is read from it', () => {
    expect(readLink(new URLSearchParams(writeLink(game)))).toEqual(game);
    const whole = { spec: 'corners', start: undefined, moves: [], at: 0 };
    expect(writeLink(whole)).toBe('g=corners');
    expect(readLink(new URLSearchParams('g=corners'))).toEqual(whole);
});

test('an address that says nonsense about where one is shows the end', () => {
    for (const at of ['-1', 'x', '7', '']) expect(readLink(new URLSearchParams(`g=star&m=a,b&at=${at}`)).at).toBe(2);
});

test('a frame can stand in any page', () => {
    const frame = frameFor(game, 'https://example.org/club/?x=1#/analyse', '<"A" & B>');
    expect(frame).toContain('src="https://example.org/club/embed.html#g=star%3Aseats%3D3&amp;p=a%2Fb+c+1+-&amp;m=e5k9%2Cpass&amp;at=1"');
    expect(frame).toContain('title="&lt;&quot;A&quot; &amp; B>"');
});

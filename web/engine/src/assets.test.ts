import { assetsFor, games } from '@longjump/engine/node';
import { expect, test } from 'vitest';
import { assets } from './assets.js';

test('everything that an engine can ask for has an address', () => {
    const rules = ['star:preset=open', 'star:preset=super', 'star:corners=open,hops=symmetric', 'diamond:preset=super', 'corners:preset=race'];
    const specs = [...games().map(({ name }) => name), ...rules, 'star:seats=3', 'star:seats=6'];
    const asked = new Set(specs.flatMap((spec) => assetsFor(spec)));
    expect(Object.keys(assets).sort()).toEqual([...asked].sort());
});

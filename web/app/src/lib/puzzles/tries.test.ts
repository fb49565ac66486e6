import { beforeEach, expect, it, vi } from 'vitest';
import { endTries, forgetTries, lastAccount, noteAccount, noteTry, waitingOf } from './tries.js';

const kept = new Map<string, string>();
beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

it('keeps for each account what the service was not told of', () => {
    noteAccount('Ann');
    noteTry('Ann', 'star', { id: 'a', solved: true });
    noteTry('Ann', 'star', { id: 'b', solved: false });
    // Another account of the same device changes nothing of that.
    noteAccount('Ben');
    noteTry('Ben', 'star', { id: 'a', solved: false });
    expect(lastAccount()).toBe('Ben');
    const told = waitingOf('Ann', 'star');
    expect(told).toHaveLength(2);
    // What is tried while it is told of is kept.
    noteTry('Ann', 'star', { id: 'c', solved: true });
    endTries('Ann', 'star', told);
    expect(waitingOf('Ann', 'star')).toEqual([{ id: 'c', solved: true }]);
    expect(waitingOf('Ben', 'star')).toHaveLength(1);
    forgetTries('Ben');
    expect([...kept.values()].join()).not.toContain('Ben');
    expect(waitingOf('Ann', 'star')).toHaveLength(1);
});

it('takes what can not be read for nothing', () => {
    kept.set('longjump-tries', '{');
    expect(waitingOf('Ann', 'star')).toEqual([]);
    expect(lastAccount()).toBe('');
});

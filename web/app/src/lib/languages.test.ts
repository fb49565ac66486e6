import { expect, test } from 'vitest';
import { completed, fileOf, firstKnown, languageOf, ownName } from './languages.js';

test('a language is known by its file', () => {
    expect(languageOf('../words/learn/sv.json')).toBe('sv');
    expect(firstKnown(['', 'de-AT', 'sv-FI', 'zh'], ['en', 'zh', 'sv'])).toBe('sv');
    expect(firstKnown(['de'], ['en', 'sv'])).toBe('en');
    expect(['en', 'sv', 'zh', 'de'].map(ownName)).toEqual(['English', 'Svenska', '中文', 'Deutsch']);
});

test('pages that nobody has translated yet are English', async () => {
    const files = { '../words/en.json': () => Promise.resolve({ default: 'English' }), '../words/de.json': () => Promise.resolve({ default: 'German' }) };
    expect((await fileOf(files, 'de')()).default).toBe('German');
    expect((await fileOf(files, 'sv')()).default).toBe('English');
});

test('words that are missing are English', () => {
    expect(JSON.parse(completed('{"play":"Spela"}', '{"play":"Play","learn":"Learn"}'))).toEqual({ play: 'Spela', learn: 'Learn' });
});

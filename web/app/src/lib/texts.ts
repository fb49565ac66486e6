// Small things about texts, for every page.

/** Words with their gaps filled: `{n}` becomes the value of `n`. */
export function filled(words: string, values: Record<string, string | number>): string {
    return words.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** `e5k9` as `e5–k9`. */
export function moveText(text: string): string {
    return text.replace(/^([a-z]+\d+)([a-z]+\d+)$/, '$1–$2');
}

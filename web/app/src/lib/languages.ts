// Which languages there are: those with a file of words.

/** The words of each language, loaded when they are wanted. */
export type WordFiles<Words> = Record<string, () => Promise<{ default: Words }>>;

/** The language of a file of words: `sv` for `../words/learn/sv.json`. */
export const languageOf = (path: string): string => /(\w+)\.json$/.exec(path)?.[1] ?? '';

/** The file of a language, or else the English one: who translates begins with some of the pages. */
export function fileOf<Words>(files: WordFiles<Words>, language: string): () => Promise<{ default: Words }> {
    const found = (wanted: string) => Object.entries(files).find(([path]) => languageOf(path) === wanted)?.[1];
    return (found(language) ?? found('en'))!;
}

/** The first of these tags, such as `sv-SE`, whose language is among the known ones. */
export function firstKnown(tags: string[], known: string[]): string {
    const wanted = tags.map((tag) => tag.slice(0, 2));
    return wanted.find((tag) => known.includes(tag)) ?? 'en';
}

/** What a language calls itself. */
export function ownName(language: string): string {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The words of a language, with English ones where it has none. */
export function completed(own: string, english: string): string {
    return JSON.stringify({ ...(JSON.parse(english) as object), ...(JSON.parse(own) as object) });
}

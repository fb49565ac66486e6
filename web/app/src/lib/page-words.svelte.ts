// Words that only some pages need. There are many, so they are loaded only with these pages.

import { filled } from './texts.js';
import { fileOf, type WordFiles } from './languages.js';
import { language } from './words.svelte.js';

type Dictionary<Key extends string> = Record<Key, string>;

/** `files` is what `import.meta.glob` finds in the pages' folder of words. */
export function pageWords<Key extends string>(files: Record<string, () => Promise<unknown>>) {
    let dictionary: Dictionary<Key> | undefined = $state.raw();
    async function load(chosen: string, isWanted: () => boolean = () => true): Promise<void> {
        const words = await fileOf(files as WordFiles<Dictionary<Key>>, chosen)();
        if (isWanted()) dictionary = words.default;
    }
    return {
        /** Loads the words of a language, and shows them if it is still wanted then. */
        load,
        /** Loads the words of the chosen language, whenever it changes. */
        follow(): void {
            $effect(() => {
                const chosen = language();
                void load(chosen, () => language() === chosen);
            });
        },
        /** Whether there are words to show yet. */
        areThere: (): boolean => dictionary !== undefined,
        /** Words with their gaps filled: `{n}` becomes the value of `n`. */
        of: (key: Key, values: Record<string, string | number> = {}): string => filled(dictionary?.[key] ?? '', values),
        /** Words that may not be there, such as those of a name from the engine or the service. */
        find: (key: string): string | undefined => dictionary?.[key as Key],
    };
}

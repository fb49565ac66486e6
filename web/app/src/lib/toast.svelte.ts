// A few words about what has just been done, shown for a while.

/** Long enough to be read, in milliseconds. */
const SHOWN = 4000;

let words: string | (() => string) = $state.raw('');
let timer: number | undefined;

export const toasted = {
    get words() {
        return typeof words === 'string' ? words : words();
    },
};

/** Words that may not be loaded yet are asked for as long as they are shown. */
export function toast(said: string | (() => string), shown = SHOWN): void {
    words = said;
    clearTimeout(timer);
    timer = window.setTimeout(() => (words = ''), shown);
}

/** Copies a text and says so; where copying is not allowed, the text itself is said. */
export async function copy(text: string, said: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
        toast(said);
    } catch {
        toast(text);
    }
}

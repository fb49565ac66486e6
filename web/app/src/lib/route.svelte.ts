// Which page is shown: the part of the address after the #.

const PARTS = ['play', 'puzzles', 'online', 'analyse', 'review', 'learn'] as const;
/** These belong to the online part. */
const OF_ONLINE = ['game', 'player', 'account', 'letter', 'order', 'watch', 'tournament'] as const;
/** And these to the analysis. */
const OF_ANALYSE = ['study'] as const;
const PAGES = [...PARTS, ...OF_ONLINE, ...OF_ANALYSE];
export type Page = (typeof PAGES)[number];

function read(): { page: Page; isKnown: boolean; rest: string; query: URLSearchParams } {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const [name, ...rest] = path.split('/');
    const page = PAGES.find((known) => known === name);
    return { page: page ?? 'play', isKnown: page !== undefined || name === '', rest: rest.join('/'), query: new URLSearchParams(query) };
}

let current = $state.raw(read());

window.addEventListener('hashchange', () => {
    current = read();
});

export const route = {
    get page() {
        return current.page;
    },
    /** Whether there is such a page; else the first one is shown. */
    get isKnown() {
        return current.isKnown;
    },
    /** The page as the header has it. */
    get part() {
        const isOfAnalyse = OF_ANALYSE.some((page) => page === current.page);
        return PARTS.find((part) => part === current.page) ?? (isOfAnalyse ? 'analyse' : 'online');
    },
    /** What follows the page's name. */
    get rest() {
        return current.rest;
    },
    get query() {
        return current.query;
    },
};

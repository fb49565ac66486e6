// Which page is shown: the part of the address after the #.

export type Page = 'play' | 'analyse' | 'review' | 'learn';
const PAGES: Page[] = ['play', 'analyse', 'review', 'learn'];

function read(): { page: Page; rest: string; query: URLSearchParams } {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const [name, ...rest] = path.split('/');
    const page = PAGES.find((known) => known === name) ?? 'play';
    return { page, rest: rest.join('/'), query: new URLSearchParams(query) };
}

let current = $state.raw(read());

window.addEventListener('hashchange', () => {
    current = read();
});

export const route = {
    get page() {
        return current.page;
    },
    /** What follows the page's name. */
    get rest() {
        return current.rest;
    },
    get query() {
        return current.query;
    },
};

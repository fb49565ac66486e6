// A game, a position or a chapter of a study in a frame on somebody else's page. It shows a board to look at and asks
// for nothing but files and the study: no account, nothing kept on the device, nothing that matters to be clicked on.

import type { StudyView } from '@longjump/wire/study';
import { colourOf, createPicture } from '@longjump/board';
import '@longjump/board/board.css';
import '@longjump/theme/base.css';
import '@longjump/theme/theme.css';
import { History } from '../lib/history.js';
import { readLink, writeLink } from '../lib/link.js';
import { rules } from '../lib/rules.js';
import { chapterOf } from '../lib/studies/content.js';
import { moveText } from '../lib/texts.js';
import { EMPTY, find, mainLine, type Node } from '../lib/tree.js';
import './embed.css';
import { loadWords, type EmbedWords } from './words.js';

const THEMES = new Set(['light', 'dark', 'contrast']);
const one = <Kind extends HTMLElement>(selector: string): Kind => document.querySelector<Kind>(selector)!;
const heading = one('h1');
const place = one('.board');
const status = one('[role=status]');
const steps = one('.steps');
const comment = one('.comment');
const link = one<HTMLAnchorElement>('.open');

function followTheme(asked: string | null): void {
    const { dataset } = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const show = (): void => {
        dataset['theme'] = asked !== null && THEMES.has(asked) ? asked : dark.matches ? 'dark' : 'light';
    };
    dataset['board'] = 'oak';
    dark.onchange = show;
    show();
}

interface Opened {
    history: History;
    name: string;
    at: number;
    /** What is said about it, and where all of it is to be seen; of a chapter alone. */
    chapter?: { title: string; root: Node; address: string };
}

/** The game of the address; of moves that are not all legal the ones that are. */
async function gameOf(query: URLSearchParams): Promise<Opened> {
    const study = query.get('study');
    if (study !== null) return chapterIn(study, query);
    const linked = readLink(query);
    const engine = await rules;
    const history = new History(engine, linked.spec, linked.start);
    for (const move of linked.moves) if (!history.play(move)) break;
    return { history, name: engine.parseSpec(linked.spec).game, at: Math.min(linked.at, history.moves.length) };
}

/** The main line of a chapter, from its beginning. */
async function chapterIn(study: string, query: URLSearchParams): Promise<Opened> {
    // Nobody in particular asks: whoever sees the frame sees the same.
    const response = await fetch(`./api/studies/${encodeURIComponent(study)}`, { credentials: 'omit' });
    if (!response.ok) throw new Error(String(response.status));
    const { content } = (await response.json()) as StudyView;
    const asked = content.chapters.find(({ id }) => id === query.get('chapter')) ?? content.chapters[0]!;
    const { id, title, game, start, root } = chapterOf(asked);
    const engine = await rules;
    const history = new History(engine, game, start ?? undefined);
    for (const move of mainLine(root)) if (!history.play(move)) break;
    return {
        history,
        name: engine.parseSpec(game).game,
        at: 0,
        chapter: { title: `${content.title} · ${title}`, root, address: `./#/study/${study}?${new URLSearchParams({ c: id })}` },
    };
}

/** How a position stands, and the move that led to it. */
function statusOf({ t }: EmbedWords, { layout, states, moves }: History, ply: number): string {
    const { turn } = states[ply]!;
    const last = moves[ply - 1];
    const standing = turn === undefined ? t('over') : t('turnOf', { colour: t(`colour.${colourOf(layout, turn)}` as 'colour.0') });
    const way = moves.length > 0 ? [t('status.past', { n: ply, of: moves.length })] : [];
    return [...way, ...(last ? [moveText(last.text)] : []), standing].join(' · ');
}

/** Who has pieces where, for those who don't see the board. */
function piecesOf({ t }: EmbedWords, { layout, states }: History, ply: number): string {
    const { pieces, seats } = states[ply]!;
    const places = (seat: number) => layout.points.filter((_, hole) => pieces[hole] === seat).map(({ name }) => name);
    return Array.from({ length: seats }, (_, seat) => `${t(`colour.${colourOf(layout, seat)}` as 'colour.0')}: ${places(seat).join(' ')}`).join(' · ');
}

async function show(): Promise<void> {
    const query = new URLSearchParams(location.hash.slice(1));
    followTheme(query.get('theme'));
    const words = await loadWords(query.get('lang'));
    document.documentElement.lang = words.language;
    link.textContent = words.own.open;
    const opened = await gameOf(query).catch(() => undefined);
    if (!opened) {
        status.textContent = words.own.wrong;
        return;
    }
    const { history, name, chapter } = opened;
    const { layout, moves, states } = history;
    const { seats } = history.now;
    const game = seats > 2 ? words.t('gameOfSeats', { game: words.game(name), n: seats }) : words.game(name);
    heading.textContent = chapter?.title ?? game;
    document.title = `${heading.textContent} · Longjump`;
    if (chapter) link.textContent = words.own['open.study'];

    const picture = createPicture(place);
    place.setAttribute('role', 'img');
    let ply = opened.at;
    const targets = {
        start: { words: words.t('toStart'), ply: () => 0 },
        back: { words: words.t('stepBack'), ply: () => Math.max(0, ply - 1) },
        on: { words: words.t('stepOn'), ply: () => Math.min(moves.length, ply + 1) },
        end: { words: words.t('toEnd'), ply: () => moves.length },
    };
    const buttons = [...steps.querySelectorAll('button')].map((button) => ({ button, target: targets[button.dataset['to'] as keyof typeof targets] }));
    const view = (next: number): void => {
        ply = next;
        picture.show({ layout, pieces: states[ply]!.pieces, bottom: 0, last: moves[ply - 1]?.route ?? [] });
        place.setAttribute('aria-label', `${words.t('board.of', { game })} · ${piecesOf(words, history, ply)}`);
        status.textContent = statusOf(words, history, ply);
        const { spec, start, texts } = history;
        comment.textContent = (find(chapter?.root ?? EMPTY, texts.slice(0, ply)) ?? EMPTY).comment;
        link.href = chapter?.address ?? `./#/analyse?${writeLink({ spec, start, moves: texts, at: ply })}`;
        // Not disabled: whoever uses keys would lose the place where they are.
        for (const { button, target } of buttons) button.setAttribute('aria-disabled', String(target.ply() === ply));
    };
    for (const { button, target } of buttons) {
        button.setAttribute('aria-label', target.words);
        button.onclick = () => view(target.ply());
    }
    const keys: Record<string, keyof typeof targets> = { Home: 'start', ArrowLeft: 'back', ArrowRight: 'on', End: 'end' };
    document.onkeydown = (event) => {
        const key = keys[event.key];
        if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        view(targets[key].ply());
    };
    steps.hidden = moves.length === 0;
    view(ply);
}

void show();
// Another address is another game; everything about this one goes.
window.onhashchange = () => location.reload();

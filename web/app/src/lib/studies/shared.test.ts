import type { LoggedEdit, StudyEdit } from '@longjump/wire/study';
import { expect, it } from 'vitest';
import { EMPTY } from '../tree.js';
import { applied, sent, type Content } from './content.js';
import { Shared, type Waiting } from './shared.js';

const START: Content = { title: 'Study', chapters: [{ id: '1', title: 'One', game: 'star', root: EMPTY }] };
const MOVES = ['a1b2', 'b2c3', 'c3d4'];

function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

/** The service: edits in one order, each once; what changes nothing is not written down. */
class Service {
    content = START;
    log: LoggedEdit[] = [];

    do({ id, edit }: Waiting): number {
        const known = this.log.find((logged) => logged.id === id);
        if (known) return known.version;
        const after = applied(this.content, edit);
        if (!isSame(after, this.content)) {
            this.content = after;
            this.log.push({ version: this.log.length + 1, id, by: 'Ada', edit });
        }
        return this.log.length;
    }
}

const isSame = (one: Content, other: Content): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

function randomEdit(next: (below: number) => number): StudyEdit {
    const path = Array.from({ length: next(4) }, () => MOVES[next(3)]!);
    const edits: StudyEdit[] = [
        { kind: 'line', chapter: '1', path },
        { kind: 'line', chapter: '2', path },
        { kind: 'remove', chapter: '1', path },
        { kind: 'place', chapter: '1', path, place: next(3) },
        { kind: 'comment', chapter: '1', path, comment: `Comment ${next(5)}` },
        { kind: 'draw', chapter: '1', path, from: 'a1', ...(next(2) ? { colour: 'red' as const } : {}) },
        { kind: 'add_chapter', chapter: { id: '2', title: 'Two', game: 'star', nodes: [{ depth: 0, mv: '' }] } },
        { kind: 'remove_chapter', chapter: String(1 + next(2)) },
        { kind: 'title', title: `Title ${next(5)}` },
    ];
    return edits[next(edits.length)]!;
}

it('ends the same for everybody, whatever the connection loses, delays and repeats', () => {
    let gaps = 0;
    for (let seed = 1; seed <= 40; seed++) {
        const next = numbers(seed);
        const service = new Service();
        const people = Array.from({ length: 3 }, () => new Shared(START, 0));
        /** One person's exchange with the service, of which any part may get lost. */
        const exchange = (person: Shared, isLossy: boolean): void => {
            const isLost = () => isLossy && next(3) === 0;
            const [first] = person.waiting;
            if (first && !isLost()) {
                const version = service.do(first);
                // The event comes before the answer, if the connection lasts.
                if (!isLost()) person.take(service.log.slice(0, version));
                if (!isLost()) person.answered(first.id, version);
            }
            if (isLost()) return;
            const since = person.version;
            if (isLossy && next(8) === 0) person.renew(service.content, service.log.length);
            else gaps += Number(person.take(service.log.slice(since)));
            // Told twice, it is old news.
            gaps += Number(person.take(service.log.slice(since)));
        };
        for (let step = 0; step < 50; step++) {
            const person = people[next(3)]!;
            if (next(2)) person.edit([randomEdit(next)]);
            else exchange(person, true);
        }
        for (let round = 0; round < 60; round++) for (const person of people) exchange(person, false);
        for (const person of people) {
            expect(person.waiting, `seed ${seed}`).toEqual([]);
            expect(sent(person.shown), `seed ${seed}`).toEqual(sent(service.content));
        }
    }
    expect(gaps).toBe(0);
});

it('tells of a gap, and shows at once what was edited here', () => {
    const shared = new Shared(START, 0);
    shared.edit([{ kind: 'line', chapter: '1', path: ['a1b2'] }]);
    expect(shared.shown.chapters[0]!.root.children.map(({ move }) => move)).toEqual(['a1b2']);
    const logged: LoggedEdit = { version: 2, id: 'x', by: null, edit: { kind: 'title', title: 'New' } };
    expect(shared.take([logged])).toBe(true);
    expect(shared.shown.title).toBe('Study');
    // Refused, it is gone again.
    shared.drop(shared.waiting[0]!.id);
    expect(shared.shown.chapters[0]!.root.children).toEqual([]);
});

it('sends what a comment became while an earlier part of it was on its way once', () => {
    const words = (comment: string, path: string[] = []): StudyEdit => ({ kind: 'comment', chapter: '1', path, comment });
    const person = new Shared(START, 0);
    for (const comment of ['A', 'A b', 'A bit', 'A bit of']) person.edit([words(comment)]);
    expect(person.waiting.map(({ edit }) => edit)).toEqual([words('A'), words('A bit of')]);
    person.edit([words('Elsewhere', ['a1b2'])]);
    expect(person.waiting).toHaveLength(3);
    expect(person.shown.chapters[0]!.root.comment).toBe('A bit of');
});

// What the service is asked about studies over HTTP; edits go over the socket, unless they are too long.

import type { EditReceipt, EditRequest, NewStudy, ShareStudy, StudyEdit, StudyKey, StudyMade, StudySummary, StudyView } from '@longjump/wire/study';
import { ask } from '../online/api.js';
import { nodesOf, type Chapter } from './content.js';
import type { Waiting } from './shared.js';

const of = (id: string) => `studies/${encodeURIComponent(id)}`;

export const studyApi = {
    own: () => ask<StudySummary[]>('GET', 'studies'),
    read: (id: string, key: string | undefined) => ask<StudyView>('GET', of(id) + (key ? `?key=${encodeURIComponent(key)}` : '')),
    /** Asked twice with the same `id`, it is one study. */
    make: (title: string, chapter: Chapter, id: string) => {
        const { root, ...rest } = chapter;
        return ask<StudyMade>('POST', 'studies', { title, chapter: { ...rest, nodes: nodesOf(root) }, id } satisfies NewStudy);
    },
    edit: (id: string, waiting: Waiting, key: string | undefined) =>
        ask<EditReceipt>('POST', `${of(id)}/edits`, { ...waiting, ...(key ? { key } : {}) } satisfies EditRequest),
    share: (id: string, shared: boolean) => ask('PUT', `${of(id)}/shared`, { shared } satisfies ShareStudy),
    newKey: (id: string) => ask<StudyKey>('POST', `${of(id)}/key`),
    endKey: (id: string) => ask('DELETE', `${of(id)}/key`),
    remove: (id: string) => ask('DELETE', of(id)),
};

/** The edit that adds a chapter. */
export function addition({ root, ...rest }: Chapter): StudyEdit {
    return { kind: 'add_chapter', chapter: { ...rest, nodes: nodesOf(root) } };
}

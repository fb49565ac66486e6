// A study that several people edit, as one of them sees it: what everybody has, and over it what nobody has
// confirmed yet. No connection here: whatever carries the edits may lose and repeat them.

import type { LoggedEdit, StudyEdit } from '@longjump/wire/study';
import { freshId } from '../online/messages.js';
import { applied, type Content } from './content.js';

/** An edit of ours that the service has not confirmed; it is sent until it has, always with the same `id`. */
export interface Waiting {
    id: string;
    edit: StudyEdit;
}

function isOfSameComment(one: StudyEdit, other: StudyEdit): boolean {
    return one.kind === 'comment' && other.kind === 'comment' && one.chapter === other.chapter && JSON.stringify(one.path) === JSON.stringify(other.path);
}

export class Shared {
    /** What is shown: what was confirmed, and what waits. */
    shown: Content;

    constructor(
        private confirmed: Content,
        /** How many edits were confirmed. */
        public version: number,
        public waiting: Waiting[] = [],
    ) {
        this.shown = confirmed;
        this.rebase();
    }

    private rebase(): void {
        this.shown = this.waiting.reduce((content, { edit }) => applied(content, edit), this.confirmed);
    }

    /** We edit: it is shown at once. A comment that goes on takes the place of what waits of it. */
    edit(edits: StudyEdit[]): void {
        for (const edit of edits) {
            // The first may have been sent: whatever has its name is the same edit.
            const last = this.waiting.slice(1).at(-1);
            if (last && isOfSameComment(last.edit, edit)) last.edit = edit;
            else this.waiting.push({ id: freshId(), edit });
            this.shown = applied(this.shown, edit);
        }
    }

    /** Edits that the service has put in order; tells whether there is a gap before them. */
    take(edits: LoggedEdit[]): boolean {
        let isOthers = false;
        for (const { version, id, edit } of edits) {
            if (version <= this.version) continue;
            if (version > this.version + 1) return true;
            this.confirmed = applied(this.confirmed, edit);
            this.version = version;
            if (this.waiting[0]?.id === id) this.waiting.shift();
            else {
                this.waiting = this.waiting.filter((own) => own.id !== id);
                isOthers = true;
            }
        }
        // Our own edits in our own order are shown already.
        if (isOthers) this.rebase();
        return false;
    }

    /** The service has confirmed an edit: if all that it has is here and the edit still waits, it changed nothing. */
    answered(id: string, version: number): void {
        if (version <= this.version) this.drop(id);
    }

    /** An edit will not be done. */
    drop(id: string): void {
        if (!this.waiting.some((own) => own.id === id)) return;
        this.waiting = this.waiting.filter((own) => own.id !== id);
        this.rebase();
    }

    /** The whole study was read again. What waits may be in it already; sent again, it is confirmed. */
    renew(confirmed: Content, version: number): void {
        this.confirmed = confirmed;
        this.version = version;
        this.rebase();
    }
}

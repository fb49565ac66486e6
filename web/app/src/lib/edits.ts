// What can be undone and done again.

import type { Node, Path } from './tree.js';

/** A tree and where one was in it. */
export interface Step {
    root: Node;
    path: Path;
}

const MOST = 500;

export class Edits {
    private past: Step[] = [];
    private future: Step[] = [];
    /** What the last edit was, so that one more letter is not one more edit. */
    private last = '';

    get canUndo(): boolean {
        return this.past.length > 0;
    }

    get canRedo(): boolean {
        return this.future.length > 0;
    }

    /** Something is about to change. Edits of one kind, if it has a name, follow each other as one. */
    note(before: Step, kind = ''): void {
        if (kind === '' || kind !== this.last) this.past = [...this.past, before].slice(-MOST);
        this.future = [];
        this.last = kind;
    }

    /** What stood before the last edit. */
    undo(now: Step): Step | undefined {
        const before = this.past.pop();
        if (before) this.future.push(now);
        this.last = '';
        return before;
    }

    redo(now: Step): Step | undefined {
        const after = this.future.pop();
        if (after) this.past.push(now);
        this.last = '';
        return after;
    }

    forget(): void {
        this.past = [];
        this.future = [];
        this.last = '';
    }
}

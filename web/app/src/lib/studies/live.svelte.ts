// A study at the service, as this page sees it: read once, and then edited together over the socket.

import type { ServerMessage } from '@longjump/wire/socket';
import type { StudyEdit, StudyNews, StudyView } from '@longjump/wire/study';
import { Problem } from '../online/api.js';
import { Connection } from '../online/connection.svelte.js';
import { studyApi } from './api.js';
import { contentOf, type Content } from './content.js';
import { Shared, type Waiting } from './shared.js';

/** How long before something that could not be done is tried again. */
const AGAIN_AFTER = 500;
/** How long an answer may take on a line that is alive. */
const ANSWER_WITHIN = 5_000;
/** How many bytes a socket takes; what is longer goes over HTTP. */
const LONGEST = 12_000;
/** Refusals that end sooner or later: what they refuse is kept, and sent again. */
const PASSING = new Set(['no_session', 'muted', 'too_many_edits']);
/** What was not confirmed when the page was left. */
const UNSENT = 'longjump-study-';

export class LiveStudy {
    /** None until it was read. */
    content: Content | undefined = $state.raw();
    /** What is known of it beside what it consists of. */
    view: Omit<StudyView, 'content' | 'version'> | undefined = $state.raw();
    /** Whether there is no such study, or not for us. */
    isMissing = $state(false);
    /** Why it could not be read. */
    failure: unknown = $state.raw();
    /** Why an edit was not done. */
    refusal: { code: string; why: string } | undefined = $state.raw();
    /** How many edits the service has not confirmed. */
    waiting = $state(0);
    /** Who edited last, other than we. */
    lastBy = $state('');
    private shared: Shared | undefined;
    private connection: Connection | undefined = $state.raw();
    /** The edit that is on its way, and since when. */
    private under: { id: string; since: number } | undefined;
    private isReading = false;
    private hasEnded = false;

    constructor(
        readonly id: string,
        readonly key: string | undefined,
        /** Something came that was not shown here before; called after `content` has it. */
        private readonly onnews: () => void,
        /** Something is about to come: what is not edited yet must be now. */
        private readonly beforeNews: () => void,
    ) {
        void this.read();
    }

    /** Whether edits are kept because of something that passes. */
    private get isHeldUp(): boolean {
        return this.refusal !== undefined && PASSING.has(this.refusal.code);
    }

    get isConnected(): boolean {
        return this.connection?.isConnected ?? false;
    }

    end(): void {
        this.hasEnded = true;
        this.connection?.end();
    }

    /** Reads all of it, at first and when too much was missed. */
    async read(): Promise<void> {
        if (this.isReading || this.hasEnded) return;
        this.isReading = true;
        try {
            this.begin(await studyApi.read(this.id, this.key));
        } catch (problem) {
            const isGone = problem instanceof Problem && ['not_found', 'unserved'].includes(problem.code);
            if (isGone) this.gone();
            else if (this.shared) setTimeout(() => void this.read(), AGAIN_AFTER);
            else this.failure = problem;
        }
        this.isReading = false;
    }

    private begin({ content, version, ...view }: StudyView): void {
        if (this.hasEnded) return;
        this.failure = undefined;
        this.view = view;
        if (this.shared) {
            this.beforeNews();
            this.shared.renew(contentOf(content), version);
        } else this.shared = new Shared(contentOf(content), version, view.may_edit ? this.left() : []);
        this.show(true);
        if (this.connection) this.watch();
        else
            this.connection = new Connection({
                opened: () => this.watch(),
                received: (message) => this.receive(message),
                isAlive: () => this.sendNext(),
                isPlaying: () => this.waiting > 0,
            });
    }

    /** What waited when this page was left. */
    private left(): Waiting[] {
        try {
            return JSON.parse(sessionStorage.getItem(UNSENT + this.id) ?? '[]') as Waiting[];
        } catch {
            return [];
        }
    }

    private keep(waiting: Waiting[]): void {
        if (waiting.length > 0) sessionStorage.setItem(UNSENT + this.id, JSON.stringify(waiting));
        else sessionStorage.removeItem(UNSENT + this.id);
    }

    private gone(): void {
        this.isMissing = true;
        this.end();
    }

    private show(isNews: boolean): void {
        const { shown, waiting } = this.shared!;
        this.content = shown;
        this.waiting = waiting.length;
        // Who only reads just now keeps what they did when they could edit.
        if (this.view?.may_edit) this.keep(waiting);
        if (isNews) this.onnews();
    }

    edit(edits: StudyEdit[]): void {
        if (!this.shared || edits.length === 0) return;
        if (!this.isHeldUp) this.refusal = undefined;
        this.shared.edit(edits);
        this.show(false);
        this.sendNext();
    }

    private watch(): void {
        this.under = undefined;
        this.connection!.send({ t: 'study', study: this.id, ask: { kind: 'watch_study', since: this.shared!.version, key: this.key ?? null } });
        this.sendNext();
    }

    /** One edit after the other, so that they come in our order. */
    private sendNext(): void {
        const [next] = this.shared?.waiting ?? [];
        const now = performance.now();
        if (!next || (this.under?.id === next.id && now - this.under.since < ANSWER_WITHIN)) return;
        this.under = { id: next.id, since: now };
        if (new TextEncoder().encode(JSON.stringify(next.edit)).length > LONGEST) void this.sendLong(next);
        else this.connection?.send({ t: 'study', study: this.id, ask: { kind: 'edit', ...next, key: this.key ?? null } });
    }

    private async sendLong(waiting: Waiting): Promise<void> {
        try {
            const { version } = await studyApi.edit(this.id, waiting, this.key);
            this.answered(waiting.id, version);
        } catch (problem) {
            const { code, message } = problem instanceof Problem ? problem : new Problem('away', '');
            if (['away', 'unreachable', 'too_many'].includes(code)) this.again(waiting.id);
            else this.refused(waiting.id, code, message);
        }
    }

    private receive(message: ServerMessage): void {
        if (message.t === 'study' && message.study === this.id) this.take(message.news);
    }

    private take(news: StudyNews): void {
        switch (news.kind) {
            case 'edits':
                return this.takeEdits(news);
            case 'anew':
                return void this.read();
            case 'edited':
                return this.answered(news.id, news.version);
            case 'not_edited':
                return this.refused(news.id, news.code, news.why);
            case 'again':
                return this.again(news.id);
            case 'no_study':
                return this.gone();
            default:
                news satisfies never;
        }
    }

    private takeEdits({ version, edits }: Extract<StudyNews, { kind: 'edits' }>): void {
        const shared = this.shared!;
        const isOthers = edits.some((edit) => edit.version > shared.version && edit.id !== shared.waiting[0]?.id);
        if (isOthers) this.beforeNews();
        const own = new Set(shared.waiting.map(({ id }) => id));
        this.lastBy = edits.findLast((edit) => edit.version > shared.version && !own.has(edit.id))?.by ?? this.lastBy;
        const before = shared.shown;
        const isGap = shared.take(edits) || version > shared.version;
        this.show(shared.shown !== before);
        if (isGap) this.watch();
        else this.sendNext();
    }

    private answered(id: string, version: number): void {
        const shared = this.shared!;
        if (this.isHeldUp) this.refusal = undefined;
        // It waits no more; what is shown is made anew without it.
        if (version <= shared.version && shared.waiting.some((own) => own.id === id)) this.beforeNews();
        const before = shared.shown;
        shared.answered(id, version);
        this.show(shared.shown !== before);
        this.sendNext();
    }

    private refused(id: string, code: string, why: string): void {
        this.refusal = { code, why };
        // Sent again while the line is alive.
        if (PASSING.has(code)) return;
        this.beforeNews();
        this.shared!.drop(id);
        this.show(true);
        // The link for editing may have ended.
        if (code === 'not_yours') void this.read();
        this.sendNext();
    }

    private again(id: string | undefined): void {
        setTimeout(() => {
            if (this.hasEnded) return;
            if (id === undefined) this.watch();
            else if (this.under?.id === id) {
                this.under = undefined;
                this.sendNext();
            }
        }, AGAIN_AFTER);
    }
}

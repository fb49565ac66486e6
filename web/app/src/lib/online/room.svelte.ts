// A game at the service, as this page sees it.

import type { LoggedEvent, Phrase, RoomEvent, RoomUpdate, RoomView } from '@longjump/wire/room';
import type { RoomAction, ServerMessage } from '@longjump/wire/socket';
import { History } from '../history.js';
import type { LegalMove, Rules, State } from '../rules.js';
import { soundOfEnd, soundOfMove } from '../sounds.js';
import { Connection } from './connection.svelte.js';
import { AwayTime, LEAST_AWAY } from './focus.js';
import { freshId, type Away, type Change } from './messages.js';
import type { Planning } from './planning.svelte.js';
import { who } from './who.svelte.js';

/** How often clocks are drawn, in milliseconds. */
const TICK = 100;
/** How long before a message that may not be written down is sent again. */
const AGAIN_AFTER = 500;
/** How long an answer may take on a line that is alive. */
const ANSWER_WITHIN = 5_000;

export interface SpokenPhrase {
    seat: number;
    phrase: Phrase;
}

interface Waiting {
    change: Change;
    /** What goes before it, once. */
    before: Away | undefined;
    sentAt: number;
}

export class OnlineRoom {
    /** None until the service has answered. */
    view: RoomView | undefined = $state.raw();
    isMissing = $state(false);
    history: History | undefined = $state.raw();
    /** Grows with every change of the history, which itself is not watched. */
    private version = $state(0);
    /** The ply that is looked at, if not the last. */
    viewed: number | undefined = $state();
    /** The move that was made last, for the board to show moving. */
    travelled: { route: number[]; isStep: boolean } | undefined = $state.raw();
    /** Since when the player of each seat is away, by the server's clock; as far as we were told. */
    awaySince: Record<number, number> = $state({});
    lastPhrase: SpokenPhrase | undefined = $state.raw();
    /** How many watch who don't play. */
    spectators = $state(0);
    /** What happened last, other than moves. */
    lastEvent: RoomEvent | undefined = $state.raw();
    /** Why the last action was not done. */
    refusal: { code: string; why: string } | undefined = $state.raw();
    /** Our move that the service has not yet told everybody. */
    private ownMove: { ply: number; text: string } | undefined = $state.raw();
    /** What is planned on the board in place of the game, if anything. */
    planning: Planning | undefined = $state.raw();
    /** Messages without an answer. */
    private waiting: Waiting[] = $state.raw([]);
    /** The server's time, as often as clocks are drawn. */
    now = $state(0);
    readonly connection: Connection;
    private readonly timer: number;
    private readonly away = new AwayTime();
    /** The ply of our turn that it counts for. */
    private awayPly: number | undefined;

    constructor(
        private readonly rules: Rules,
        readonly id: string,
        /** Everybody who plays goes on to another game. */
        private readonly onNextGame: (id: string) => void,
    ) {
        this.connection = new Connection({
            opened: () => this.catchUp(),
            received: (message) => this.receive(message),
            isAlive: () => this.sendLate(),
            isPlaying: () => this.isPlaying && this.ownSeat !== undefined,
        });
        this.timer = window.setInterval(() => (this.now = this.connection.now), TICK);
    }

    end(): void {
        clearInterval(this.timer);
        this.away.end();
        this.connection.end();
        this.history?.free();
    }

    /** Our seat, if we play. */
    get ownSeat(): number | undefined {
        const seat = this.view?.seats.findIndex(({ occupant }) => occupant?.kind === 'person' && occupant.player === who.player?.id) ?? -1;
        return seat < 0 ? undefined : seat;
    }

    get isPlaying(): boolean {
        return this.view !== undefined && this.view.started && !this.view.outcome;
    }

    /** Whether it is for us to move, and we have not done so. */
    get isOwnTurn(): boolean {
        return this.isPlaying && !this.ownMove && this.ownSeat !== undefined && this.view?.turn === this.ownSeat;
    }

    get isMovePending(): boolean {
        return this.waiting.some(({ change }) => change.t === 'move');
    }

    /** Whether an action waits for its answer. */
    get isBusy(): boolean {
        return this.waiting.length > 0;
    }

    get state(): State | undefined {
        void this.version;
        return this.history?.now;
    }

    get moves(): LegalMove[] {
        void this.version;
        return [...(this.history?.moves ?? [])];
    }

    /** What the board shows: the last position, or the one that is looked at. */
    get shown(): State | undefined {
        void this.version;
        return this.history?.states[this.viewed ?? this.history.moves.length];
    }

    /** What a clock shows now. */
    clock(seat: number): number {
        const { view } = this;
        if (!view) return 0;
        const isRunning = view.turn === seat && view.running_since !== null;
        const gone = isRunning ? Math.max(0, this.now - view.running_since!) : 0;
        return Math.max(0, view.clocks[seat]! - gone);
    }

    look(ply: number): void {
        const last = this.moves.length;
        const next = Math.max(0, Math.min(last, ply));
        this.viewed = next === last ? undefined : next;
        this.travelled = undefined;
    }

    /** The game once more, to try moves in. */
    copy(): History {
        const copy = new History(this.rules, this.view!.game, undefined);
        copy.follow(this.view!.moves);
        return copy;
    }

    /** We move; the board shows it at once, as a move that is on its way. */
    play(text: string): void {
        if (!this.isOwnTurn) return;
        const ply = this.view!.moves.length;
        this.viewed = undefined;
        this.ownMove = { ply, text };
        const ms = this.away.milliseconds;
        const away: Away | undefined = ms < LEAST_AWAY ? undefined : { t: 'away', game: this.id, ply, ms };
        this.change({ t: 'move', game: this.id, ply, mv: text, id: freshId() }, away);
        this.follow();
    }

    /** Does anything but move. Who is nobody yet becomes a guest. */
    async act(action: RoomAction): Promise<void> {
        if (!who.player) {
            await who.mustBeSomebody();
            this.connection.renew();
        }
        this.change({ t: 'act', game: this.id, action, id: freshId() });
    }

    say(phrase: Phrase): void {
        this.connection.send({ t: 'phrase', game: this.id, phrase });
    }

    private change(change: Change, before?: Away): void {
        this.refusal = undefined;
        const message = { change, before, sentAt: 0 };
        this.waiting = [...this.waiting, message];
        this.send(message);
    }

    private send(message: Waiting): void {
        message.sentAt = performance.now();
        if (message.before && this.connection.send(message.before)) message.before = undefined;
        this.connection.send(message.change);
    }

    /** After a new connection: what we missed, and then what we said that nobody answered. */
    private catchUp(): void {
        // Told only where somebody watches.
        this.spectators = 0;
        this.connection.send({ t: 'watch', game: this.id, since: this.view?.version ?? null });
        this.sendAgain(this.waiting);
    }

    private sendLate(): void {
        const late = performance.now() - ANSWER_WITHIN;
        this.sendAgain(this.waiting.filter(({ sentAt }) => sentAt < late));
    }

    private sendAgain(waiting: Waiting[]): void {
        for (const message of waiting) this.send(message);
    }

    private receive(message: ServerMessage): void {
        if ('game' in message && message.game !== this.id) return;
        switch (message.t) {
            case 'room':
                this.connection.tellTime(message.now);
                return this.takeWhole(message.room);
            case 'missed':
                return this.takeEvents(message.events, message.after);
            case 'event':
                return this.takeEvents([message], message.after);
            case 'done':
                return this.answered(message.id);
            case 'refused':
                return this.refused(message.id, message.code, message.why);
            case 'no_session':
                return this.refused(message.id, 'no_session', '');
            case 'retry':
                return this.retry(message.id);
            case 'no_game':
                this.isMissing = true;
                return;
            case 'phrase':
                this.lastPhrase = { seat: message.seat, phrase: message.phrase };
                return;
            case 'presence':
                return this.notePresence(message.seat, message.here);
            case 'spectators':
                this.spectators = message.count;
                return;
            // The first is the connection's own, the second tells of a mistake in a client, the third is of other pages.
            case 'pong':
            case 'error':
            case 'study':
                return;
            default:
                message satisfies never;
        }
    }

    private takeWhole(view: RoomView): void {
        this.view = view;
        this.history ??= new History(this.rules, view.game, undefined);
        this.follow(false);
    }

    private takeEvents(events: LoggedEvent[], after: RoomUpdate): void {
        const { view } = this;
        const news = events.filter(({ version }) => version > (view?.version ?? 0));
        // What we know already says nothing of how things stand now.
        if (news.length === 0 && events.length > 0) return;
        // After a gap, the service is asked for what lies in it.
        if (!view || (news.length > 0 && news[0]!.version !== view.version + 1)) return this.watchAgain();
        const moves = [...view.moves];
        for (const { event } of news) {
            if (event.type === 'moved') moves.push(event.mv);
            if (event.type === 'taken_back') moves.splice(moves.length - event.plies);
        }
        const wasOver = view.outcome !== null;
        this.view = { ...view, ...after, seats: after.seats ?? view.seats, moves, version: news.at(-1)?.version ?? view.version };
        this.follow();
        for (const { event } of news) this.note(event);
        if (!wasOver && after.outcome) soundOfEnd();
    }

    private note(event: RoomEvent): void {
        // With the next move it is old news.
        this.lastEvent = event.type === 'moved' ? undefined : event;
        if (event.type === 'moved') delete this.awaySince[event.seat];
        if (event.type === 'rematch_agreed' && this.ownSeat !== undefined) this.onNextGame(event.game);
    }

    /** Puts the moves on the board that were made, and our own if it is on its way. */
    private follow(isNews = true): void {
        const { view, history } = this;
        if (!view || !history) return;
        if (this.ownMove && (this.ownMove.ply !== view.moves.length || view.outcome)) this.ownMove = undefined;
        this.countAway(view);
        const wanted = this.ownMove ? [...view.moves, this.ownMove.text] : view.moves;
        const before = history.follow(wanted);
        this.show(history.moves.slice(before), before, isNews);
        this.version++;
        this.passIfMust();
    }

    /** Counts anew when our turn begins; a move of ours that is on its way or was refused changes nothing. */
    private countAway({ turn, moves }: RoomView): void {
        const ply = this.isPlaying && turn === this.ownSeat ? moves.length : undefined;
        if (ply !== undefined && ply !== this.awayPly) this.away.reset();
        this.awayPly = ply;
    }

    /** One new move is shown moving; many at once are just there. */
    private show(played: LegalMove[], before: number, isNews: boolean): void {
        const [move] = played;
        const isOne = played.length === 1 && isNews;
        if (isOne) soundOfMove(Math.max(1, move!.route.length - 1));
        if (played.length > 0) this.travelled = isOne ? { route: move!.route, isStep: move!.isStep } : undefined;
        if (this.viewed !== undefined && this.viewed >= before + played.length) this.viewed = undefined;
    }

    /** Nothing to choose: who can't move passes. */
    private passIfMust(): void {
        const legal = this.state?.moves ?? [];
        if (this.isOwnTurn && legal.length === 1 && legal[0]!.route.length === 0) this.play(legal[0]!.text);
    }

    private answered(id: string): void {
        this.waiting = this.waiting.filter(({ change }) => change.id !== id);
    }

    private refused(id: string, code: string, why: string): void {
        const refused = this.waiting.find(({ change }) => change.id === id)?.change;
        this.answered(id);
        this.refusal = { code, why };
        if (refused?.t !== 'move') return;
        this.ownMove = undefined;
        this.follow();
    }

    private retry(id: string | undefined): void {
        setTimeout(() => {
            if (id === undefined) this.watchAgain();
            else this.sendAgain(this.waiting.filter(({ change }) => change.id === id));
        }, AGAIN_AFTER);
    }

    private watchAgain(): void {
        this.connection.send({ t: 'watch', game: this.id, since: this.view?.version ?? null });
    }

    private notePresence(seat: number, here: boolean): void {
        if (here) delete this.awaySince[seat];
        else this.awaySince[seat] = this.connection.now;
    }
}

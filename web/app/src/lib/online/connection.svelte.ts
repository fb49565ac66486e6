// The socket to the service. It comes back by itself whenever it is lost.

import type { ClientMessage, ServerMessage } from '@longjump/wire/socket';
import { IDLE, PLAYING, Pulse, type Pace } from './pulse.js';

/** How often we look whether it is time to ask whether anybody is there. */
const BEAT = 1_000;
/** What came while the page was held up is taken in within this time. */
const HELD_UP = 50;
/** Before the first try to come back, and at most between two. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** A server that is about to end sends everybody away with this code. */
const RESTART = 1012;

interface Listener {
    /** A new connection is there: whatever was watched must be asked for again. */
    opened: () => void;
    received: (message: ServerMessage) => void;
    /** The line was asked and has answered. */
    isAlive: () => void;
    /** Whether the loss of the connection matters at once. */
    isPlaying: () => boolean;
}

export class Connection {
    isConnected = $state(false);
    /** Whether it was there before: then it is coming back. */
    wasConnected = $state(false);
    /** What the server's clock shows beyond ours, in milliseconds. */
    private offset = 0;
    private socket: WebSocket | undefined;
    private tries = 0;
    private pulse = new Pulse(0);
    private timers: { beat?: number; answer?: number; retry?: number } = {};

    constructor(private readonly listener: Listener) {
        window.addEventListener('online', this.hurry);
        window.addEventListener('offline', this.giveUp);
        document.addEventListener('visibilitychange', this.look);
        this.open();
    }

    /** The time by the server's clock. */
    get now(): number {
        return performance.timeOrigin + performance.now() + this.offset;
    }

    /** Sets our idea of the server's clock, by a message that needed half of `way` to come here. */
    tellTime(now: number, way = 0): void {
        this.offset = now + way / 2 - (performance.timeOrigin + performance.now());
    }

    /** Whether it could be sent. */
    send(message: ClientMessage): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(message));
        return true;
    }

    /** Connects anew: the server learns who we are only when a connection begins. */
    renew(): void {
        this.wasConnected = false;
        this.lose(0);
    }

    end(): void {
        window.removeEventListener('online', this.hurry);
        window.removeEventListener('offline', this.giveUp);
        document.removeEventListener('visibilitychange', this.look);
        this.drop();
    }

    private open(): void {
        const address = new URL('/api/socket', location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        const socket = new WebSocket(address);
        this.socket = socket;
        socket.onopen = () => {
            this.tries = 0;
            this.isConnected = true;
            this.wasConnected = true;
            this.pulse = new Pulse(performance.now());
            this.ping();
            this.timers.beat = window.setInterval(() => this.beat(), BEAT);
            this.listener.opened();
        };
        socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as ServerMessage);
        socket.onclose = ({ code }) => this.lose(code === RESTART ? Math.random() * 500 : undefined);
    }

    private receive(message: ServerMessage): void {
        const now = performance.now();
        this.pulse.heard(now);
        if (message.t !== 'pong') return this.listener.received(message);
        const way = this.pulse.answered(now);
        if (way !== undefined) this.tellTime(message.now, way);
        this.listener.isAlive();
    }

    private get pace(): Pace {
        return this.listener.isPlaying() && document.visibilityState === 'visible' ? PLAYING : IDLE;
    }

    private beat(): void {
        if (this.pulse.isToBeAsked(performance.now(), this.pace)) this.ping();
    }

    private ping(): void {
        if (!this.send({ t: 'ping' })) return;
        this.pulse.asked(performance.now());
        this.awaitAnswer();
    }

    private awaitAnswer(): void {
        clearTimeout(this.timers.answer);
        const patience = this.pulse.patience(performance.now(), this.pace);
        if (patience === undefined) return;
        this.timers.answer = window.setTimeout(() => this.judge(patience <= 0), Math.max(HELD_UP, patience));
    }

    /** An answer was due, or, if we are sure, overdue. */
    private judge(isSure: boolean): void {
        const patience = this.pulse.patience(performance.now(), this.pace) ?? Infinity;
        if (isSure && patience <= 0) this.lose();
        else this.awaitAnswer();
    }

    /** The connection is gone; another is tried in a while. */
    private lose(wait = this.wait()): void {
        this.drop();
        this.tries++;
        this.timers.retry = window.setTimeout(() => this.open(), wait);
    }

    /** Longer with every try, and not for everybody at the same time. */
    private wait(): number {
        return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.5 + Math.random() / 2);
    }

    private drop(): void {
        clearInterval(this.timers.beat);
        clearTimeout(this.timers.answer);
        clearTimeout(this.timers.retry);
        this.isConnected = false;
        const { socket } = this;
        if (!socket) return;
        // What it still says is of no use to anybody.
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
        this.socket = undefined;
    }

    /** The network is back: no need to wait any longer. */
    private readonly hurry = (): void => {
        if (this.isConnected) this.ping();
        else this.lose(0);
    };

    /** There is no network: nobody needs to find out. */
    private readonly giveUp = (): void => {
        if (this.isConnected) this.lose();
    };

    /** A page that was hidden may have slept through the end of its connection. */
    private readonly look = (): void => {
        if (document.visibilityState === 'visible') this.hurry();
    };
}

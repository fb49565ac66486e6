// The socket to the service. It comes back by itself whenever it is lost.

import type { ClientMessage, ServerMessage } from '@longjump/wire/socket';

/** How often we ask whether anybody is there, and how long we wait for the answer. */
const PING_EVERY = 10_000;
const PONG_WITHIN = 5_000;
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
}

export class Connection {
    isConnected = $state(false);
    /** Whether it was there before: then it is coming back. */
    wasConnected = $state(false);
    /** What the server's clock shows beyond ours, in milliseconds. */
    private offset = 0;
    private socket: WebSocket | undefined;
    private tries = 0;
    private askedAt: number | undefined;
    private timers: { ping?: number; pong?: number; retry?: number } = {};

    constructor(private readonly listener: Listener) {
        window.addEventListener('online', this.hurry);
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
            this.ping();
            this.timers.ping = window.setInterval(() => this.ping(), PING_EVERY);
            this.listener.opened();
        };
        socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as ServerMessage);
        socket.onclose = ({ code }) => this.lose(code === RESTART ? Math.random() * 500 : undefined);
    }

    private receive(message: ServerMessage): void {
        if (message.t !== 'pong') return this.listener.received(message);
        clearTimeout(this.timers.pong);
        if (this.askedAt !== undefined) this.tellTime(message.now, performance.now() - this.askedAt);
        this.askedAt = undefined;
        this.listener.isAlive();
    }

    private ping(): void {
        if (this.askedAt !== undefined || !this.send({ t: 'ping' })) return;
        this.askedAt = performance.now();
        this.timers.pong = window.setTimeout(() => this.lose(), PONG_WITHIN);
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
        clearInterval(this.timers.ping);
        clearTimeout(this.timers.pong);
        clearTimeout(this.timers.retry);
        this.askedAt = undefined;
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

    /** A page that was hidden may have slept through the end of its connection. */
    private readonly look = (): void => {
        if (document.visibilityState === 'visible') this.hurry();
    };
}

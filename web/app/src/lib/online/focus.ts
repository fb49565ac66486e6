// For how long the player did not look at the page during a turn. The service keeps an eye on it.

/** Shorter is not worth a message: a slip of the mouse, a notice of the system. */
export const LEAST_AWAY = 1000;

const isAway = (): boolean => document.visibilityState !== 'visible' || !document.hasFocus();

export class AwayTime {
    /** Of absences that are over, in milliseconds. */
    private past = 0;
    /** When the present absence began. */
    private since: number | undefined;

    constructor() {
        document.addEventListener('visibilitychange', this.look);
        window.addEventListener('blur', this.look);
        window.addEventListener('focus', this.look);
    }

    end(): void {
        document.removeEventListener('visibilitychange', this.look);
        window.removeEventListener('blur', this.look);
        window.removeEventListener('focus', this.look);
    }

    /** A turn begins: what was before does not count. */
    reset(): void {
        this.past = 0;
        this.since = undefined;
        this.look();
    }

    get milliseconds(): number {
        return Math.round(this.past + this.present);
    }

    private get present(): number {
        return this.since === undefined ? 0 : performance.now() - this.since;
    }

    private readonly look = (): void => {
        this.past += this.present;
        this.since = isAway() ? performance.now() : undefined;
    };
}

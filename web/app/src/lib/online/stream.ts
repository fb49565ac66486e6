// What the service tells by itself, for as long as somebody listens.

/** Before a stream that was refused is asked for again. */
const ASK_AGAIN = 5000;

/** Listens to a stream, which comes back by itself; what is returned ends it. */
export function listen<T>(path: string, take: (news: T) => void): () => void {
    let source: EventSource | undefined;
    let timer: number | undefined;
    function open(): void {
        source = new EventSource(`/api/${path}`);
        source.onmessage = ({ data }) => take(JSON.parse(String(data)) as T);
        source.onerror = () => {
            // A connection that breaks is made anew by the browser, one that is refused is not.
            if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, ASK_AGAIN);
        };
    }
    open();
    return () => {
        clearTimeout(timer);
        source?.close();
    };
}

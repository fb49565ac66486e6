// What is asked for again and again, for as long as somebody looks.

/** Asks at once and then after each answer; nothing while the page is hidden. What is returned ends it. */
export function repeatedly<T>(pause: number, ask: () => Promise<T>, take: (news: T) => void, tell: (isFine: boolean) => void): () => void {
    let isOver = false;
    let timer: number | undefined;
    async function once(): Promise<void> {
        if (!document.hidden) {
            try {
                const news = await ask();
                if (isOver) return;
                take(news);
                tell(true);
            } catch {
                if (isOver) return;
                tell(false);
            }
        }
        timer = window.setTimeout(() => void once(), pause);
    }
    void once();
    return () => {
        isOver = true;
        clearTimeout(timer);
    };
}

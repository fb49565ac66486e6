// Fetches a net or the table of distances and unpacks it beside the page, which would stutter; then ends.

/** Apart from the site's own files, as it stays when those change. */
const CACHE = 'assets';

/** From the device where it is kept, else from the site. Pages without a secure address can't keep anything. */
async function fetched(address: string): Promise<Response> {
    const cache = await self.caches?.open(CACHE).catch(() => undefined);
    const kept = await cache?.match(address);
    if (kept) return kept;
    const response = await fetch(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    if (cache) keeping = keep(cache, address, response.clone()).catch(() => undefined);
    return response;
}

/** Done when what was fetched is on the device, or could not be kept. */
let keeping: Promise<void> = Promise.resolve();

async function keep(cache: Cache, address: string, response: Response): Promise<void> {
    // Another version has another address after the same name.
    const name = address.replace(/-.{8}\.zlib$/, '-');
    for (const { url } of await cache.keys()) if (url.includes(name)) await cache.delete(url);
    await cache.put(address, response);
}

/** A blob, as it can be handed on to other workers without copying. */
async function unpacked(address: string): Promise<Blob> {
    tellAlive();
    const { body } = await fetched(address);
    const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
            tellAlive();
            controller.enqueue(chunk);
        },
    });
    return new Response(body!.pipeThrough(new DecompressionStream('deflate')).pipeThrough(watched)).blob();
}

/** The page waits as long as something arrives. */
function tellAlive(): void {
    self.postMessage('alive');
}

self.onmessage = async ({ data }: MessageEvent<string>) => {
    // Nothing instead of it tells the page that there is none.
    self.postMessage(await unpacked(data).catch(() => undefined));
    await keeping;
    self.close();
};

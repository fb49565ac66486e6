// Files on the device.

/** Lets the person keep a text, or something else, as a file. */
export function offerFile(name: string, content: string | Blob): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}

/** Asks for a file and returns its text; `undefined` when none was chosen. */
export function askForFile(accept: string): Promise<string | undefined> {
    return new Promise((resolve) => {
        const input = document.createElement('input');
        input.type = 'file';
        input.accept = accept;
        input.onchange = () => resolve(input.files?.[0]?.text());
        input.oncancel = () => resolve(undefined);
        input.click();
    });
}

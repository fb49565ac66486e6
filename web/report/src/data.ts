// The figures of the page.

import type { Report } from '@longjump/wire/report';

/** The report as the program wrote it into the page. */
export function readReport(): Report {
    return JSON.parse(document.getElementById('data')!.textContent!) as Report;
}

// The report: reads what the program wrote into the page and shows it.

import '@longjump/theme/theme.css';
import '@longjump/theme/base.css';
import '@longjump/board/board.css';
import './report.css';
import './chart.css';
import './games.css';
import './print.css';
import { openingsSection, seatsSection } from './balance.js';
import { calibrationSection } from './calibration.js';
import { readReport } from './data.js';
import { element } from './dom.js';
import { endingsSection } from './endings.js';
import { gamesSection } from './games.js';
import { headOf } from './head.js';
import { paceSection } from './pace.js';
import { crosstableOf, ratingsOf } from './ratings.js';
import { testSection } from './test.js';

const report = readReport();
const root = document.documentElement;
root.dataset['board'] = 'oak';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => (root.dataset['theme'] = prefersDark.matches ? 'dark' : 'light');
showTheme();
prefersDark.addEventListener('change', showTheme);
// Paper is light.
addEventListener('beforeprint', () => (root.dataset['theme'] = 'light'));
addEventListener('afterprint', showTheme);

const games = gamesSection(report);
const sections = [
    report.players.length > 0 && ratingsOf(report),
    report.players.length > 1 && crosstableOf(report),
    testSection(report),
    seatsSection(report),
    openingsSection(report, games && ((opening) => games.filter({ opening: String(opening) }))),
    endingsSection(report, games && ((cause) => games.filter({ cause }))),
    paceSection(report),
    calibrationSection(report),
    games?.root,
].filter((section) => section instanceof HTMLElement);

const contents = element(
    'nav',
    { 'aria-label': 'Contents' },
    element(
        'ul',
        { class: 'contents' },
        ...sections.map((section) => element('li', {}, element('a', { href: `#${section.id}` }, section.querySelector('h2')!.textContent!))),
    ),
);
document.getElementById('report')!.append(headOf(report), contents, ...sections);

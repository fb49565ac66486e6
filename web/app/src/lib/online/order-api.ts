// What those who keep order ask the service, and what players tell them.

import type { Case, GamePaces, LogLine, NewDeed, NewReport, PlayerFile } from '@longjump/wire/order';
import { ask } from './api.js';

const about = (name: string) => `order/players/${encodeURIComponent(name)}`;

export const orderApi = {
    report: (report: NewReport) => ask('POST', 'reports', report),
    cases: () => ask<Case[]>('GET', 'order/reports'),
    log: () => ask<LogLine[]>('GET', 'order/log'),
    file: (name: string) => ask<PlayerFile>('GET', about(name)),
    act: (name: string, deed: NewDeed) => ask<PlayerFile>('POST', `${about(name)}/deeds`, deed),
    paces: (game: string) => ask<GamePaces>('GET', `order/games/${encodeURIComponent(game)}`),
};

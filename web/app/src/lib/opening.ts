// From an address, or from any text that people paste, to something to look into.

import { find, recover, type Kept } from './analyses.js';
import { lastOf, placeIn } from './keeper.svelte.js';
import { readLink } from './link.js';
import { RULE_CHOICES, specOf } from './plan.js';
import { Problem, beginGame, checkMoves } from './problems.js';
import { readStudy, type Study } from './record.js';
import type { Rules } from './rules.js';
import type { Session } from './session.svelte.js';
import { fromLine, type Path } from './tree.js';

/** What there is to look into. */
export interface Opened {
    study: Study | Kept;
    path?: Path;
    /** What was wrong with what was asked for. */
    problem?: unknown;
}

const studyOf = (spec: string, start: string | undefined, moves: string[] = []): Study => ({
    spec,
    start,
    tags: [],
    result: '*',
    root: fromLine(moves),
});

export const sessionStudy = ({ plan, history }: Session): Study => studyOf(plan.spec, plan.start, history.texts);

/** Tells whether the game being played is another one. */
export const gameKey = ({ plan, history }: Session): string => [plan.spec, plan.start ?? '', ...history.texts].join();

/** The game that a link tells of; of moves that are not all legal the ones that are. */
export function studyOfLink(rules: Rules, query: URLSearchParams): Opened {
    const { spec, start, moves, at } = readLink(query);
    const study = studyOf(spec, start, moves);
    beginGame(rules, study.spec, study.start).free();
    try {
        checkMoves(rules, study.spec, study.start, study.root);
        return { study, path: moves.slice(0, at) };
    } catch (problem) {
        const legal = problem instanceof Problem ? Number(problem.values['ply']) : 0;
        return { study: { ...study, root: fromLine(moves.slice(0, legal)) }, problem };
    }
}

/** What the address asks for; else what was worked on last, if the game being played is still the same; else that game. */
export async function openAddress(rules: Rules, session: Session, query: URLSearchParams): Promise<Opened> {
    try {
        await recover().catch(() => undefined);
        const asked = query.get('a');
        if (query.get('g') !== null) return studyOfLink(rules, query);
        const id = asked ?? lastOf(gameKey(session));
        const kept = id ? await find(id).catch(() => undefined) : undefined;
        if (kept) return { study: kept, path: placeIn(kept) };
        return { study: sessionStudy(session), ...(asked ? { problem: new Problem('absent') } : {}) };
    } catch (problem) {
        return { study: sessionStudy(session), problem };
    }
}

/** Every game, star with every number of seats, and corners by both its rules. */
export function specsOf(rules: Rules): string[] {
    return rules.games().flatMap(({ name }) => {
        if (name === 'star') return ['star', ...[3, 4, 5, 6].map((seats) => `star:seats=${seats}`)];
        const choices = RULE_CHOICES[name];
        return choices?.areRated ? Object.keys(choices.words).map((chosen) => specOf(name, 2, chosen)) : [name];
    });
}

/** The first success of a few attempts; if there is none, the first attempt says why. */
function firstOf<Choice, Result>(choices: Choice[], attempt: (choice: Choice) => Result): Result {
    let first: unknown;
    for (const choice of choices) {
        try {
            return attempt(choice);
        } catch (problem) {
            first ??= problem;
        }
    }
    throw first;
}

/** Reads a link, a position, a record or moves; what names no game is of `spec`, or else of one that it fits. */
export async function openText(rules: Rules, text: string, spec: string): Promise<Opened> {
    const trimmed = text.trim();
    const specs = [spec, ...specsOf(rules)];
    const online = /#\/game\/([\w-]+)/.exec(trimmed);
    if (online) return openText(rules, await recordOf(online[1]!), spec);
    const link = /#\/(?:analyse|play)\?(\S+)/.exec(trimmed);
    if (link) return studyOfLink(rules, new URLSearchParams(link[1]));
    if (/^[a-f\d]+(\/[a-f\d]+)+ \S/.test(trimmed)) {
        return firstOf(specs, (spec) => {
            beginGame(rules, spec, trimmed).free();
            return { study: studyOf(spec, trimmed) };
        });
    }
    if (trimmed === '') throw new Problem('text');
    const study = trimmed.startsWith('[')
        ? readStudy(rules, trimmed, { spec, start: undefined })
        : firstOf(specs, (spec) => readStudy(rules, trimmed, { spec, start: undefined }));
    return { study, path: [] };
}

/** The record of a game that was played online. */
async function recordOf(id: string): Promise<string> {
    const answer = await fetch(`/api/games/${id}/record`).catch(() => undefined);
    if (!answer?.ok) throw new Problem('absent', answer ? String(answer.status) : '');
    return answer.text();
}

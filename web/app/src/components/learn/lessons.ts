// The lessons: positions of the real games, and what is to be done in them.
// The words of step 2 of star are `star.2.title`, `star.2.text` and so on.

import { anything, both, from, hop, into, intoGoal, long, overAnother, staysIn, step, takes, wins, type Task } from './tasks.js';

export const GAMES = ['star', 'diamond', 'corners', 'knightthrough', 'minicheckers'] as const;
export type GameName = (typeof GAMES)[number];

export interface Step {
    /** Another spec than the game's usual rules. */
    spec?: string;
    /** The position; left out, the start of a game. */
    position?: string;
    task: Task;
}

export const LESSONS: Record<GameName, Step[]> = {
    star: [
        { task: step },
        { position: 'b/bb/bbb/1bbb/13/12/11/10/9/3ba5/4a6/12/13/aaa1/aaa/aa/1 a 0 -', task: overAnother },
        { position: 'b/bb/bbb/3b/5b7/12/4b6/10/3a5/10/4ba5/4a2a4/13/1aaa/1aa/1a/1 a 0 -', task: intoGoal },
        { position: 'b/bb/bbb/3b/5b7/12/4b6/10/ba7/1a8/4a6/6a5/6aa5/2a1/1aa/1a/1 a 0 -', task: both(hop, from('f8')) },
        // The 100 is the number of moves made: the last that may leave a marble at home.
        { position: '1/aa/aaa/aa2/6a6/6a5/11/10/3b5/4bb4/11/12/13/b1bb/abb/1b/b a 100 -', task: staysIn },
        { position: 'b/aa/aaa/aaa1/8a4/5a6/11/10/9/10/11/12/13/1bbb/bbb/bb/b a 0 -', task: wins },
    ],
    diamond: [
        { task: hop },
        { position: '7bbb/7bbb/8b1/7b1b/6a3/5b4/3aa5/aa8/aaa7/1aa7 a 0 -', task: intoGoal },
        { spec: 'diamond:hops=symmetric', position: '7bbb/7bbb/8bb/4b4b/10/4a5/2a7/aa8/aaa7/aaa7 a 0 -', task: long },
        { position: '7aaa/6aaaa/7a2/8a1/4b5/5b4/6b3/bb8/bb8/bb1ab5 a 100 -', task: staysIn },
        { position: '6aaaa/7aaa/8aa/7ab1/4b5/10/6b3/bb8/bbb7/bb8 a 80 -', task: wins },
    ],
    corners: [
        { task: step },
        { position: '6bb/3b1b1b/3bb1bb/8/4a3/a1aa4/aaa5/aa6 a 0 -', task: intoGoal },
        { position: '5aaa/5aaa/3a2aa/8/1bb5/b7/bb1b4/bbb5 a 0 -', task: into('e6') },
        { position: '5a1a/5aaa/4a1aa/8/b2a4/bb6/bbb5/bbb5 a 0 -', task: anything },
        { position: '5aaa/5aaa/6aa/5a2/1b6/1b1b4/bb1b4/bbb5 a 0 -', task: wins },
    ],
    knightthrough: [
        { position: 'bbbbbbbb/bbbbbbbb/8/8/3a4/8/aaa1aaaa/aaaaaaaa a', task: from('d4') },
        { position: 'bbbbbbbb/bb4b1/4b3/8/3a4/8/aa4aa/aaaaaaaa a', task: takes },
        { position: 'bb1b2bb/b4b1b/8/5a2/8/3b4/aa2a2a/aaaa2a1 a', task: takes },
        { position: 'bb1b2bb/b6b/4a3/8/2b5/8/aa5a/aaaa2a1 a', task: wins },
        { position: '8/8/3b4/8/2a5/5a2/a7/6a1 a', task: wins },
    ],
    minicheckers: [
        { task: anything },
        { position: '1b1b1b/b3b1/6/2b3/1a1a1a/a1a1a1 a', task: takes },
        { position: '1b1b1b/6/1b1b2/2a3/5a/a1a1a1 a', task: into('a5') },
        { position: '5b/2a3/5b/4b1/1a4/a5 a', task: from('c5') },
        { position: '1a4/4b1/3a2/6/6/a5 a', task: wins },
    ],
};

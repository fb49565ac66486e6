declare module 'virtual:first-board' {
    import type { BoardLayout, State } from '../../engine/longjump.js';
    const first: { layout: BoardLayout; state: State };
    export default first;
}

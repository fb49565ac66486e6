declare module 'virtual:first-board' {
    import type { BoardLayout, State } from '@longjump/engine';
    const first: { layout: BoardLayout; state: State };
    export default first;
}

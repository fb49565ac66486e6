// Buttons, slider and keys to step through a game.

import { svg } from '@longjump/board/svg';
import { button, element, unseen } from './dom.js';

export interface Steps {
    go: (ply: number) => void;
    ply: () => number;
    last: () => number;
    togglePlay: () => void;
    turn: () => void;
}

export interface Controls {
    root: HTMLElement;
    show: (ply: number, last: number, words: string) => void;
    showPlaying: (isPlaying: boolean) => void;
}

const ICONS = {
    first: 'M6 5v14M18 5l-7 7 7 7',
    back: 'M15 5l-7 7 7 7',
    forward: 'M9 5l7 7-7 7',
    last: 'M18 5v14M6 5l7 7-7 7',
    play: 'M8 4l12 8-12 8z',
    pause: 'M8 5v14M16 5v14',
    turn: 'M19 12a7 7 0 1 1-2.5-5.4M17 2v5h-5',
};

function icon(name: keyof typeof ICONS): SVGSVGElement {
    return svg('svg', { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true' }, [svg('path', { d: ICONS[name] })]);
}

export function createControls(steps: Steps): Controls {
    const step = (name: keyof typeof ICONS, label: string, press: () => void) => {
        const made = button(icon(name), press, { title: label });
        made.append(unseen(label));
        return made;
    };
    const first = step('first', 'First position', () => steps.go(0));
    const back = step('back', 'Back', () => steps.go(steps.ply() - 1));
    const play = step('play', 'Play', steps.togglePlay);
    const forward = step('forward', 'Forward', () => steps.go(steps.ply() + 1));
    const last = step('last', 'Last position', () => steps.go(steps.last()));
    const turn = step('turn', 'Turn the board', steps.turn);
    const slider = element('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Position' });
    slider.addEventListener('input', () => steps.go(Number(slider.value)));
    const words = element('p', { class: 'position figures' });
    return {
        root: element('div', { class: 'controls' }, slider, element('div', { class: 'row' }, first, back, play, forward, last, turn), words),
        show: (ply, end, text) => {
            slider.max = String(end);
            slider.value = String(ply);
            slider.setAttribute('aria-valuetext', text);
            words.textContent = text;
            // Not `disabled`: a button that is disabled while it is pressed loses the keys.
            for (const press of [first, back]) press.setAttribute('aria-disabled', String(ply === 0));
            for (const press of [forward, last]) press.setAttribute('aria-disabled', String(ply === end));
        },
        showPlaying: (isPlaying) => {
            play.replaceChildren(icon(isPlaying ? 'pause' : 'play'), unseen(isPlaying ? 'Pause' : 'Play'));
            play.title = isPlaying ? 'Pause' : 'Play';
        },
    };
}

/** Where a key leads from a position; `undefined` when it leads nowhere. */
export function stepOf(key: string, ply: number, last: number): number | undefined {
    switch (key) {
        case 'ArrowLeft':
            return ply - 1;
        case 'ArrowRight':
            return ply + 1;
        case 'PageUp':
            return ply - 10;
        case 'PageDown':
            return ply + 10;
        case 'Home':
            return 0;
        case 'End':
            return last;
        default:
            return undefined;
    }
}

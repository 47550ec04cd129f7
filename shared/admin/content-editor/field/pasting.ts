import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, type Panel, showPanel } from '@codemirror/view';
import { ySyncFacet } from 'y-codemirror.next';

/**
 * In milliseconds: the longest time that the page may be blocked (`TURN`), and the time after which the owner is told
 * that a paste is under way (`SOON`).
 */
const TURN = 16;
const SOON = 500;

/** A paste that is being read. The line that is shown for it can cancel it. */
interface Pasting {
  cancel(): void;
}

const begins = StateEffect.define<Pasting>();
const ends = StateEffect.define<Pasting>();

const underWay = StateField.define<readonly Pasting[]>({
  create: () => [],
  update(before, { effects }) {
    let now = before;
    for (const effect of effects) {
      if (effect.is(begins)) now = [...now, effect.value];
      else if (effect.is(ends)) now = now.filter((each) => each !== effect.value);
    }
    return now;
  },
});

function lineOf({ cancel }: Pasting): Panel {
  const dom = document.createElement('div');
  dom.className = 'flex items-center justify-between gap-2 px-3 py-1.5 font-sans text-sm';
  const words = document.createElement('span');
  words.role = 'status';
  words.textContent = 'Pasting…';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'min-h-8 rounded-md px-2.5 font-semibold hover:bg-sunken pointer-coarse:min-h-11';
  button.textContent = 'Cancel';
  button.ariaLabel = 'Cancel pasting';
  button.addEventListener('click', cancel);
  dom.append(words, button);
  return { dom };
}

/** Shows under the text which pastes are still being read, if reading takes noticeably long. */
export const pastingLine: Extension = [
  underWay,
  // The line stays visible however the page is scrolled, above the bar at the edge of the page. CodeMirror would set
  // another position.
  EditorView.theme({ '.cm-panels-bottom': { bottom: 'var(--sticky-bottom, 0px) !important' } }),
  showPanel.computeN([underWay], (state) => state.field(underWay).map((pasting) => () => lineOf(pasting))),
];

/** The place of a paste, while the paste is read. */
interface Place {
  /** Runs the steps, and lets the page respond between them. */
  run<T>(steps: Generator<void, T>): Promise<T | 'cancelled'>;
  /** Ends the paste and returns its place as it is now; null if the editor shows another text, or is gone. */
  leave(): { from: number; to: number } | null;
}

/**
 * Remembers the selection. Text that is written in the meantime, here or on another device, moves the remembered place.
 */
export function keepPlace(view: EditorView): Place {
  const bound = view.state.facet(ySyncFacet);
  const { main } = view.state.selection;
  const selected = view.state.sliceDoc(main.from, main.to);
  const from = bound.toYPos(main.from);
  const to = bound.toYPos(main.to);
  let isCancelled = false;
  const isThere = () => view.dom.isConnected && view.state.facet(ySyncFacet) === bound;
  const pasting: Pasting = {
    cancel() {
      isCancelled = true;
      view.focus();
    },
  };
  const timer = setTimeout(() => isThere() && view.dispatch({ effects: begins.of(pasting) }), SOON);
  return {
    async run(steps) {
      while (!isCancelled && isThere()) {
        const until = performance.now() + TURN;
        do {
          const { done, value } = steps.next();
          if (done) return value;
        } while (performance.now() < until);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return 'cancelled';
    },
    leave() {
      clearTimeout(timer);
      if (view.dom.isConnected) view.dispatch({ effects: ends.of(pasting) });
      if (!isThere()) return null;
      const now = { from: bound.fromYPos(from).pos, to: bound.fromYPos(to).pos };
      // Words that were written over the selection in the meantime stay.
      return view.state.sliceDoc(now.from, now.to) === selected ? now : { from: now.to, to: now.to };
    },
  };
}

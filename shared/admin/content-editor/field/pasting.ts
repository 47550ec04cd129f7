import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, type Panel, showPanel } from '@codemirror/view';
import { ySyncFacet } from 'y-codemirror.next';

/** How long the page may be kept from answering, and when it is said that something is on its way; in milliseconds. */
const TURN = 16;
const SOON = 500;

/** Something that is being read; what is shown of it ends it. */
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

/** Says under the text what is still being read, where it takes longer than one would wonder. */
export const pastingLine: Extension = [
  underWay,
  // In sight wherever the page is, above the bar at its edge. CodeMirror gives it a place of its own.
  EditorView.theme({ '.cm-panels-bottom': { bottom: 'var(--sticky-bottom, 0px) !important' } }),
  showPanel.computeN([underWay], (state) => state.field(underWay).map((pasting) => () => lineOf(pasting))),
];

/** Where something is pasted to, while it is read. */
interface Place {
  /** Takes the steps, and lets the page answer between them. */
  run<T>(steps: Generator<void, T>): Promise<T | 'cancelled'>;
  /** Where the words it is for are now; null where another text, or none, stands in the editor. */
  leave(): { from: number; to: number } | null;
}

/** Remembers what is selected: what is written meanwhile, here or elsewhere, moves it along. */
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
      // What was written over the selection meanwhile stays.
      return view.state.sliceDoc(now.from, now.to) === selected ? now : { from: now.to, to: now.to };
    },
  };
}

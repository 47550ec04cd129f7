import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ACTIONS, type Action, type ActionName } from './actions.ts';

type Names = ReadonlySet<ActionName>;

/** How the actions stand where the cursor is; another set only when it says something else. */
export type WhatIsOn = StoreApi<{
  /** What is so there. */
  on: Names;
  /** What cannot be done there. */
  impossible: Names;
}>;

/** Follows the cursor. */
export function watchWhatIsOn(): { store: WhatIsOn; extension: Extension } {
  const store: WhatIsOn = createStore(() => ({
    on: namesOf(() => false),
    impossible: namesOf(({ isPossible }) => isPossible !== undefined),
  }));
  const extension = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (!docChanged && !selectionSet) return;
    const before = store.getState();
    const on = kept(
      before.on,
      namesOf(({ isOn }) => isOn?.(state) ?? false),
    );
    const impossible = kept(
      before.impossible,
      namesOf(({ isPossible }) => isPossible?.(state) === false),
    );
    if (on !== before.on || impossible !== before.impossible) store.setState({ on, impossible });
  });
  return { store, extension };
}

function namesOf(isMeant: (action: Action) => boolean): Names {
  return new Set(ACTIONS.filter(isMeant).map(({ name }) => name));
}

/** The set there was, where both say the same. */
function kept(before: Names, now: Names): Names {
  return now.size === before.size && [...now].every((name) => before.has(name)) ? before : now;
}

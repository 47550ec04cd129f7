import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ACTIONS, type Action, type ActionName } from './actions.ts';

type Names = ReadonlySet<ActionName>;

/** The state of the actions at the cursor; the sets are replaced only when their content changes. */
export type WhatIsOn = StoreApi<{
  /** The actions that are on at the cursor. */
  on: Names;
  /** The actions that cannot be done at the cursor. */
  impossible: Names;
}>;

/** Creates the store, and the extension that updates it as the cursor moves. */
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

/** Returns the earlier set if both have the same content. */
function kept(before: Names, now: Names): Names {
  return now.size === before.size && [...now].every((name) => before.has(name)) ? before : now;
}

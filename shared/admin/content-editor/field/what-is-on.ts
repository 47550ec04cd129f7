import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ACTIONS, type ActionName } from './actions.ts';

/** The actions that are so where the cursor is; another set only when it says something else. */
export type WhatIsOn = StoreApi<ReadonlySet<ActionName>>;

/** Follows the cursor. */
export function watchWhatIsOn(): { store: WhatIsOn; extension: Extension } {
  const store: WhatIsOn = createStore<ReadonlySet<ActionName>>(() => new Set<ActionName>());
  const extension = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (!docChanged && !selectionSet) return;
    const now = new Set(ACTIONS.flatMap(({ name, isOn }) => (isOn?.(state) ? [name] : [])));
    const before = store.getState();
    if (now.size !== before.size || [...now].some((name) => !before.has(name))) store.setState(now, true);
  });
  return { store, extension };
}

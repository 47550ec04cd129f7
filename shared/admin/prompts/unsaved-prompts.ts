import type { StepNumber } from '#shared/workflow/steps.ts';
import type { RunStore } from './run-store.ts';

const typed = new WeakMap<RunStore, Map<StepNumber, string>>();

/** What was typed into prompt editors and neither saved nor cancelled: there again when the editor or the tab is. */
export function unsavedPrompts(store: RunStore): Map<StepNumber, string> {
  const known = typed.get(store) ?? new Map<StepNumber, string>();
  typed.set(store, known);
  return known;
}

import type { DraftSummary } from '#shared/contract/workspace.ts';
import { discardedAt, openStoredDraft, readValues, workingCopyOf } from '../post-draft.ts';
import { areSameValues, newPostValues } from '../post-values.ts';

/** The most characters of a text that a name uses. */
const LONGEST_NAME = 80;
const LOOKED_AT = 400;

/** Opens a draft once, and returns the data that lists need. `updates` are all that a store holds of it. */
export function summaryOf(id: string, updates: readonly Uint8Array[]): DraftSummary {
  const document = openStoredDraft(id, updates);
  const values = readValues(document);
  const copy = workingCopyOf(document);
  const binned = discardedAt(document);
  return {
    format: 1,
    id,
    postId: copy?.postId ?? null,
    name: values.title.trim() || firstWords(values.content) || firstWords(values.excerpt),
    at: document.changedAt() ?? 0,
    isUnsaved: binned === null && !areSameValues(values, copy?.baseText ?? newPostValues),
    discardedAt: binned,
  };
}

/** Returns the first words of a text, without the Markdown marks before them; they end with "…" when more follow. */
export function firstWords(text: string): string {
  const start = text.slice(0, LOOKED_AT).trimStart();
  const line = start
    .split('\n')
    .map((each) => each.replace(/^[\s#>*+\-\d.)]+/, '').trim())
    .find((each) => each !== '');
  if (line === undefined) return '';
  if (line.length <= LONGEST_NAME) return line;
  const cut = line.slice(0, LONGEST_NAME);
  const end = cut.lastIndexOf(' ');
  return `${(end > LONGEST_NAME / 2 ? cut.slice(0, end) : cut).toWellFormed()}…`;
}

import type { Clock } from '#shared/kernel/clock.ts';
import { type MarkdownFile, readMarkdownFile } from '#shared/workspace/markdown-file.ts';
import { giveValues, newDraftId, openNewDraft } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';

interface OpenMarkdownOptions {
  store: DocumentStore;
  clock: Clock;
  uniqueId(): string;
  /** Returns the ids of the category and author that the file names. */
  numbersOf(filedUnder: MarkdownFile['filedUnder']): Partial<PostValues>;
}

/**
 * Makes a new draft from a Markdown file and stores it on this computer. Resolves to the draft's id. Throws ImportFault
 * for a file that cannot be read, NotKeptError when the draft cannot be stored.
 */
export async function draftOfMarkdown(
  { name, text }: { name: string; text: string },
  { store, clock, uniqueId, numbersOf }: OpenMarkdownOptions,
): Promise<string> {
  const { values, filedUnder } = readMarkdownFile(name, text);
  const document = openNewDraft(newDraftId(uniqueId()));
  giveValues(document, { ...values, ...numbersOf(filedUnder) });
  document.touch(clock.now());
  await store.append({ id: document.id, kind: document.kind }, document.encode());
  return document.id;
}

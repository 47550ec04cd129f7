import { shortDate } from '#shared/admin/dates.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import { slugify } from '#shared/content/slug.ts';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { Note } from './kept-note.ts';

/** The longest title, in UTF-16 code units. A longer first line is not used as the title; its beginning is. */
const LONGEST_TITLE = 120;
const LONGEST_BEGINNING = 60;

/**
 * Returns a note as a post: its first line becomes the title, followed by the rest and then its pictures. `now` is in
 * milliseconds since 1970.
 */
export function noteValues({ text, pictures }: Note, now: number): Pick<PostValues, 'title' | 'slug' | 'content'> {
  const whole = text.trim().toWellFormed();
  const [first = '', ...others] = whole.split('\n');
  const line = first.replace(/^#{1,6}[ \t]+/, '').trim();
  const isTitle = line !== '' && line.length <= LONGEST_TITLE;
  const title = isTitle ? line : beginning(line) || `Note of ${shortDate(new Date(now).toISOString())}`;
  const words = isTitle ? others.join('\n').trim() : whole;
  const parts = [words, ...pictures.map(({ url }) => `![](${url})`)];
  return { title, slug: slugify(title), content: parts.filter((part) => part !== '').join('\n\n') };
}

function beginning(line: string): string {
  const cut = line.slice(0, LONGEST_BEGINNING).toWellFormed();
  return line === cut ? cut : `${cut.replace(/\s+\S*$/, '')}…`;
}

/** Makes a new draft from a note and stores it on this computer. Throws NotKeptError when it cannot be stored. */
export async function keepNote(
  note: Note,
  { store, clock, uniqueId }: Pick<AdminPorts, 'store' | 'clock' | 'uniqueId'>,
): Promise<void> {
  const document = openNewDraft(newDraftId(uniqueId()));
  writeValues(document, noteValues(note, clock.now()));
  document.touch(clock.now());
  await store.append({ id: document.id, kind: document.kind }, document.encode());
}

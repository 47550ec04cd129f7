import { shortDate } from '#shared/admin/dates.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import { slugify } from '#shared/content/slug.ts';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { Note } from './kept-note.ts';

/** In UTF-16 code units: a first line that is longer is no title, and its beginning stands for one. */
const LONGEST_TITLE = 120;
const LONGEST_BEGINNING = 60;

/** What a note is as a post: its first line the title, then the rest, then its pictures. `now` in milliseconds since 1970. */
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

/** Makes a new draft of a note and keeps it on this computer. Throws NotKeptError where nothing is kept. */
export async function keepNote(
  note: Note,
  { store, clock, uniqueId }: Pick<AdminPorts, 'store' | 'clock' | 'uniqueId'>,
): Promise<void> {
  const document = openNewDraft(newDraftId(uniqueId()));
  writeValues(document, noteValues(note, clock.now()));
  document.touch(clock.now());
  await store.append({ id: document.id, kind: document.kind }, document.encode());
}

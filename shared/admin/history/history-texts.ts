import type { HistoryAction, HistoryEntry, HistoryKind } from '#shared/contract/history.ts';
import { clockTime, shortDate } from '../dates.ts';
import { restText } from '../posts/index.ts';
import type { Restored } from './restoration.ts';

/** The names of each kind: for one thing of it, and in the list of kinds. */
export const kindNames: Record<HistoryKind, { one: string; all: string }> = {
  post: { one: 'post', all: 'Posts' },
  picture: { one: 'picture', all: 'Pictures' },
  category: { one: 'category', all: 'Categories' },
  tag: { one: 'tag', all: 'Tags' },
  author: { one: 'author', all: 'Authors' },
  settings: { one: 'settings', all: 'Settings' },
  prompt: { one: 'prompt', all: 'Prompts' },
  draft: { one: 'draft', all: 'Drafts' },
  run: { one: 'run', all: 'Runs' },
};

export const actionNames: Record<HistoryAction, string> = {
  deleted: 'Deleted',
  replaced: 'Changed',
  restored: 'Restored',
};

/** Returns: Deleted the category “Old news”. */
export function entryTitle({ kind, action, name }: Pick<HistoryEntry, 'kind' | 'action' | 'name'>): string {
  if (kind === null) return `${actionNames[action]} “${name}”`;
  return `${actionNames[action]} the ${kindNames[kind].one} “${name}”`;
}

/** Returns "Deleted 512 posts". */
export function groupTitle({ kind, action }: Pick<HistoryEntry, 'kind' | 'action'>, count: number): string {
  return `${actionNames[action]} ${count.toLocaleString('en-US')} ${kind === null ? 'things' : kindNames[kind].all.toLowerCase()}`;
}

/** Returns: “One”, “Two” and 510 others. */
export function groupNames(entries: readonly Pick<HistoryEntry, 'name'>[]): string {
  const named = entries.slice(0, 2).map(({ name }) => `“${name}”`);
  return `${named.join(', ')} and ${(entries.length - named.length).toLocaleString('en-US')} others`;
}

/**
 * Says how many entries were restored, how many could not be (with the first of them), and what happened to those that
 * were not reached.
 */
export function doneTextOfMany(action: HistoryAction, { changed, failed, rest }: Omit<Restored, 'undo'>): string {
  const done = `${changed.toLocaleString('en-US')} ${action === 'restored' ? 'taken back' : 'restored'}.`;
  const [first] = failed;
  const stayed =
    first && `${failed.length.toLocaleString('en-US')} stayed as they are: “${first.name}”: ${first.message}`;
  return [done, stayed, rest && restText(rest, ['entry', 'entries'])].filter(Boolean).join(' ');
}

/** Returns "Chrome on Windows, 14:32". */
export function entryOrigin({ origin, at }: Pick<HistoryEntry, 'origin' | 'at'>): string {
  return `${originName(origin)}, ${clockTime(at)}`;
}

/** Names a browser, the app or whatever else a change came from. */
export function originName({ kind, device }: HistoryEntry['origin']): string {
  if (kind === 'import') return 'Import';
  if (kind === 'server') return 'The server by itself';
  if (kind === 'unknown') return 'From where was not noted';
  if (kind === 'agent') return `Agent “${device}”`;
  if (kind === 'program') return `Program “${device}”`;
  return device;
}

/** Why an entry has no button. */
export const lossNames: Record<NonNullable<HistoryEntry['lost']>, string> = {
  'too-large': 'Too large to be kept',
  'for-good': 'Deleted for good',
  unreadable: 'Cannot be read',
};

/** Returns the label of an entry's button. */
export function restoreName(action: HistoryAction): string {
  return action === 'restored' ? 'Take back' : 'Restore';
}

/** Says what the button of an entry has done: “{name}” is restored. */
export function doneText({ action, name }: Pick<HistoryEntry, 'action' | 'name'>, isChanged: boolean): string {
  if (!isChanged) return `“${name}” is as it was already.`;
  return action === 'restored' ? `The restoring of “${name}” is taken back.` : `“${name}” is restored.`;
}

/** A day of the list, with its entries. */
export interface HistoryDay<Entry> {
  title: string;
  entries: Entry[];
}

/** Groups the entries by the days they were made on, in the owner's time zone. `now` is in milliseconds since 1970. */
export function byDay<Entry extends { at: string }>(entries: readonly Entry[], now: number): HistoryDay<Entry>[] {
  const days: HistoryDay<Entry>[] = [];
  for (const entry of entries) {
    const title = dayName(entry.at, now);
    const last = days.at(-1);
    if (last?.title === title) last.entries.push(entry);
    else days.push({ title, entries: [entry] });
  }
  return days;
}

function dayName(iso: string, now: number): string {
  const day = shortDate(iso);
  if (day === shortDate(new Date(now).toISOString())) return 'Today';
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return day === shortDate(before.toISOString()) ? 'Yesterday' : day;
}

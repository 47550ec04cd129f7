import { ApiError } from '#shared/api-client/api-error.ts';
import { type HistoryAction, type HistoryEntry, restoreHistory } from '#shared/contract/history.ts';
import type { ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import { errorText } from '../error-text.ts';
import { type BulkAnswer, type BulkPorts, type BulkWatch, sendBulk } from '../posts/index.ts';

/** What one press restores, or takes back. */
export interface Restoration {
  /** At least one entry. */
  entries: readonly HistoryEntry[];
  /**
   * For many posts that went into the bin or came out of it: the opposite change of all, in one call. Null: one entry
   * after the other.
   */
  changes: readonly ManyPostsChange[] | null;
}

/** The result of a restoration. */
export interface Restored {
  changed: number;
  failed: readonly { name: string; message: string }[];
  rest: BulkAnswer['rest'];
  /** What undoes the restoration; null if nothing has changed. */
  undo: Restoration | null;
}

export function restorationOf(entries: readonly HistoryEntry[]): Restoration {
  const posts = entries.flatMap(({ postId }) => (postId === null ? [] : [{ id: postId }]));
  const action = entries[0]?.action;
  if (entries.length === 1 || posts.length < entries.length || action === 'replaced') return { entries, changes: null };
  return { entries, changes: [{ posts, set: { deleted: action === 'restored' } }] };
}

/**
 * Restores entries and reports the number done so far, until it is stopped. An entry that is refused does not stop the
 * others. Throws if the only entry is refused, and as `sendBulk` does.
 */
export async function restore(
  ports: BulkPorts,
  { entries, changes }: Restoration,
  watch: BulkWatch,
): Promise<Restored> {
  if (changes === null) return restoreEach(ports, entries, watch);
  const { changed, failed, rest, undo } = await sendBulk(ports, changes, watch);
  const turned = entries.map((entry) => ({ ...entry, action: opposite(entry.action) }));
  return {
    ...{ changed, rest },
    failed: failed.map(({ title, message }) => ({ name: title, message })),
    undo: undo.length === 0 ? null : { entries: turned, changes: undo },
  };
}

async function restoreEach(
  { api }: BulkPorts,
  entries: readonly HistoryEntry[],
  { onProgress, stop }: BulkWatch,
): Promise<Restored> {
  const undo: HistoryEntry[] = [];
  const failed: Restored['failed'][number][] = [];
  let done = 0;
  let fault: string | null = null;
  for (const entry of entries) {
    if (stop.aborted || fault !== null) break;
    try {
      const { undo: id } = await api.call(restoreHistory, { params: { id: entry.id } });
      if (id !== null) undo.unshift({ ...entry, id, action: opposite(entry.action) });
      onProgress(++done);
    } catch (error) {
      if (entries.length === 1) throw error;
      // Without a connection or a session, the other entries would fail as well.
      if (!(error instanceof ApiError) || error.code === 'unauthorized') fault = errorText(error);
      else {
        failed.push({ name: entry.name, message: errorText(error) });
        onProgress(++done);
      }
    }
  }
  return {
    changed: done - failed.length,
    failed,
    rest: done < entries.length ? { count: entries.length - done, fault } : null,
    undo: undo.length === 0 ? null : { entries: undo, changes: null },
  };
}

function opposite(action: HistoryAction): HistoryAction {
  if (action === 'replaced') return action;
  return action === 'restored' ? 'deleted' : 'restored';
}

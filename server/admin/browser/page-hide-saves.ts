import { workspaceUpdate } from '#shared/contract/workspace.ts';
import type { NamedChange } from '#shared/workspace/store-port.ts';
import { fromLog, toWire } from '#shared/workspace/wire.ts';

/**
 * What was typed just before a page goes away. A browser gives up an IndexedDB transaction that waits behind another one
 * when its page goes, committed or not (seen in Chromium: none of ten was there after a reload); localStorage has a text
 * as soon as the call returns. Updates commute and may repeat, so what reached the database as well does no harm.
 */
export interface PageHideSaves {
  /** While the page is going away, saves a change; answers what forgets it once the database has it. */
  save(change: NamedChange): () => void;
  /** What this page and those before it saved and nothing has forgotten yet. */
  pending(): { readonly change: NamedChange; forget(): void }[];
}

/** Pages of earlier versions wrote under this name: it must stay. */
const PREFIX = 'ninefold:last-words:';

/** `isLeaving` is asked at each write; `storage` may throw, as it does where a browser forbids it. */
export function createPageHideSaves(isLeaving: () => boolean, storage: () => Storage): PageHideSaves {
  const forget = (key: string) => orNothing(() => storage().removeItem(key), undefined);
  return {
    save(change) {
      if (!isLeaving()) return () => undefined;
      const key = PREFIX + change.changeId;
      // A text that is too large for localStorage is kept in the database only, as it is while the page stays.
      orNothing(() => storage().setItem(key, JSON.stringify(toWire(change))), undefined);
      return () => forget(key);
    },
    pending() {
      const keys = orNothing(() => Object.keys(storage()), []).filter((key) => key.startsWith(PREFIX));
      return keys.flatMap((key) => {
        const change = orNothing(() => read(storage().getItem(key)), null);
        if (change) return [{ change, forget: () => forget(key) }];
        forget(key);
        return [];
      });
    },
  };
}

/** Whether this page is hidden or has been told to go. */
export function watchLeaving(page: Window): () => boolean {
  let isGone = false;
  // This listener comes before all others: what they write when the page goes away must be kept.
  page.addEventListener('pagehide', () => (isGone = true), true);
  page.addEventListener('pageshow', () => (isGone = false), true);
  return () => isGone || page.document.visibilityState === 'hidden';
}

function read(text: string | null): NamedChange | null {
  const change = workspaceUpdate.parse(JSON.parse(text ?? ''));
  const received = fromLog({ seq: 0, createdAt: new Date(0).toISOString(), change });
  return received && { ...received, changeId: change.id };
}

function orNothing<T>(run: () => T, nothing: T): T {
  try {
    return run();
  } catch {
    return nothing;
  }
}

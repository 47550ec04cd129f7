import { workspaceUpdate } from '#shared/contract/workspace.ts';
import { fromLog, toWire } from '#shared/workspace/exchange/wire.ts';
import type { NamedChange } from '#shared/workspace/store-port.ts';

/**
 * What was typed just before a page goes away. A browser gives up an IndexedDB transaction that waits behind another one
 * when its page goes, committed or not (seen in Chromium: none of ten was there after a reload); localStorage has a text
 * as soon as the call returns. Updates commute and may repeat, so what reached the database as well does no harm.
 */
export interface PageHideSaves {
  /**
   * Saves a change that is on its way to the database, should the page go away before it is there; answers what is
   * called once it is there, or was refused. All that are under way are saved: a later one says nothing without those before it.
   */
  save(change: NamedChange): (outcome: 'stored' | 'refused') => void;
  /** What this page and those before it saved and nothing has forgotten yet. */
  pending(): { readonly change: NamedChange; forget(): void }[];
}

/** Pages of earlier versions wrote under this name: it must stay. */
const PREFIX = 'ninefold:last-words:';

/** `storage` may throw, as it does where a browser forbids it. */
export function createPageHideSaves(page: LeavingPage, storage: () => Storage): PageHideSaves {
  const underWay = new Map<string, { change: NamedChange; isSaved: boolean }>();
  const forget = (key: string) => orNothing(() => storage().removeItem(key), undefined);
  function saveAll(): void {
    for (const [key, entry] of underWay) {
      if (entry.isSaved) continue;
      entry.isSaved = true;
      // A text that is too large for localStorage is kept in the database only, as it is while the page stays.
      orNothing(() => storage().setItem(key, JSON.stringify(toWire(entry.change))), undefined);
    }
  }
  page.onLeave(saveAll);
  return {
    save(change) {
      const key = PREFIX + change.changeId;
      const entry = { change, isSaved: false };
      underWay.set(key, entry);
      if (page.isLeaving()) saveAll();
      return (outcome) => {
        underWay.delete(key);
        // What the database refuses is tried again under another name; what was saved of it is the only copy until then.
        if (entry.isSaved && outcome === 'stored') forget(key);
      };
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

/** A page that may be hidden or told to go. */
interface LeavingPage {
  isLeaving(): boolean;
  /** Calls back each time it is hidden or told to go. */
  onLeave(listener: () => void): void;
}

/** The page of a window. */
export function watchLeaving(page: Window): LeavingPage {
  let isGone = false;
  const listeners = new Set<() => void>();
  const isLeaving = () => isGone || page.document.visibilityState === 'hidden';
  const tell = () => {
    if (isLeaving()) for (const listener of listeners) listener();
  };
  // These listeners come before all others: what those write when the page goes away must be kept.
  page.addEventListener('pagehide', () => (isGone = true), true);
  page.addEventListener('pageshow', () => (isGone = false), true);
  page.addEventListener('pagehide', tell, true);
  page.document.addEventListener('visibilitychange', tell, true);
  return { isLeaving, onLeave: (listener) => void listeners.add(listener) };
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

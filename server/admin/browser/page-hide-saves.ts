import { workspaceUpdate } from '#shared/contract/workspace.ts';
import { fromLog, toWire } from '#shared/workspace/exchange/wire.ts';
import type { NamedChange } from '#shared/workspace/store-port.ts';

/**
 * The changes typed just before a page closes. When its page closes, a browser drops an IndexedDB transaction that
 * waits behind another one, committed or not (seen in Chromium: none of ten was there after a reload); localStorage has
 * a text as soon as the call returns. Updates commute and may repeat, so a change that reached the database as well
 * does no harm.
 */
export interface PageHideSaves {
  /**
   * Saves a change that is being written to the database, in case the page closes before it is there. Returns a
   * function that must be called once the change is stored, or was refused. All changes that are being written are
   * saved: a later one is of no use without those before it.
   */
  save(change: NamedChange): (outcome: 'stored' | 'refused') => void;
  /** Returns the changes that this page and earlier ones saved and that have not been forgotten yet. */
  pending(): { readonly change: NamedChange; forget(): void }[];
}

/** Pages of earlier versions saved under this name: it must stay. */
const PREFIX = 'ninefold:last-words:';

/** Creates the saves of a page. `storage` may throw, as it does where a browser forbids it. */
export function createPageHideSaves(page: LeavingPage, storage: () => Storage): PageHideSaves {
  const underWay = new Map<string, { change: NamedChange; isSaved: boolean }>();
  const forget = (key: string) => orNothing(() => storage().removeItem(key), undefined);
  function saveAll(): void {
    for (const [key, entry] of underWay) {
      if (entry.isSaved) continue;
      entry.isSaved = true;
      // A text that is too large for localStorage is written to the database only, as always while the page stays open.
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
        // A change that the database refuses is tried again under another name; until then the saved text is the only
        // copy.
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

/** A page that may be hidden or closed. */
interface LeavingPage {
  isLeaving(): boolean;
  /** Calls back each time the page is hidden or closed. */
  onLeave(listener: () => void): void;
}

/** Watches the page of a window. */
export function watchLeaving(page: Window): LeavingPage {
  let isGone = false;
  const listeners = new Set<() => void>();
  const isLeaving = () => isGone || page.document.visibilityState === 'hidden';
  const tell = () => {
    if (isLeaving()) for (const listener of listeners) listener();
  };
  // These listeners run before all others: the words that the others write when the page closes must be saved too.
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

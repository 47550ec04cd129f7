/** What of this browser a sign-out empties. */
interface BrowserStores {
  indexedDB: IDBFactory;
  localStorage: Storage;
  sessionStorage: Storage;
}

/** The databases of the admin's pages. */
export const WORKSPACE_DATABASE = 'ninefold-workspace';

const HELD = 'Another window of this browser holds on to what is kept here. Close it and try again.';
/** Milliseconds another page may take to let go. */
const PATIENCE = 3000;

/** Set for the next page of this tab. Nobody else's link can set it: what it does cannot be taken back. */
const ASKED = 'ninefold:leave-nothing';

/** Has the next page of this tab remove everything, before it opens anything: this one still writes as it goes. */
export function beginLeaving({
  sessionStorage,
  location,
}: Pick<Window, 'sessionStorage' | 'location'>): Promise<never> {
  sessionStorage.setItem(ASKED, 'yes');
  location.replace('/admin/login');
  return new Promise(() => {});
}

/** Removes everything where the page before has asked for that. Rejects as `leaveNothing` does, and is not asked for again. */
export async function finishLeaving(stores: BrowserStores, patience?: number): Promise<void> {
  if (stores.sessionStorage.getItem(ASKED) === null) return;
  stores.sessionStorage.removeItem(ASKED);
  await leaveNothing(stores, patience);
}

/**
 * Removes what the admin and the site keep in this browser: drafts, prompts, runs, what waits to be sent, choices. Rejects
 * where something holds on to it.
 */
async function leaveNothing(
  { indexedDB, localStorage, sessionStorage }: BrowserStores,
  patience = PATIENCE,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(WORKSPACE_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('The database could not be deleted'));
    // Every page of ours lets go when it is asked to, once it has written what it is writing.
    request.onblocked = () => setTimeout(() => reject(new Error(HELD)), patience);
  });
  localStorage.clear();
  sessionStorage.clear();
}

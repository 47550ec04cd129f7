/** The storage of this browser that a sign-out empties. */
interface BrowserStores {
  indexedDB: IDBFactory;
  localStorage: Storage;
  sessionStorage: Storage;
}

/** The database of the admin's pages. */
export const WORKSPACE_DATABASE = 'ninefold-workspace';

const HELD = 'Another window of this browser holds on to what is kept here. Close it and try again.';
/** Milliseconds that another page may take to close the database. */
const PATIENCE = 3000;

/**
 * The mark for the next page of this tab. A link on another site cannot set it: what the mark causes cannot be undone.
 */
const ASKED = 'ninefold:leave-nothing';

/**
 * Makes the next page of this tab remove everything, before it opens anything: this page may still write while it
 * closes.
 */
export function beginLeaving({
  sessionStorage,
  location,
}: Pick<Window, 'sessionStorage' | 'location'>): Promise<never> {
  sessionStorage.setItem(ASKED, 'yes');
  location.replace('/admin/login');
  return new Promise(() => {});
}

/**
 * Removes everything when the previous page has asked for that. Rejects as `leaveNothing` does; the mark is cleared in
 * any case.
 */
export async function finishLeaving(stores: BrowserStores, patience?: number): Promise<void> {
  if (stores.sessionStorage.getItem(ASKED) === null) return;
  stores.sessionStorage.removeItem(ASKED);
  await leaveNothing(stores, patience);
}

/**
 * Removes everything that the admin and the site store in this browser: drafts, prompts, runs, unsent changes, choices.
 * Rejects when another page keeps the database open.
 */
async function leaveNothing(
  { indexedDB, localStorage, sessionStorage }: BrowserStores,
  patience = PATIENCE,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(WORKSPACE_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('The database could not be deleted'));
    // Every page of ours closes the database when it is asked to, once it has finished writing.
    request.onblocked = () => setTimeout(() => reject(new Error(HELD)), patience);
  });
  localStorage.clear();
  sessionStorage.clear();
}

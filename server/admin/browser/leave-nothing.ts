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

/**
 * Removes what the admin and the site keep in this browser: drafts, prompts, runs, what waits to be sent, choices. Rejects
 * where something holds on to it.
 */
export async function leaveNothing(
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

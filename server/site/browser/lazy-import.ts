/** The parts of the browser that a lazy import needs; passed in so that the rule can be tested. */
export interface LazyImportHost {
  /** Marks that survive a reload of this tab. */
  marks: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  isOnline: () => boolean;
  reload: () => void;
}

function browserHost(): LazyImportHost {
  return {
    // A getter: where storage is switched off, even reading the property throws.
    get marks() {
      return window.sessionStorage;
    },
    isOnline: () => navigator.onLine,
    reload: () => window.location.reload(),
  };
}

/**
 * Loads a part of the site that is not in the first load. A new version of the site removes the files of the old one:
 * when the import fails, the page is reloaded, once for each `name`, and gets the new files' names. If the import fails
 * again, or there is no network, the promise is rejected with the import's error.
 */
export async function lazyImport<Module>(
  name: string,
  load: () => Promise<Module>,
  host: LazyImportHost = browserHost(),
): Promise<Module> {
  const mark = `reloaded-for:${name}`;
  try {
    const module = await load();
    withMarks(() => host.marks.removeItem(mark));
    return module;
  } catch (error) {
    if (!host.isOnline()) throw error;
    let isFirstFailure = false;
    withMarks(() => {
      if (host.marks.getItem(mark) !== null) return;
      host.marks.setItem(mark, '1');
      // Without a mark that survives the reload, the page would reload forever.
      isFirstFailure = host.marks.getItem(mark) !== null;
    });
    if (!isFirstFailure) throw error;
    host.reload();
    // The page is going away: the caller must not go on as if the import had failed.
    return new Promise<Module>(() => {});
  }
}

/** Runs a function that uses storage. Storage throws where the reader has switched it off; then nothing is marked. */
function withMarks(use: () => void): void {
  try {
    use();
  } catch {
    // Nothing to do: without a mark the page is not reloaded.
  }
}

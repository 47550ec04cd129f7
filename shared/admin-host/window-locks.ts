import type { WindowLocks } from '#shared/admin/ports.ts';

/** Web Locks: a name held here is free again when it is released, and when this tab goes, however it goes. */
function webLocks(manager: LockManager): WindowLocks {
  return {
    tryHold: (name) =>
      new Promise((resolve, reject) => {
        manager
          .request(name, { ifAvailable: true }, (lock) => {
            if (lock === null) {
              resolve(null);
              return undefined;
            }
            return new Promise<void>((release) => resolve({ release }));
          })
          .catch(reject);
      }),
  };
}

/**
 * Names held within this page alone, where a browser has no Web Locks: on an origin that is not secure. Two tabs then do
 * not know of each other; their edits merge on this computer, and the version a save names guards the post.
 */
export function pageLocks(): WindowLocks {
  const held = new Set<string>();
  return {
    async tryHold(name) {
      if (held.has(name)) return null;
      held.add(name);
      return { release: () => held.delete(name) };
    },
  };
}

/** The locks of this browser. */
export function browserLocks(): WindowLocks {
  const { locks }: { locks?: LockManager } = navigator;
  return locks ? webLocks(locks) : pageLocks();
}

import type { WindowLocks } from '#shared/admin/ports.ts';

/**
 * Locks by the Web Locks API: a name held here is free again when it is released, and when this tab ends, in whatever
 * way.
 */
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
 * Locks held only within this page, for a browser without Web Locks, which is one on an origin that is not secure. Two
 * tabs then do not know of each other; their edits merge on this computer, and the version that a save names protects
 * the post.
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

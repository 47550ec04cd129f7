import type { WindowLocks } from '#shared/admin/ports.ts';

/** Web Locks: a name held here is free again when it is released, and when this tab goes, however it goes. */
export const browserLocks: WindowLocks = {
  tryHold: (name) =>
    new Promise((resolve, reject) => {
      navigator.locks
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

import { rm } from 'node:fs/promises';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import type { MadePublication, MakePublication } from './make-publication.ts';
import { databaseKey, dueKey, type PublishedManifest } from './manifest.ts';
import { createManifestKeeper } from './manifest-keeper.ts';
import type { PublicSettings } from './public-settings.ts';
import { createPublishedFiles } from './published-files.ts';

/** The publications of one server, made one after the other. */
export interface Publications {
  /**
   * Makes a publication and puts it into the store, the manifest last. Rejects with BlobFault, OtherWriter, and as
   * `make` does.
   */
  publish(now: number, signal: AbortSignal): Promise<PublishedManifest>;
  /**
   * Deletes files that no manifest has named for ten minutes. Rejects with OtherWriter when another server publishes.
   */
  sweep(): Promise<void>;
}

export interface PublicationsOptions {
  store: BlobStore;
  siteId: string;
  writer: string;
  /** The time at which the site was last restored from a backup, in milliseconds since 1970; 0 for never. */
  restoredAt: () => Promise<number>;
  /** The version of the program. */
  program: string;
  /** The part of the configuration that every page shows; absent when readers have their own. */
  settings?: PublicSettings | undefined;
  make: MakePublication;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createPublications(options: PublicationsOptions): Publications {
  const { store, siteId, writer, restoredAt, program, settings, make, now } = options;
  const keeper = createManifestKeeper({ store, siteId, writer, restoredAt, now });
  const files = createPublishedFiles(store, now);

  const put = async (made: MadePublication, madeAt: number) => {
    const { database, due, migration } = made;
    const [ofDatabase, ofDue] = [databaseKey(database.sha256), due && dueKey(due.sha256)];
    await files.put(ofDatabase, database.file, database.bytes);
    if (due && ofDue) await files.put(ofDue, due.file, due.bytes);
    const { sha256, bytes, plainBytes } = database;
    const restored = await restoredAt();
    return keeper.put((number) => ({
      ...{ format: 1, siteId, number, writer, restoredAt: restored, migration, program },
      madeAt: new Date(madeAt).toISOString(),
      database: { key: ofDatabase, sha256, bytes, plainBytes },
      due: due && ofDue ? { key: ofDue, sha256: due.sha256, bytes: due.bytes } : null,
      ...(settings && { settings }),
    }));
  };
  let before: Promise<unknown> = Promise.resolve();
  /** One after the other: a sweep that has read the previous manifest must not delete files that are being put. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = before.then(work, work);
    before = turn.catch(() => undefined);
    return turn;
  };
  const publish = async (asOf: number, signal: AbortSignal) => {
    // Checked before anything is made, because the work might be in vain.
    await keeper.look();
    const made = await make(asOf, signal);
    try {
      const done = await put(made, asOf);
      if (done.before) files.superseded(done.before);
      return done.manifest;
    } finally {
      await Promise.all([made.database, made.due].map((each) => each && rm(each.file, { force: true })));
    }
  };
  const sweep = async () => {
    const current = await keeper.look();
    if (current) await files.sweep(current);
  };
  return {
    publish: (asOf, signal) => inTurn(() => publish(asOf, signal)),
    sweep: () => inTurn(sweep),
  };
}

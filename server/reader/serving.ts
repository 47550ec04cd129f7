import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import type { AppOptions } from '#server/app-options.ts';
import { livePostIds } from '#server/repositories/publication/live-post-ids.ts';
import type { Edges } from '#server/services/edges/edges.ts';
import type { PublishedManifest } from '#server/services/publication/manifest.ts';
import { withPublicSettings } from '#server/services/publication/public-settings.ts';
import type { PublicationRequest } from '#server/workers/check-publication.ts';
import { createWorkerClient, type WorkerClient } from '#server/workers/worker-client.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { bringDatabase, bringDue, LEFT_FREE, PublicationRefused } from './following/bring.ts';
import type { CachedPublication } from './following/cached-publication.ts';
import { type DuePosts, openDuePosts } from './following/posts-going-live.ts';
import { type OpenPublication, openPublication } from './open-publication.ts';
import type { ReaderClock } from './reader-clock.ts';

/** Milliseconds that checking a published database may take. */
const LONGEST_CHECK = 10 * 60_000;

/** The publication that readers are shown. */
export interface Serving {
  current(): OpenPublication | null;
  /**
   * Site and number of the publication that is shown, or of the last one that was: a publication of another site, or an
   * older one, is not taken.
   */
  known(): { siteId: string; number: number } | null;
  /** How often the instance has switched to another publication. */
  swaps(): number;
  /** Shows the publication that was good when this machine last ran, if there is one. */
  resume(): Promise<void>;
  /**
   * Switches to a publication of the store, between two requests. Rejects, with nothing changed, when the publication
   * is not sound.
   */
  take(manifest: PublishedManifest): Promise<void>;
  /** Makes the posts live whose time has come. */
  makeDueLive(): Promise<void>;
  close(): Promise<void>;
}

interface ServingOptions {
  app: Omit<AppOptions, 'database' | 'siteId'> & { timers: Timers };
  store: BlobStore;
  cached: CachedPublication;
  /** The folder of the databases that are served; nothing in it outlives the process. */
  folder: string;
  secret: string;
  migration: number;
  clock: ReaderClock;
  edge: Pick<Edges, 'add' | 'addEverything'>;
  log: { info: (facts: object, what: string) => void; warn: (facts: object, what: string) => void };
}

interface Shown {
  publication: OpenPublication;
  due: DuePosts;
}

export function createServing(options: ServingOptions): Serving {
  const { store, cached, folder, clock, edge, log } = options;
  const checker = createWorkerClient<PublicationRequest, string | null>({
    ...{ name: 'publication', timeoutMs: LONGEST_CHECK, timeoutCode: 'overloaded', maxQueue: 2 },
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let shown: Shown | null = null;
  let known: { siteId: string; number: number } | null = null;
  let swaps = 0;
  const retiring = new Set<Promise<void>>();

  const show = async (next: Shown) => {
    const before = shown;
    shown = next;
    known = { siteId: next.publication.manifest.siteId, number: next.publication.manifest.number };
    edge.addEverything();
    if (!before) return;
    swaps += 1;
    edge.add(await goneBetween(before.publication, next.publication, clock.now()), { isGone: true });
    const retired = before.publication
      .retire()
      .catch((error: unknown) => log.warn({ err: error }, 'a publication that is over could not be let go of'))
      .finally(() => retiring.delete(retired));
    retiring.add(retired);
  };
  const open = (source: BlobStore, manifest: PublishedManifest, leftFree: number) =>
    bring(options, checker, { source, manifest, leftFree });
  return {
    current: () => shown?.publication ?? null,
    known: () => known,
    swaps: () => swaps,
    async resume() {
      const manifest = await cached.manifest();
      if (!manifest) return;
      try {
        // 0 bytes need to stay free: on a disk that is nearly full an old page is better than none.
        const { next, packed } = await open(cached.store, manifest, 0);
        rmSync(packed, { force: true });
        await show(next);
        log.info({ number: manifest.number, madeAt: manifest.madeAt }, 'the last good publication is served');
      } catch (error) {
        // The same publication may be taken again from the store, where it may be complete.
        known = { siteId: manifest.siteId, number: manifest.number - 1 };
        log.warn({ err: error }, 'the last good publication cannot be served');
      }
    },
    async take(manifest) {
      const { next, sealed, packed } = await open(store, manifest, LEFT_FREE);
      await cached
        .keep({ manifest, packed, due: sealed })
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the newest publication could not be kept for the next start'),
        )
        .finally(() => rmSync(packed, { force: true }));
      await show(next);
      log.info({ number: manifest.number, bytes: manifest.database.bytes }, 'a new publication is served');
    },
    async makeDueLive() {
      const now = shown;
      const live = (await now?.due.makeLive()) ?? [];
      if (!now || live.length === 0) return;
      now.publication.app.cache.invalidate();
      edge.addEverything();
      log.info({ posts: live.map(({ id }) => id) }, 'posts have gone live at their time');
    },
    async close() {
      if (shown) retiring.add(shown.publication.retire());
      shown = null;
      await Promise.all(retiring);
      await checker.close();
    },
  };
}

/** Fetches a publication from a store and opens it. Rejects, with none of its files left, when it is not sound. */
async function bring(
  options: ServingOptions,
  checker: WorkerClient<PublicationRequest, string | null>,
  { source, manifest, leftFree }: { source: BlobStore; manifest: PublishedManifest; leftFree: number },
) {
  const base = path.join(options.folder, `${manifest.number}-${randomBytes(4).toString('hex')}`);
  const files = { packed: `${base}.zst`, plain: `${base}.db` };
  try {
    await bringDatabase(source, manifest, { ...files, leftFree });
    const sealed = await bringDue(source, manifest);
    const fault = await checker.ask({ file: files.plain, migration: manifest.migration });
    if (fault !== null) throw new PublicationRefused(fault);
    options.clock.notBefore(Date.parse(manifest.madeAt));
    const next = await put(options, { manifest, sealed, file: files.plain });
    return { next, sealed, packed: files.packed };
  } catch (error) {
    for (const ending of ['.zst', '.db', '.db-wal', '.db-shm']) rmSync(base + ending, { force: true });
    throw error;
  }
}

/** Opens a publication and makes every post in it live whose time has come. */
async function put(
  { app, secret, migration, clock, log }: ServingOptions,
  { manifest, sealed, file }: { manifest: PublishedManifest; sealed: Buffer | null; file: string },
): Promise<Shown> {
  const config = withPublicSettings(app.config, manifest.settings);
  const publication = await openPublication(manifest, file, { ...app, config });
  const due = openDuePosts({
    ...{ manifest, sealed, secret, migration, clock, database: publication.database },
    warn: (what) => log.warn({ number: manifest.number }, what),
  });
  await due.makeLive();
  return { publication, due };
}

/** Returns the page tags of the posts that are no longer shown. */
async function goneBetween(before: OpenPublication, after: OpenPublication, now: number): Promise<string[]> {
  const still = new Set(await livePostIds(after.database.db, now));
  const gone = (await livePostIds(before.database.db, now)).filter((id) => !still.has(id));
  return gone.map((id) => `post:${id}`);
}

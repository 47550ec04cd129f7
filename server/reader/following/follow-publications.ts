import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import {
  LARGEST_MANIFEST,
  MANIFEST_KEY,
  type PublishedManifest,
  parseManifest,
  whyNotTaken,
} from '#server/services/publication/manifest.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { textUpTo } from '../text-up-to.ts';
import { PublicationRefused } from './bring.ts';

/** Milliseconds between two looks at the store. */
const LOOK_EVERY = 1000;
/** The longest wait, in milliseconds, after a look that failed: it is reached after several failures. */
const LONGEST_WAIT = 30_000;

export interface Following {
  /**
   * The fault of the newest publication, or of the store, and its beginning (milliseconds since 1970); null when there
   * is none.
   */
  failure(): { since: number; message: string } | null;
  /** The time of the last successful look at the store, in milliseconds since 1970; null when there was none yet. */
  lastLookAt(): number | null;
  close(): Promise<void>;
}

interface FollowOptions {
  store: BlobStore;
  clock: Clock;
  timers: Timers;
  /** The number of the last migration this program knows. */
  migration: number;
  /** The publication that readers are shown now; null while there is none. */
  current: () => { siteId: string; number: number } | null;
  /** Switches to a publication; rejects where that is impossible. */
  take: (manifest: PublishedManifest) => Promise<void>;
  log: { info: (what: string) => void; warn: (facts: object, what: string) => void };
}

/**
 * Looks every second for a newer publication in the store, and has it taken. A store that fails, or gives wrong
 * content, is asked less often; until it is good again, readers are shown the same publication as before.
 */
export function followPublications(options: FollowOptions): Following {
  const { clock, timers, log } = options;
  let etag = '';
  let failures = 0;
  let failure: { since: number; message: string } | null = null;
  let lastLookAt: number | null = null;
  let isClosed = false;
  let callOff: (() => void) | null = null;

  const look = async () => {
    try {
      etag = await lookOnce(options, etag);
      if (failure) log.info('the newest publication is served again');
      failures = 0;
      failure = null;
      lastLookAt = clock.now();
    } catch (error) {
      if (isClosed) return;
      // After a failure the manifest is read again although it has not changed: a file that was incomplete may be
      // complete now.
      etag = '';
      failures += 1;
      const message = wordsOf(error);
      if (failure?.message !== message) {
        log.warn({ err: error }, `the newest publication cannot be taken; the last good one is served on: ${message}`);
      }
      failure = { since: failure?.since ?? clock.now(), message };
    }
    if (isClosed) return;
    const wait = failures === 0 ? LOOK_EVERY : Math.min(LONGEST_WAIT, LOOK_EVERY * 2 ** failures);
    callOff = timers.after(wait, () => {
      looking = look();
    });
  };
  let looking = look();
  return {
    failure: () => failure,
    lastLookAt: () => lastLookAt,
    async close() {
      isClosed = true;
      callOff?.();
      await looking;
    },
  };
}

/** Returns the etag of the manifest that is served now. */
async function lookOnce({ store, migration, current, take }: FollowOptions, etag: string): Promise<string> {
  const read = etag === '' ? await store.get(MANIFEST_KEY) : await store.getOther(MANIFEST_KEY, etag);
  if (read === 'same') return etag;
  if (!read) throw new PublicationRefused(`Nothing is published in ${store.address} yet.`);
  const written = await textUpTo(LARGEST_MANIFEST, read.body);
  if (written === null) throw new PublicationRefused(`${MANIFEST_KEY} is larger than any manifest is.`);
  const manifest = parseManifest(written);
  if (!manifest)
    throw new PublicationRefused(
      `${MANIFEST_KEY} in ${store.address} is not as this program knows it. Update this reader.`,
    );
  const now = current();
  switch (whyNotTaken(manifest, { siteId: now?.siteId ?? null, migration, current: now })) {
    case 'other-site':
      throw new PublicationRefused(
        `${store.address} holds another site now. This reader goes on with its own; for the other one it needs an empty DATA_DIR.`,
      );
    case 'newer-program':
      throw new PublicationRefused(
        `The newest publication was made by a newer Ninefold (${manifest.program}). Update this reader.`,
      );
    case 'not-newer':
      if (manifest.number === now?.number) break;
      throw new PublicationRefused(
        `${store.address} shows publication ${manifest.number}, which is older than ${now?.number}. It is not taken.`,
      );
    case null:
      await take(manifest);
  }
  return read.head.etag;
}

function wordsOf(error: unknown): string {
  if (isDiskFull(error)) return `The disk of this machine is full: ${String((error as Error).message)}`;
  return error instanceof Error ? error.message : String(error);
}

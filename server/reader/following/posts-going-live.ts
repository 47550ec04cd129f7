import type { OpenDatabase } from '#server/db/open.ts';
import type { ReaderClock } from '#server/reader/reader-clock.ts';
import { applyDue, type DueFile, type DuePost, unsealDue } from '#server/services/publication/due-posts-file.ts';
import type { PublishedManifest } from '#server/services/publication/manifest.ts';

/** The posts that travel with a publication and go live at their minute (docs/rules.md, "Reader instances"). */
export interface DuePosts {
  /** Makes the posts live whose time has come, in the publication's database; returns them. */
  makeLive(): Promise<DuePost[]>;
}

const NONE: DuePosts = { makeLive: async () => [] };

interface DueOptions {
  manifest: PublishedManifest;
  sealed: Buffer | null;
  secret: string;
  /** The number of the last migration that the database has. */
  migration: number;
  database: OpenDatabase;
  clock: ReaderClock;
  warn: (what: string) => void;
}

export function openDuePosts({ manifest, sealed, secret, migration, database, clock, warn }: DueOptions): DuePosts {
  if (!sealed) return NONE;
  const due = unsealDue(secret, manifest.siteId, sealed);
  if (!due) {
    warn('the posts that are due cannot be read: READER_SECRET is not the one of the writer');
    return NONE;
  }
  if (due.migration !== migration) {
    warn('the posts that are due were published by another version of Ninefold, and do not go live without the writer');
    return NONE;
  }
  let waiting: DueFile['posts'] = due.posts;
  return {
    async makeLive() {
      if (!clock.isSure() || waiting.length === 0) return [];
      const now = clock.dueBy();
      const reached = waiting.filter(({ at }) => Date.parse(at) <= now);
      if (reached.length === 0) return [];
      const live = await applyDue(database.db, reached, now);
      waiting = waiting.filter((post) => !reached.includes(post));
      return live;
    },
  };
}

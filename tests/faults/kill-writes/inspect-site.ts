import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { servedFiles } from '#server/adapters/picture-files.ts';
import { fileFaults } from '#server/db/check.ts';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { readBackupRows } from '#server/repositories/backup-rows.ts';
import type { Found, FoundSwap } from './ledger.ts';

/** The milliseconds in which the server must have checked its pictures after it answers. */
const SWEPT_WITHIN = 5000;
/** The milliseconds, after a change is due or the server answers, in which the change must be applied. */
const SWAPPED_WITHIN = 5000;

type SwapRow = Omit<FoundSwap, 'isWaiting'> & { slug: string; isWaiting: 0 | 1 };

const SWAPS = `select slug, content, version,
  (select count(*) from post_revisions r where r.post_id = p.id) as revisions,
  (select count(*) from post_events e where e.post_id = p.id and e.cause = 'pending') as recorded,
  exists (select 1 from pending_changes c where c.post_id = p.id) as isWaiting
  from blog_posts p`;

const GONE_LIVE = `select slug, (select count(*) from post_events e where e.post_id = p.id and e.type = 'went-live') as times
  from blog_posts p where published = 1 and deleted_at is null`;

/** Reads the contents of a site without asking its server; waits for the clean-up that a start does. */
export async function inspectSite(dataFolder: string): Promise<Found> {
  const file = path.join(dataFolder, DATABASE_FILE);
  const reader = openReader(file);
  try {
    const rows = <T>(query: string) => reader.prepare(query).all() as T[];
    await untilSwapped(reader);
    const { pictures } = readBackupRows(reader);
    const wantedFiles = new Set(
      pictures.flatMap((picture) => [
        ...servedFiles(picture).map((name) => `uploads/${name}`),
        `originals/${picture.originalFilename}`,
      ]),
    );
    return {
      posts: new Map(
        rows<{ slug: string; content: string }>('select slug, content from blog_posts').map((row) => [
          row.slug,
          row.content,
        ]),
      ),
      swaps: new Map(
        rows<SwapRow>(SWAPS).map(({ slug, ...row }) => [slug, { ...row, isWaiting: row.isWaiting === 1 }]),
      ),
      pictures: new Set(pictures.map(({ filename }) => filename)),
      wantedFiles,
      files: await filesWhenSwept(dataFolder, wantedFiles),
      messages: new Set(
        rows<{ message: string }>('select message from contact_messages').map(({ message }) => message),
      ),
      goneLive: new Map(rows<{ slug: string; times: number }>(GONE_LIVE).map(({ slug, times }) => [slug, times])),
      databaseFaults: fileFaults(file),
    };
  } finally {
    reader.close();
  }
}

/**
 * Waits until no change is pending, for which the server must run; a change that waits too long is reported by the
 * checks that follow.
 */
export async function untilSwapped(reader: ReturnType<typeof openReader>): Promise<void> {
  const until = performance.now() + SWAPPED_WITHIN;
  const waiting = reader.prepare('select 1 from pending_changes');
  while (waiting.get() !== undefined && performance.now() < until) await wait(20);
}

async function filesWhenSwept(dataFolder: string, wanted: ReadonlySet<string>): Promise<Set<string>> {
  const until = performance.now() + SWEPT_WITHIN;
  for (;;) {
    const files = new Set(
      ['uploads', 'originals'].flatMap((folder) =>
        readdirSync(path.join(dataFolder, folder)).map((name) => `${folder}/${name}`),
      ),
    );
    if ([...files].every((name) => wanted.has(name)) || performance.now() > until) return files;
    await wait(20);
  }
}

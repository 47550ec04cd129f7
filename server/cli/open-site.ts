import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { folderBlobs, openSiteBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { sayPicturesCome } from '#server/adapters/data-lock.ts';
import { createPictureFiles, type PictureFiles } from '#server/adapters/picture-files.ts';
import type { Config } from '#server/config.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { seedContent } from '#server/db/seed-content/index.ts';
import { makeFolder } from '#server/make-folder.ts';
import { DATABASE_FILE, projectRoot, SEED_PICTURES } from '#server/paths.ts';
import { pictureRecords } from '#server/repositories/images.ts';
import { findPostStyle } from '#server/repositories/site-settings.ts';
import { type ContentService, createContentService } from '#server/services/content.ts';
import { type FirstLogin, prepareFirstStart } from '#server/services/first-start.ts';
import type { MarkdownRequest } from '#server/workers/render-markdown.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { type Clock, systemClock } from '#shared/kernel/clock.ts';

/**
 * Milliseconds of processor time, and by the clock, that rendering a post may take: nobody waits for an answer here.
 */
const RENDER_WITHIN = { work: 20_000, clock: 10 * 60 * 1000 };

/** The site's data as a command works on it, whether or not the server runs. */
interface Site {
  db: OpenDatabase['db'];
  database: OpenDatabase;
  /** The folder of its data; for a dry run without a site it is a temporary one. */
  folder: string;
  clock: Clock;
  pictures: PictureFiles;
  content: ContentService;
  /** The owner's first login, when this call created the site. */
  login: FirstLogin | null;
  close(): Promise<void>;
}

/** Whether a server was ever started, or something imported, with this data folder. */
export function hasSite(config: Config): boolean {
  return existsSync(path.join(config.DATA_DIR, DATABASE_FILE));
}

/**
 * Opens the site, on a separate connection: the server notices its writes by SQLite's data version. In a data folder
 * without a site one is created, as at a server's first start; with `isDryRun` it is a temporary one, removed at the
 * end.
 */
export async function openSite(
  config: Config,
  { isDryRun = false }: { isDryRun?: boolean | undefined } = {},
): Promise<Site> {
  const passing = isDryRun && !hasSite(config) ? mkdtempSync(path.join(tmpdir(), 'ninefold-')) : null;
  const folder = passing ?? config.DATA_DIR;
  makeFolder(folder);
  const picturesAreIn = sayPicturesCome(folder);
  const database = openDatabase(path.join(folder, DATABASE_FILE));
  const worker = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    work: { limitMs: RENDER_WITHIN.work, code: 'content_too_complex' },
    timeoutMs: RENDER_WITHIN.clock,
    timeoutCode: 'overloaded',
    maxQueue: 100,
  });
  const close = async () => {
    await worker.close();
    await database.close();
    picturesAreIn();
    if (passing) rmSync(passing, { recursive: true, force: true });
  };
  const { db } = database;
  const pictures = createPictureFiles(passing ? folderBlobs(folder) : openSiteBlobs(config));
  try {
    const { login } = await prepareFirstStart({
      db,
      clock: systemClock,
      pictures,
      content: seedContent,
      pictureFolder: path.join(projectRoot(), SEED_PICTURES),
      owner: { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD, name: config.ADMIN_NAME },
      hashPassword: (password) => hash(password),
    });
    const content = createContentService({
      worker,
      pictureSizes: async (addresses) => Object.fromEntries(await pictureRecords(db, addresses)),
      style: () => findPostStyle(db),
    });
    return { db, database, folder, clock: systemClock, pictures, content, login: passing ? null : login, close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CARDS_FOLDER, type CardFiles } from '#server/adapters/card-files.ts';
import { readConfig } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { wantedCards } from '#server/jobs/derived-pictures.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { insertPost } from '#server/repositories/posts/post-writes.ts';
import { cardKey } from '#server/site/share-card.ts';
import { defaultSettings } from '#server/site-info.ts';
import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createPostMaker, POSTS_VERSION } from './make-posts.ts';
import { startOurServer } from './our-server.ts';

const CHUNK = 500;

/** In the system's folder for temporary files; databases that were made once are kept there for the next run. */
export const benchFolder = path.join(tmpdir(), 'ninefold-bench');

/**
 * The parts on which a kept database depends: different posts, different HTML or a different schema make a different
 * folder.
 */
function fingerprint(): string {
  const parts = [POSTS_VERSION, PIPELINE_VERSION, ...migrations.map((migration) => JSON.stringify(migration))];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 10);
}

/**
 * Returns a data folder on which our server can be started, with this many generated posts in addition to those of a
 * first start.
 */
export async function dataFolderWith(posts: number): Promise<string> {
  const folder = path.join(benchFolder, `${posts}-posts-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    // The server's own first start makes categories, author, pictures and account.
    await (await startOurServer(unfinished)).stop();
    await fill(unfinished, posts);
    // A gigabyte and a hundred thousand names that are still to be written would keep the disk from what is measured.
    execFileSync('sync');
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

async function fill(folder: string, posts: number): Promise<void> {
  const database = openDatabase(path.join(folder, DATABASE_FILE));
  try {
    const images = await database.db.selectFrom('images').select('filename').orderBy('id').execute();
    const categories = await database.db.selectFrom('categories').select('id').execute();
    const make = createPostMaker({
      categories: categories.length,
      pictures: images.map((image) => `/uploads/${image.filename}`),
    });
    const now = Date.now();
    for (let first = 0; first < posts; first += CHUNK) {
      const last = Math.min(first + CHUNK, posts);
      await inTransaction(database.db, async (trx) => {
        for (let number = first; number < last; number += 1) await insertPost(trx, make(number), now);
      });
      process.stderr.write(`\r  storing ${posts} posts: ${last}`);
    }
    process.stderr.write('\n');
    await placeCards(folder, database.db);
  } finally {
    await database.close();
  }
}

/**
 * A site at rest has the share cards of its posts. Drawing thousands of them would run during the measurements, none of
 * which looks at a card: empty files take their place.
 */
async function placeCards(folder: string, db: Executor): Promise<void> {
  const settings = defaultSettings(readConfig({ DATA_DIR: folder }));
  const cards: Pick<CardFiles, 'nameOf' | 'draw'> = {
    nameOf: (card) => `${cardKey(card)}.png`,
    draw: async () => {},
  };
  mkdirSync(path.join(folder, CARDS_FOLDER), { recursive: true });
  for await (const { name } of wantedCards({
    db,
    clock: systemClock,
    settings: { get: async () => settings },
    cards,
  })) {
    writeFileSync(path.join(folder, CARDS_FOLDER, name), '');
  }
}

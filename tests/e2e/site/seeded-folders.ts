import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { setSiteId } from '#server/repositories/settings.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { SitePost } from '../content/site-post.ts';

/**
 * The variable with the folder in which a run keeps the first content of sites, each made once: migrations, a
 * password's hash and pictures cost more than the server's start. Global setup tells the workers its name; if it is not
 * set, each site is made separately.
 */
export const SEEDS_VARIABLE = 'NINEFOLD_E2E_SEEDS';

/** Fills an empty data folder with a site of these posts. */
export async function fillDataFolder(dataFolder: string, posts: SitePost[]): Promise<void> {
  const seeds = process.env[SEEDS_VARIABLE];
  if (seeds === undefined) {
    await seed(dataFolder, posts);
    return;
  }
  await cp(await seedOnce(seeds, posts), dataFolder, { recursive: true });
  // Two sites with the same posts must be two different sites for a client that follows both.
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  try {
    await setSiteId(database.db, randomUUID(), systemClock.now());
  } finally {
    await database.close();
  }
}

/** Makes the first content of a site of these posts in the run's folder, unless it is there. Returns its path. */
export async function seedOnce(seeds: string, posts: SitePost[]): Promise<string> {
  const seeded = path.join(seeds, createHash('sha256').update(JSON.stringify(posts)).digest('hex'));
  if (!existsSync(seeded)) await makeSeed(seeded, posts);
  return seeded;
}

async function makeSeed(seeded: string, posts: SitePost[]): Promise<void> {
  const making = await mkdtemp(`${seeded}-`);
  await seed(making, posts);
  // Another worker may have been faster.
  await rename(making, seeded).catch(() => rm(making, { recursive: true, force: true }));
}

/** Loaded only when it is needed: codecs and parsers take a second of processor time in each worker. */
async function seed(dataFolder: string, posts: SitePost[]): Promise<void> {
  const { seedSite } = await import('./seed-site.ts');
  await seedSite(dataFolder, posts);
}

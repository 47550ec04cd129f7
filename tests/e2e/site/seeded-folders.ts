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
 * The folder in which a run keeps what sites begin with, each made once: migrations, a password's hash and pictures cost
 * more than the server's start. Global setup names it to the workers; where it is not named, each site is made anew.
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
  // Two sites of the same posts are two sites for whoever follows both.
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  try {
    await setSiteId(database.db, randomUUID(), systemClock.now());
  } finally {
    await database.close();
  }
}

/** Makes what a site of these posts begins with in the run's folder, unless it is there. Gives where it is. */
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

/** Loaded where it is needed: codecs and parsers are a second of processor time for a worker. */
async function seed(dataFolder: string, posts: SitePost[]): Promise<void> {
  const { seedSite } = await import('./seed-site.ts');
  await seedSite(dataFolder, posts);
}

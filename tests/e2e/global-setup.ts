import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { posts as desktopPosts } from '#tests/desktop/desktop-posts.ts';
import { ADMIN_POSTS } from './content/admin-posts.ts';
import { comfortsPost } from './content/comforts-post.ts';
import { allPosts, onlyPost } from './content/posts.ts';
import { longRead, tea, walks } from './content/small-sites.ts';
import { SEEDS_VARIABLE, seedOnce } from './site/seeded-folders.ts';
import { ANALYTICS_ID, SITE_VARIABLES } from './site/sites.ts';
import { type StartedSite, startSite } from './site/start-site.ts';

/**
 * Starts the two sites that all specs read: a full one, and a small one with a single post and a measurement id.
 * Playwright calls this before the first spec, and the returned function after the last.
 */
export default async function startSites(): Promise<() => Promise<void>> {
  const started: StartedSite[] = [];
  const seeds = await mkdtemp(path.join(tmpdir(), 'ninefold-seeds-'));
  process.env[SEEDS_VARIABLE] = seeds;
  const stop = async () => {
    await Promise.all(started.map((site) => site.stop()));
    await rm(seeds, { recursive: true, force: true });
  };
  try {
    const start = async (...site: Parameters<typeof startSite>) => {
      const { url, dataFolder, stop } = await startSite(...site);
      started.push({ url, dataFolder, stop });
      return JSON.stringify({ url, dataFolder });
    };
    // Prepared before the workers start: what several workers need at once, and what one worker needs where codecs are
    // loaded.
    const prepared = await Promise.allSettled([
      start(allPosts).then((site) => {
        process.env[SITE_VARIABLES.full] = site;
      }),
      start([onlyPost], { ANALYTICS_ID, SITE_NAME: 'Smallfold' }).then((site) => {
        process.env[SITE_VARIABLES.small] = site;
      }),
      ...[ADMIN_POSTS, [], desktopPosts, [comfortsPost], [longRead], [tea], walks].map((posts) =>
        seedOnce(seeds, posts),
      ),
    ]);
    const failed = prepared.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

import { allPosts, onlyPost } from './content/posts.ts';
import { ANALYTICS_ID, SITE_VARIABLES } from './site/sites.ts';
import { type StartedSite, startSite } from './site/start-site.ts';

/**
 * Starts the two sites all specs read: a full one, and a small one of a single post that is measured. Playwright calls
 * this before the first spec; what it gives is called after the last.
 */
export default async function startSites(): Promise<() => Promise<void>> {
  const started: StartedSite[] = [];
  const stop = async () => {
    await Promise.all(started.map((site) => site.stop()));
  };
  try {
    const full = await startSite(allPosts);
    started.push(full);
    const small = await startSite([onlyPost], { ANALYTICS_ID, SITE_NAME: 'Smallfold' });
    started.push(small);
    process.env[SITE_VARIABLES.full] = JSON.stringify({ url: full.url, dataFolder: full.dataFolder });
    process.env[SITE_VARIABLES.small] = JSON.stringify({ url: small.url, dataFolder: small.dataFolder });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

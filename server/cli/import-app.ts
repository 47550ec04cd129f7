import { randomBytes } from 'node:crypto';
import { createPictureFetcher } from '#server/adapters/fetch-public-picture.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { readVersion } from '#server/paths.ts';
import { findSiteId } from '#server/repositories/settings.ts';
import { openSource } from '#server/services/import/sources.ts';
import { askingRoutes } from '#server/services/imports/asking.ts';
import type { ImportParts } from '#server/services/imports/import-parts.ts';
import type { openSite } from './open-site.ts';
import { builtSite } from './site-renderer.ts';

/**
 * Opens the parts of an import, whether or not the server runs: the site's data, and a separate app that answers the
 * questions of the receipt and does nothing else.
 */
export async function openImportParts(
  config: Config,
  site: Awaited<ReturnType<typeof openSite>>,
): Promise<{ parts: ImportParts; close(): Promise<void> }> {
  const app = await createApp({
    config: { ...config, DATA_DIR: site.folder, BLOBS: site.pictures.blobs.store.address },
    clock: site.clock,
    database: site.database,
    site: builtSite(),
    clientFolder: null,
    version: readVersion(),
    siteId: (await findSiteId(site.db)) ?? '',
    // Nobody signs in here.
    sessionSecret: randomBytes(48).toString('base64url'),
    busyAfterMs: 0,
    isBesideServer: true,
  });
  await app.http.ready();
  const { db, clock, content, pictures } = site;
  const parts: ImportParts = {
    ...{ db, clock, content, pictures },
    origin: config.SITE_URL,
    destinations: app.destinations,
    ask: askingRoutes(app.http, config.SITE_URL),
    fetchPicture: createPictureFetcher(),
    open: openSource,
  };
  return { parts, close: () => app.http.close() };
}

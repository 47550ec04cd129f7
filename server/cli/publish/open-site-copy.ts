import { randomBytes } from 'node:crypto';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { siteAssets } from '#server/http/pages/built-assets.ts';
import type { SiteRenderer } from '#server/http/pages/render-page.ts';
import { readVersion } from '#server/paths.ts';
import { findSiteId } from '#server/repositories/settings.ts';
import { openSiteCopy } from '#server/services/export/export-copy.ts';
import type { Layout } from '#server/services/publication/publication-manifest.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Ask, askingAs } from './ask-app.ts';
import { type PublicationSite, rootFilesOf } from './publication-site.ts';

export interface PublicationParts {
  config: Config;
  clock: Clock;
  renderer: SiteRenderer;
  /** The folder of the built browser files; null where nothing was built (tests). */
  clientFolder: string | null;
  /** The origin that receives what readers send. */
  writer: string;
  layout: Layout;
}

export interface Publication {
  site: PublicationSite;
  siteId: string;
  /** Asks the site's server as it would be without a publication. */
  askServer: Ask;
  close(): Promise<void>;
}

/**
 * Opens a site for publication, in its present state and whether or not its server runs: two apps on a copy of its
 * database, which answer requests and do nothing else. One makes the pages as files, the other the pages as the server
 * shows them.
 */
export async function openPublication(parts: PublicationParts): Promise<Publication> {
  const { config, clock, renderer, clientFolder, writer, layout } = parts;
  const copy = await openSiteCopy(config.DATA_DIR, clock.now());
  const siteId = (await findSiteId(copy.db)) ?? '';
  const appOf = (publishedFor: string | undefined) =>
    createApp({
      // The requests made here must not reach any other server.
      config: { ...config, WRITER_URL: config.SITE_URL, EDGE_PURGE_URL: [] },
      ...{ clock, database: copy, site: renderer, clientFolder, siteId, publishedFor },
      version: readVersion(),
      // Nobody signs in here.
      sessionSecret: randomBytes(48).toString('base64url'),
      busyAfterMs: 0,
      isBesideServer: true,
    });
  const apps: Awaited<ReturnType<typeof createApp>>[] = [];
  const close = async () => {
    for (const app of apps) await app.http.close();
    await copy.close();
  };
  try {
    const published = await appOf(writer);
    apps.push(published);
    const server = await appOf(undefined);
    apps.push(server);
    for (const { http } of apps) await http.ready();
    return {
      siteId,
      askServer: askingAs(server.http, config.SITE_URL),
      close,
      site: {
        ...{ writer, layout, siteUrl: config.SITE_URL, services: published.services },
        ask: askingAs(published.http, config.SITE_URL),
        assets: clientFolder === null ? [] : siteAssets(clientFolder),
        rootFiles: clientFolder === null ? [] : await rootFilesOf(clientFolder),
        indexNowKey: config.INDEXNOW_KEY,
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

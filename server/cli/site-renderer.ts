import path from 'node:path';
import { builtAssets } from '#server/http/pages/built-assets.ts';
import type { SiteRenderer } from '#server/http/pages/render-page.ts';
import { CLIENT_FOLDER, projectRoot } from '#server/paths.ts';
import { renderPage } from '#server/site/server/entry-server.tsx';

/** Returns the built site's renderer, as in production. */
export function builtSite(): SiteRenderer {
  const clientFolder = path.join(projectRoot(), CLIENT_FOLDER);
  const assets = { site: builtAssets(clientFolder), admin: builtAssets(clientFolder, 'admin') };
  return { render: renderPage, assets: async (entry = 'site') => assets[entry] };
}

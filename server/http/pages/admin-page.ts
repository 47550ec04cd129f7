import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SiteAssets } from '#server/site/server/assets.ts';
import { THEME_SCRIPT } from '#server/site/server/inline-scripts.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import { DEFAULT_THEME } from '#shared/kernel/themes.ts';
import { HTML, type SiteRenderer } from './render-page.ts';
import { escapeXml } from './xml-text.ts';

/**
 * The admin's inline scripts, allowed by their hashes. The second one tells zod, before any schema is created, not to
 * generate code from text: even the attempt would be refused, and reported.
 */
export const ADMIN_SCRIPTS = [THEME_SCRIPT, 'globalThis.__zod_globalConfig={jitless:true}'];

export interface AdminPageOptions {
  site: Pick<SiteRenderer, 'assets'>;
  info: () => Promise<SiteInfo>;
  siteId: string;
  /** The policy of the page with a nonce for its style elements; null in development. */
  adminPolicy: ((nonce: string) => string) | null;
}

/** The admin's one page: every address under /admin returns it, and its own code decides what to show. */
export function addAdminPage(app: FastifyInstance, { site, info, siteId, adminPolicy }: AdminPageOptions): void {
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64url');
      if (adminPolicy) reply.header('content-security-policy', adminPolicy(nonce)).header('x-frame-options', 'DENY');
      const page = { assets: await site.assets('admin'), info: await info(), siteId, nonce };
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        .type(HTML)
        .send(adminDocument(page));
    });
  }
}

interface AdminDocument {
  assets: SiteAssets;
  info: SiteInfo;
  siteId: string;
  nonce: string;
}

/** The page passes facts to its code in attributes of the element in which the admin is mounted. */
function adminDocument({ assets, info, siteId, nonce }: AdminDocument): string {
  const links = [
    ...assets.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeXml(href)}">`,
    ),
    ...assets.css.map((href) => `<link rel="stylesheet" nonce="${nonce}" href="${escapeXml(href)}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${escapeXml(href)}">`),
  ];
  const inline = (assets.head ?? []).map((text) => `<script type="module">${text}</script>`);
  const facts = {
    'data-site-name': info.name,
    'data-site-url': info.url,
    // Writes from this page are meant for this site, whatever answers at its address later.
    'data-site-id': siteId,
  };
  const attributes = Object.entries(facts).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Admin Panel | ${escapeXml(info.name)}</title>
<meta name="theme-color" content="${DEFAULT_THEME.paper}">
${ADMIN_SCRIPTS.map((script) => `<script>${script}</script>`).join('\n')}
${[...inline, ...links].join('\n')}
<script type="module" src="${escapeXml(assets.entry)}"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon-32.png" type="image/png" sizes="32x32">
</head>
<body>
<div id="admin"${attributes.join('')}></div>
<noscript><p>The admin needs JavaScript. The site itself does not: <a href="/">back to the front page</a>.</p></noscript>
</body>
</html>
`;
}

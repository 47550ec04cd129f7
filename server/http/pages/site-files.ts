import type { FastifyInstance } from 'fastify';
import type { PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import { postPath } from '#server/site/routes.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import { DEFAULT_THEME } from '#shared/kernel/themes.ts';
import { createCachedSender } from './cached-sender.ts';
import { listAddresses } from './list-addresses.ts';
import { escapeXml } from './xml-text.ts';

/** The most addresses in one sitemap file; sitemaps.org allows 50,000. */
const ADDRESSES = 10_000;
const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const OPEN_SEARCH = 'application/opensearchdescription+xml';
/**
 * Without the landing pages: people reach them from where the offer is made, and on a new blog nobody has written them
 * yet.
 */
const STATIC_PAGES = ['/', '/about', '/contact', '/follow', '/privacy', '/terms'];

interface Address {
  path: string;
  updatedAt?: string;
}

function sitemap(siteUrl: string, addresses: Address[]): string {
  const rows = addresses.map(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : '';
    return `<url><loc>${escapeXml(`${siteUrl}${path}`)}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

function sitemapIndex(siteUrl: string, files: number): string {
  const rows = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>\n`;
}

/** The addresses of all posts and all lists. A file made from them names no tags, and so is dropped with every drop. */
async function allAddresses(services: Services): Promise<Address[]> {
  const live = await services.posts.addresses();
  return [
    ...[...STATIC_PAGES, ...(await listAddresses(services))].map((path) => ({ path })),
    ...live.map(({ slug, updatedAt }) => ({ path: postPath(slug), updatedAt })),
  ];
}

/**
 * The description of this site's search for browsers (OpenSearch 1.1, which allows 16 characters for the short name).
 */
function openSearch({ url, name, tagline }: SiteInfo): string {
  const element = (tag: string, text: string) => `<${tag}>${escapeXml(text)}</${tag}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    element('ShortName', Array.from(name).slice(0, 16).join('').trim()),
    element('Description', tagline),
    element('InputEncoding', 'UTF-8'),
    `<Image width="32" height="32" type="image/png">${escapeXml(`${url}/favicon-32.png`)}</Image>`,
    `<Url type="text/html" template="${escapeXml(`${url}/search?q=`)}{searchTerms}"/>`,
    `<Url type="${OPEN_SEARCH}" rel="self" template="${escapeXml(`${url}/opensearch.xml`)}"/>`,
    '</OpenSearchDescription>\n',
  ].join('\n');
}

export interface SiteFileOptions {
  services: Services;
  info: () => Promise<SiteInfo>;
  cache: PageCache;
  /**
   * The file of this name proves to search engines that notifications about changes come from this site (indexnow.org).
   */
  indexNowKey: string | undefined;
}

/**
 * The files that programs read: sitemap (split when long), robots.txt, web app manifest, search description, IndexNow's
 * key.
 */
export function addSiteFileRoutes(app: FastifyInstance, { services, info, cache, indexNowKey }: SiteFileOptions): void {
  const sendCached = createCachedSender(cache);
  app.get('/sitemap.xml', (request, reply) =>
    sendCached(request, reply, '/sitemap.xml', async () => {
      const addresses = await allAddresses(services);
      const files = Math.ceil(addresses.length / ADDRESSES);
      const { url } = await info();
      return { status: 200, type: XML, text: files > 1 ? sitemapIndex(url, files) : sitemap(url, addresses) };
    }),
  );
  app.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9]\\d{0,4}$).xml', (request, reply) =>
    sendCached(request, reply, `/sitemap-${request.params.number}.xml`, async () => {
      const from = (Number(request.params.number) - 1) * ADDRESSES;
      const part = (await allAddresses(services)).slice(from, from + ADDRESSES);
      return { status: part.length > 0 ? 200 : 404, type: XML, text: sitemap((await info()).url, part) };
    }),
  );
  app.get('/robots.txt', (request, reply) =>
    sendCached(request, reply, '/robots.txt', async (dependsOn) => {
      dependsOn('settings');
      const text = `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${(await info()).url}/sitemap.xml\n`;
      return { status: 200, type: TEXT, text };
    }),
  );
  if (indexNowKey !== undefined) {
    app.get(`/${indexNowKey}.txt`, (request, reply) =>
      sendCached(request, reply, `/${indexNowKey}.txt`, async (dependsOn) => {
        dependsOn('settings');
        return { status: 200, type: TEXT, text: indexNowKey };
      }),
    );
  }
  app.get('/opensearch.xml', (request, reply) =>
    sendCached(request, reply, '/opensearch.xml', async (dependsOn) => {
      dependsOn('settings');
      return { status: 200, type: `${OPEN_SEARCH}; charset=utf-8`, text: openSearch(await info()) };
    }),
  );
  app.get('/manifest.webmanifest', (request, reply) =>
    sendCached(request, reply, '/manifest.webmanifest', async (dependsOn) => {
      dependsOn('settings');
      const { name, tagline } = await info();
      return {
        status: 200,
        type: 'application/manifest+json; charset=utf-8',
        text: JSON.stringify({
          name,
          short_name: name,
          description: tagline,
          start_url: '/',
          display: 'minimal-ui',
          background_color: DEFAULT_THEME.paper,
          theme_color: DEFAULT_THEME.paper,
          icons: [
            { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
            { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
            { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          ],
        }),
      };
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import type { PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import { categoryPath, postPath } from '#server/site/routes.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { createCachedSender } from './cached-sender.ts';

/** The most bytes of the file: as much as a model can read in addition to the question that it was asked. */
const MAX_BYTES = 50_000;
const FEATURED = 20;
const NEWEST = 100;
/** The most characters of the note after a link. */
const NOTE = 300;

interface LlmsOptions {
  services: Pick<Services, 'posts' | 'categories'>;
  info: () => Promise<SiteInfo>;
  cache: PageCache;
}

/**
 * `/llms.txt`: what the site is and which of its pages to read first, for a model that visits (https://llmstxt.org).
 */
export function addLlmsRoute(app: FastifyInstance, { services, info, cache }: LlmsOptions): void {
  const sendCached = createCachedSender(cache);
  app.get('/llms.txt', (request, reply) =>
    sendCached(request, reply, '/llms.txt', async (dependsOn) => {
      dependsOn('settings', 'categories', 'posts', 'every-post');
      const text = llmsText(await linesOf(services, await info()));
      return { status: 200, type: 'text/plain; charset=utf-8', text };
    }),
  );
}

async function linesOf({ posts, categories }: LlmsOptions['services'], info: SiteInfo): Promise<string[]> {
  const { url } = info;
  const featured = await posts.list({ featured: true, limit: FEATURED });
  const isFeatured = new Set(featured.items.map(({ id }) => id));
  const newest = await posts.list({ limit: NEWEST });
  const listed = await categories.withPosts();
  const postLine = ({ slug, title, excerpt }: PostSummary) => link(title, `${url}${postPath(slug)}.md`, excerpt);
  return [
    `# ${line(info.name)}`,
    '',
    `> ${line(info.tagline)}`,
    '',
    'Each post is here as Markdown: at its address with `.md` behind it, or at the address itself with `Accept: text/markdown`.',
    ...section('About', [
      link('About', `${url}/about`, `What ${info.name} is, and whom it is for`),
      link('Search', `${url}/search?q=`, 'Every post; the words are the query q'),
      link('Feed', `${url}/feed.json`, 'The newest posts with their text, as JSON; also /rss.xml and /atom.xml'),
      link('Sitemap', `${url}/sitemap.xml`, 'The address of every post'),
    ]),
    ...section(
      'Categories',
      listed.map(({ name, slug, description }) => link(name, `${url}${categoryPath(slug)}`, description)),
    ),
    ...section('Featured posts', featured.items.map(postLine)),
    ...section('Newest posts', newest.items.filter(({ id }) => !isFeatured.has(id)).map(postLine)),
  ];
}

function section(name: string, links: string[]): string[] {
  return links.length > 0 ? ['', `## ${name}`, '', ...links] : [];
}

function link(name: string, address: string, note: string): string {
  const short = line(Array.from(note).slice(0, NOTE).join(''));
  return `- [${line(name)}](${address})${short && `: ${short}`}`;
}

/** Makes somebody else's text safe as a part of one line: it cannot begin a heading, a link or code. */
function line(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`[\]<]/g, '\\$&');
}

/** As many of the first lines as fit, without a heading that nothing follows. Each ends with a line break. */
export function llmsText(lines: readonly string[], maxBytes = MAX_BYTES): string {
  const included: string[] = [];
  let bytes = 0;
  for (const each of lines) {
    bytes += Buffer.byteLength(each) + 1;
    if (bytes > maxBytes) break;
    included.push(each);
  }
  while (included.at(-1) === '' || included.at(-1)?.startsWith('## ')) included.pop();
  return `${included.join('\n')}\n`;
}

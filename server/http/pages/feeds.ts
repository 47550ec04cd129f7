import { Feed } from 'feed';
import type { FastifyInstance } from 'fastify';
import type { PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import type { Post } from '#shared/contract/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createCachedSender } from './page-routes.ts';
import { xmlText } from './xml-text.ts';

/** Posts in a feed. */
const POSTS = 20;

const formats = {
  'rss.xml': { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: (feed: Feed) => feed.json1() },
} as const;
type Format = keyof typeof formats;

/** Addresses in a post's HTML that begin at the site's root, made absolute: a feed is read elsewhere. */
export function absoluteHtml(html: string, siteUrl: string): string {
  return html.replace(/ (src|href)="\/(?!\/)/g, ` $1="${siteUrl}/`).replace(/ srcset="([^"]*)"/g, '');
}

interface FeedOptions {
  info: SiteInfo;
  posts: Post[];
  /** Path the feed itself has, without its file name: "" or "/category/travel". */
  base: string;
  title: string;
  description: string;
}

function createFeed({ info, posts, base, title, description }: FeedOptions): Feed {
  const updated = posts.map((post) => post.updatedAt).sort().at(-1);
  const feed = new Feed({
    id: `${info.url}${base || '/'}`,
    link: `${info.url}${base || '/'}`,
    title: xmlText(title),
    description: xmlText(description),
    language: 'en',
    image: `${info.url}/icon-512.png`,
    favicon: `${info.url}/favicon.svg`,
    copyright: xmlText(info.name),
    // No clock: a feed of the same posts is the same text.
    updated: new Date(updated ?? 0),
    generator: 'Ninefold',
    feedLinks: { rss: `${info.url}${base}/rss.xml`, atom: `${info.url}${base}/atom.xml`, json: `${info.url}${base}/feed.json` },
  });
  for (const post of posts) {
    const link = `${info.url}/post/${encodeURIComponent(post.slug)}`;
    feed.addItem({
      id: link,
      link,
      title: xmlText(post.title),
      description: xmlText(post.excerpt),
      content: xmlText(absoluteHtml(post.html, info.url)),
      author: [{ name: xmlText(post.author.name) }],
      category: [post.category.name, ...post.tags].map((name) => ({ name: xmlText(name) })),
      date: new Date(post.updatedAt),
      published: new Date(post.publishedAt ?? post.createdAt),
    });
  }
  return feed;
}

/** RSS 2.0, Atom 1.0 and JSON Feed of the newest posts, of all and of each category. */
export function addFeedRoutes(app: FastifyInstance, { services, info, cache }: { services: Services; info: SiteInfo; cache: PageCache }): void {
  const sendCached = createCachedSender(cache);
  for (const [file, { type, write }] of Object.entries(formats) as [Format, (typeof formats)[Format]][]) {
    app.get(`/${file}`, (request, reply) =>
      sendCached(request, reply, `/${file}`, async () => {
        const posts = await services.posts.newest(POSTS);
        return { status: 200, type, text: write(createFeed({ info, posts, base: '', title: info.name, description: info.tagline })) };
      }),
    );
    app.get<{ Params: { slug: string } }>(`/category/:slug/${file}`, async (request, reply) => {
      const category = await services.categories.find(request.params.slug);
      if (!category) throw new AppError('category_not_found');
      const base = `/category/${category.slug}`;
      return sendCached(request, reply, `${base}/${file}`, async () => {
        const posts = await services.posts.newest(POSTS, category.slug);
        const title = `${category.name} · ${info.name}`;
        return { status: 200, type, text: write(createFeed({ info, posts, base, title, description: category.description })) };
      });
    });
  }
}

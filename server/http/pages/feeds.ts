import type { FastifyInstance } from 'fastify';
import { Feed, type Item } from 'feed';
import type { PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import type { Post } from '#shared/contract/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createCachedSender } from './page-routes.ts';
import { tagsOfPost } from './page-tags.ts';
import { escapeXml, xmlText } from './xml-text.ts';

/** Posts in a feed. */
const POSTS = 20;

interface Format {
  type: string;
  write: (feed: Feed) => string;
  /** How a title and an excerpt, which are plain text, stand in it: some formats read them as HTML. */
  title: (text: string) => string;
  summary: (text: string) => string;
  author: (name: string) => Pick<Item, 'author' | 'extensions'>;
}

const author = (name: string) => ({ author: [{ name }] });
const formats: Record<string, Format> = {
  'rss.xml': {
    type: 'application/rss+xml; charset=utf-8',
    write: (feed) => feed.rss2(),
    title: xmlText,
    summary: escapeXml,
    // RSS wants an e-mail address for an author; Dublin Core takes the name.
    author: (name) => ({ extensions: [{ name: 'dc:creator', objects: { _text: name } }] }),
  },
  'atom.xml': {
    type: 'application/atom+xml; charset=utf-8',
    write: (feed) => feed.atom1(),
    title: escapeXml,
    summary: escapeXml,
    author,
  },
  'feed.json': {
    type: 'application/feed+json; charset=utf-8',
    write: (feed) => feed.json1(),
    title: xmlText,
    summary: xmlText,
    author,
  },
};

const TAG = /<[a-z][\w-]*(?:\s+[\w:-]+(?:="[^"]*")?)*\s*\/?>/gi;

/**
 * Addresses in a post's HTML that begin at the site's root, made absolute: a feed is read elsewhere. `html` is what the
 * pipeline serialises (attributes in double quotes); what only looks like an attribute, in code say, is left alone.
 */
export function absoluteHtml(html: string, siteUrl: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(/ (src|href)="\/(?!\/)/g, (_, name: string) => ` ${name}="${siteUrl}/`).replace(/ srcset="[^"]*"/g, ''),
  );
}

interface FeedOptions {
  format: Format;
  info: SiteInfo;
  posts: Post[];
  /** Path the feed itself has, without its file name: "" or "/category/travel". */
  base: string;
  title: string;
  description: string;
}

function createFeed({ format, info, posts, base, title, description }: FeedOptions): Feed {
  const updated = posts
    .map((post) => post.updatedAt)
    .sort()
    .at(-1);
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
    feedLinks: {
      rss: `${info.url}${base}/rss.xml`,
      atom: `${info.url}${base}/atom.xml`,
      json: `${info.url}${base}/feed.json`,
    },
  });
  for (const post of posts) {
    const link = `${info.url}/post/${encodeURIComponent(post.slug)}`;
    feed.addItem({
      id: link,
      link,
      title: format.title(post.title),
      description: format.summary(post.excerpt),
      content: xmlText(absoluteHtml(post.html, info.url)),
      ...format.author(xmlText(post.author.name)),
      category: [post.category.name, ...post.tags].map((name) => ({ name: xmlText(name) })),
      date: new Date(post.updatedAt),
      published: new Date(post.publishedAt ?? post.createdAt),
    });
  }
  return feed;
}

/** RSS 2.0, Atom 1.0 and JSON Feed of the newest posts, of all and of each category. */
export function addFeedRoutes(
  app: FastifyInstance,
  { services, info, cache }: { services: Services; info: () => Promise<SiteInfo>; cache: PageCache },
): void {
  const sendCached = createCachedSender(cache);
  for (const [file, format] of Object.entries(formats)) {
    const { type, write } = format;
    app.get(`/${file}`, (request, reply) =>
      sendCached(request, reply, `/${file}`, async (dependsOn) => {
        const posts = await services.posts.newest(POSTS);
        dependsOn('settings', 'categories', 'posts', ...posts.flatMap(tagsOfPost));
        const site = await info();
        const feed = createFeed({ format, info: site, posts, base: '', title: site.name, description: site.tagline });
        return { status: 200, type, text: write(feed) };
      }),
    );
    app.get<{ Params: { slug: string } }>(`/category/:slug/${file}`, async (request, reply) => {
      const category = await services.categories.find(request.params.slug);
      if (!category) throw new AppError('category_not_found');
      const base = `/category/${category.slug}`;
      return sendCached(request, reply, `${base}/${file}`, async (dependsOn) => {
        const posts = await services.posts.newest(POSTS, category.slug);
        dependsOn('settings', 'categories', `category:${category.id}`, ...posts.flatMap(tagsOfPost));
        const site = await info();
        const title = `${category.name} · ${site.name}`;
        const feed = createFeed({ format, info: site, posts, base, title, description: category.description });
        return { status: 200, type, text: write(feed) };
      });
    });
  }
}

import type { FastifyInstance } from 'fastify';
import { Feed, type Item } from 'feed';
import type { PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import type { NewestFilter } from '#server/services/posts/posts.ts';
import { modifiedAt } from '#server/site/modified.ts';
import { authorPath, categoryPath, postPath, tagPath } from '#server/site/routes.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createCachedSender } from './cached-sender.ts';
import { FEED_FILES, type FeedFile, feedPaths, USUAL_FEEDS } from './list-addresses.ts';
import { type PageTag, tagsOfPost } from './page-tags.ts';
import { asHtml, inCdata, xmlText } from './xml-text.ts';

/** The number of posts in a feed. */
const POSTS = 20;
const XHTML = 'http://www.w3.org/1999/xhtml';
/**
 * Not application/rss+xml or atom+xml: Chromium shows those as plain text and Firefox downloads them. Feed readers
 * accept all of them.
 */
const XML = 'application/xml; charset=utf-8';

interface Format {
  type: string;
  write: (feed: Feed) => string;
  /** Encodes a title or an excerpt, which are plain text, for the format: some formats read them as HTML. */
  title: (text: string) => string;
  summary: (text: string) => string;
  content: (html: string) => string;
  /** The author of a post, and anything else that only this format contains. */
  rest: (post: { author: string; link: string }) => Pick<Item, 'author' | 'extensions'>;
}

const author = (post: { author: string }) => ({ author: [{ name: post.author }] });
const formats: Record<FeedFile, Format> = {
  'rss.xml': {
    type: XML,
    write: (feed) => withStyle(feed.rss2()),
    title: (text) => inCdata(xmlText(text)),
    summary: asHtml,
    content: inCdata,
    rest: ({ author, link }) => ({
      extensions: [
        // RSS requires an e-mail address for an author; Dublin Core accepts the name.
        { name: 'dc:creator', objects: { _text: author } },
        // For a person who opens the feed in a browser: in XML, only an XHTML link can be clicked.
        { name: 'a', objects: { _attributes: { xmlns: XHTML, href: link }, _text: 'Read it on the site' } },
      ],
    }),
  },
  'atom.xml': {
    type: XML,
    write: (feed) => withStyle(feed.atom1()),
    title: asHtml,
    summary: asHtml,
    content: inCdata,
    rest: author,
  },
  'feed.json': {
    type: 'application/feed+json; charset=utf-8',
    write: (feed) => withHub(feed.json1(), feed.options.hub),
    title: xmlText,
    summary: xmlText,
    content: (html) => html,
    rest: author,
  },
};

/**
 * Adds a style sheet, so that a browser shows the XML as a page that explains what a feed is. It is CSS because
 * browsers are removing XSLT.
 */
function withStyle(xml: string): string {
  return xml.replace('?>', '?>\n<?xml-stylesheet type="text/css" href="/feed.css"?>');
}

/** Adds the hub to a JSON Feed 1.1, "hubs". */
function withHub(json: string, hub: string | undefined): string {
  if (hub === undefined) return json;
  return JSON.stringify({ ...JSON.parse(json), hubs: [{ type: 'WebSub', url: hub }] }, null, 4);
}

const TAG = /<[a-z][\w-]*(?:\s+[\w:-]+(?:="[^"]*")?)*\s*\/?>/gi;

/**
 * Makes addresses in a post's HTML that begin at the site's root absolute, because a feed is read elsewhere. `html` is
 * the output of the pipeline (attributes in double quotes); text that only looks like an attribute, for example in
 * code, stays as it is.
 */
export function absoluteHtml(html: string, siteUrl: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(/ (src|href)="\/(?!\/)/g, (_, name: string) => ` ${name}="${siteUrl}/`).replace(/ srcset="[^"]*"/g, ''),
  );
}

/** The list of which a feed is made. */
interface FeedSource {
  /** The path under which the feed's files are: "" for the site, "/category/travel". */
  base: string;
  /** The name of the list: "Travel"; null for the site. */
  name: string | null;
  /** Replaces the site's tagline when it is not empty. */
  description: string;
  filter: NewestFilter;
  /** The tag of the list, on which the feed depends. */
  list: PageTag;
}

interface FeedOptions {
  format: Format;
  info: SiteInfo;
  posts: Post[];
  source: FeedSource;
  /** Address of a WebSub hub. */
  hub: string | undefined;
}

function createFeed({ format, info, posts, source, hub }: FeedOptions): Feed {
  const { base, name, description } = source;
  const updated = posts.map(modifiedAt).sort().at(-1);
  const [rss, atom, json] = feedPaths(base).map((path) => `${info.url}${path}`);
  const feed = new Feed({
    id: `${info.url}${base || '/'}`,
    link: `${info.url}${base || '/'}`,
    title: xmlText(name === null ? info.name : `${name} · ${info.name}`),
    description: xmlText(description || info.tagline),
    language: 'en',
    image: `${info.url}/icon-512.png`,
    favicon: `${info.url}/favicon.svg`,
    copyright: xmlText(info.name),
    // Not the present time: a feed of the same posts is always the same text.
    updated: new Date(updated ?? 0),
    generator: 'Ninefold',
    feedLinks: { rss, atom, json },
    ...(hub !== undefined && { hub }),
  });
  for (const post of posts) {
    const link = `${info.url}${postPath(post.slug)}`;
    feed.addItem({
      id: link,
      link,
      title: format.title(post.title),
      description: format.summary(post.excerpt),
      content: format.content(xmlText(absoluteHtml(post.html, info.url))),
      ...format.rest({ author: xmlText(post.author.name), link }),
      category: [post.category.name, ...post.tags].map((each) => ({ name: xmlText(each) })),
      date: new Date(modifiedAt(post)),
      published: new Date(post.publishedAt ?? post.createdAt),
    });
  }
  return feed;
}

export interface FeedRouteOptions {
  services: Services;
  info: () => Promise<SiteInfo>;
  cache: PageCache;
  /** The address of the WebSub hub that is told about new posts; without one the feeds name no hub. */
  hub: string | undefined;
}

/** Finds the lists of one kind, of which feeds are made. */
interface FeedFinder {
  /** Finds a list by its slug. Throws an AppError when there is none. */
  find: (slug: string) => Promise<FeedSource>;
  /** The path of the list that once had a slug; null for none. */
  movedTo?: (slug: string) => Promise<string | null>;
}

/**
 * The feeds of the site, of each category, tag and author, and redirects to them from the names that are usual
 * elsewhere.
 */
export function addFeedRoutes(app: FastifyInstance, options: FeedRouteOptions): void {
  const { categories, tags, authors } = options.services;
  addFeeds(app, options, '', {
    find: async () => ({ base: '', name: null, description: '', filter: {}, list: 'posts' }),
  });
  addFeeds(app, options, '/category/:slug', {
    async find(slug) {
      const category = await categories.find(slug);
      if (!category) throw new AppError('category_not_found');
      const { id, slug: categorySlug, name, description } = category;
      return { base: categoryPath(categorySlug), name, description, filter: { categorySlug }, list: `category:${id}` };
    },
  });
  addFeeds(app, options, '/tag/:slug', {
    async find(slug) {
      const tag = await tags.find(slug, 'reader');
      if (!tag) throw new AppError('not_found');
      const { id, slug: own } = tag;
      return { base: tagPath(own), name: `#${tag.name}`, description: '', filter: { tag: own }, list: `tag:${id}` };
    },
    movedTo: async (slug) => pathOr(tagPath, await tags.movedTo(slug)),
  });
  addFeeds(app, options, '/author/:slug', {
    async find(slug) {
      const author = await authors.find(slug);
      if (!author) throw new AppError('not_found');
      const { id, slug: authorSlug, name, bio } = author;
      const filter = { authorSlug };
      return { base: authorPath(authorSlug), name, description: bio, filter, list: `author-posts:${id}` };
    },
    movedTo: async (slug) => pathOr(authorPath, await authors.movedTo(slug)),
  });
}

function pathOr(pathOf: (slug: string) => string, slug: string | null): string | null {
  return slug === null ? null : pathOf(slug);
}

/**
 * Adds the feeds of one kind of list: RSS 2.0, Atom 1.0 and JSON Feed of its newest posts, under `path` (a route's
 * path, with `:slug` when there are several lists of the kind).
 */
function addFeeds(
  app: FastifyInstance,
  { services, info, cache, hub }: FeedRouteOptions,
  path: string,
  { find, movedTo = async () => null }: FeedFinder,
): void {
  /** The list of which the feed is, or the present path of the list when its former slug is requested. */
  const look = (slug: string) =>
    find(slug).catch(async (error: unknown) => {
      const moved = await movedTo(slug);
      if (moved === null) throw error;
      return moved;
    });
  const sendCached = createCachedSender(cache);
  type WithSlug = { Params: { slug?: string } };
  for (const file of FEED_FILES) {
    const format = formats[file];
    app.get<WithSlug>(`${path}/${file}`, async (request, reply) => {
      const source = await look(request.params.slug ?? '');
      if (typeof source === 'string') return reply.redirect(`${source}/${file}`, 301);
      const address = `${source.base}/${file}`;
      // Subscribers of the hub look for this header first (https://www.w3.org/TR/websub/#discovery).
      if (hub !== undefined) {
        reply.header('link', `<${new URL(address, (await info()).url).href}>; rel="self", <${hub}>; rel="hub"`);
      }
      return sendCached(request, reply, address, async (dependsOn) => {
        const posts = await services.posts.newest(POSTS, source.filter);
        dependsOn('settings', 'categories', source.list, ...posts.flatMap(tagsOfPost));
        const feed = createFeed({ format, info: await info(), posts, source, hub });
        return { status: 200, type: format.type, text: format.write(feed) };
      });
    });
  }
  const names = Object.entries(USUAL_FEEDS).flatMap(([name, file]) => [
    [name, file] as const,
    [`${name}/`, file] as const,
  ]);
  for (const [name, file] of names) {
    app.get<WithSlug>(`${path}/${name}`, async (request, reply) => {
      const source = await look(request.params.slug ?? '');
      const base = typeof source === 'string' ? source : source.base;
      return reply.redirect(`${base}/${file}`, 301);
    });
  }
}

import { modifiedAt } from './modified.ts';
import {
  type AuthorData,
  type CategoryData,
  isBeyondEnd,
  isMissing,
  type PageData,
  type PeriodData,
  type PostData,
  type Shell,
  type TagData,
} from './page-data.ts';
import { authorPath, categoryPath, listPagePath, periodPath, postPath, tagPath } from './routes.ts';
import { categoryCardPath, postCardPath, SHARE_SIZE, shareSource, siteCardPath } from './share-card.ts';
import type { ShownPost, SiteInfo } from './site-data.ts';
import { periodName } from './utc-dates.ts';

interface ShareImage {
  /** The absolute address. */
  url: string;
  alt: string;
  /** Known only for pictures of our own. */
  size: { width: number; height: number } | null;
}

/** The metadata that a page's head contains. */
interface PageMeta {
  title: string;
  description: string;
  /** The absolute address of the page. */
  canonical: string;
  /** The permissions of a search engine for the page. */
  robots: 'index, follow' | 'noindex, follow' | 'noindex, nofollow';
  type: 'website' | 'article' | 'profile';
  image: ShareImage;
  article: ArticleMeta | null;
  /** For a list with feeds of its own: the path of the feeds, and the name of the list's subject. */
  feed: { path: string; name: string } | null;
  /** False while the subject that gives the page its name is missing: it is loading, or cannot be fetched. */
  isComplete: boolean;
}

interface ArticleMeta {
  author: string;
  publishedAt: string | null;
  modifiedAt: string;
  section: string;
  tags: string[];
}

/** The front page's headline. */
export const HEADLINE = 'Discover Insights Across Every Niche';

/** The number of characters of a description that search engines show. */
const DESCRIPTION = 160;

/** Returns the title, the description and all other metadata of a page's head (docs/rules.md, "Page metadata"). */
export function pageMeta(page: PageData, shell: Shell): PageMeta {
  const { info } = shell;
  const plain = (title: string, description: string, path: string): PageMeta => ({
    title: `${title} | ${info.name}`,
    description,
    canonical: `${info.url}${path}`,
    robots: isBeyondEnd(page) ? 'noindex, follow' : 'index, follow',
    type: 'website',
    image: defaultImage(info),
    article: null,
    feed: null,
    isComplete: true,
  });
  const absent = (title: string, description: string, path: string): PageMeta => ({
    ...plain(title, description, path),
    robots: 'noindex, follow',
  });

  switch (page.screen) {
    case 'home':
      return {
        ...plain('', info.tagline, pageSuffix('/', page.page, info)),
        title: page.page > 1 ? `${info.name}: page ${page.page}` : `${info.name}: ${HEADLINE}`,
      };
    case 'post':
      if (page.post.state === 'ready' && page.post.value) return postMeta(page.post.value, page, info, plain);
      return {
        ...absent('Post not found', "The blog post you're looking for doesn't exist.", postPath(page.slug)),
        ...(page.post.state !== 'ready' && { title: info.name, description: info.tagline, isComplete: false }),
      };
    case 'category':
      return categoryMeta(page, info, plain);
    case 'tag':
      return tagMeta(page, info, plain);
    case 'author':
      return authorMeta(page, info, plain);
    case 'archive':
      return {
        ...plain('Archive', `Every post on ${info.name} by the year and month of its publication.`, '/archive'),
        isComplete: page.months.state === 'ready',
      };
    case 'period':
      return periodMeta(page, info, plain);
    case 'follow':
      return plain('Follow', `What feeds ${info.name} has, and how to use them.`, '/follow');
    case 'search':
      return {
        ...plain(
          page.query ? `Search results for "${page.query}"` : 'Search',
          `Search every post on ${info.name}.`,
          // Without the query: text that others put into an address must not appear in a search engine under the name
          // of this site.
          '/search',
        ),
        isComplete: page.results.state === 'ready',
      };
    case 'about':
      return plain('About', `What ${info.name} is, whom it is for, and the niches it brings together.`, '/about');
    case 'privacy':
      return plain(
        'Privacy Policy',
        `What ${info.name} learns about its readers, and what it does with it.`,
        '/privacy',
      );
    case 'terms':
      return plain('Terms of Service', `The terms on which ${info.name} may be read and used.`, '/terms');
    case 'contact':
      return plain('Contact', `Write to ${info.name}: support, partnerships, submissions.`, '/contact');
    case 'subscription':
      // The address is a secret, or answers a form: the metadata is that of the page that explains how to follow.
      return { ...plain(page.title, `Follow ${info.name}.`, '/follow'), robots: 'noindex, nofollow' };
    case 'landing':
      return plain(page.title, page.description, page.path);
    case 'not-found':
      return absent('404 Page Not Found', 'There is no page at this address.', '/');
  }
}

type Plain = (title: string, description: string, path: string) => PageMeta;

function categoryMeta(data: CategoryData, info: SiteInfo, plain: Plain): PageMeta {
  const category = data.category.state === 'ready' ? data.category.value : null;
  const path = categoryPath(category?.slug ?? data.slug);
  if (!category) {
    return absentMeta(data, plain('Category not found', "The category you're looking for doesn't exist.", path), info);
  }
  const { name, description } = category;
  return {
    ...plain(numbered(name, data.page), description || `Posts about ${name}.`, pageSuffix(path, data.page, info)),
    image: { url: `${info.url}${categoryCardPath(category, info)}`, alt: name, size: SHARE_SIZE },
    feed: { path, name },
  };
}

function tagMeta(data: TagData, info: SiteInfo, plain: Plain): PageMeta {
  const tag = data.tag.state === 'ready' ? data.tag.value : null;
  if (!tag)
    return absentMeta(data, plain('Tag not found', 'There are no posts with this tag.', tagPath(data.slug)), info);
  const path = tagPath(tag.slug);
  const name = `#${tag.name}`;
  return {
    ...plain(numbered(name, data.page), `Posts about ${tag.name} on ${info.name}.`, pageSuffix(path, data.page, info)),
    feed: { path, name },
  };
}

function authorMeta(data: AuthorData, info: SiteInfo, plain: Plain): PageMeta {
  const author = data.author.state === 'ready' ? data.author.value : null;
  if (!author) {
    const missing = plain('Author not found', 'There is no author at this address.', authorPath(data.slug));
    return absentMeta(data, missing, info);
  }
  const path = authorPath(author.slug);
  const description = shortened(author.bio) || `Posts by ${author.name} on ${info.name}.`;
  const meta = plain(numbered(author.name, data.page), description, pageSuffix(path, data.page, info));
  return {
    ...meta,
    robots: author.postCount === 0 ? 'noindex, follow' : meta.robots,
    type: 'profile',
    feed: { path, name: author.name },
  };
}

function periodMeta(data: PeriodData, info: SiteInfo, plain: Plain): PageMeta {
  const { period, page } = data;
  const name = periodName(period);
  const path = periodPath(period);
  const meta = plain(
    numbered(name, page),
    `What was published on ${info.name} in ${name}.`,
    pageSuffix(path, page, info),
  );
  if (isMissing(data)) return { ...meta, robots: 'noindex, follow' };
  return { ...meta, isComplete: data.posts.state === 'ready' };
}

/** Returns the metadata of a page whose subject is absent: loading, not available, or missing. */
function absentMeta(page: PageData, missing: PageMeta, { name, tagline }: SiteInfo): PageMeta {
  const meta: PageMeta = { ...missing, robots: 'noindex, follow' };
  return isMissing(page) ? meta : { ...meta, title: name, description: tagline, isComplete: false };
}

function numbered(name: string, page: number): string {
  return page > 1 ? `${name}, page ${page}` : name;
}

/** Returns the start of a text, up to the length of a description, cut between words. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > DESCRIPTION ? `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION))}…` : line;
}

function postMeta(post: ShownPost, { notice }: PostData, info: SiteInfo, plain: Plain): PageMeta {
  const image = postImage(post, info);
  const meta = plain(post.title, post.metaDescription || post.excerpt || info.tagline, postPath(post.slug));
  return {
    ...meta,
    title: post.metaTitle || meta.title,
    robots: notice ? 'noindex, nofollow' : meta.robots,
    type: 'article',
    image,
    article: {
      author: post.author.name,
      publishedAt: post.publishedAt,
      modifiedAt: modifiedAt(post),
      section: post.category.name,
      tags: post.tagList.map((tag) => tag.name),
    },
  };
}

/** Returns the picture with which a post is shared: every network accepts it. */
function postImage(post: ShownPost, info: SiteInfo): ShareImage {
  switch (shareSource(post)) {
    case 'own':
      return {
        url: `${info.url}/og/${encodeURIComponent(post.slug)}.jpg`,
        alt: post.featuredImageAlt || post.title,
        size: SHARE_SIZE,
      };
    case 'other':
      return { url: post.featuredImage ?? '', alt: post.featuredImageAlt || post.title, size: null };
    case 'card':
      return { url: `${info.url}${postCardPath(post, info)}`, alt: post.title, size: SHARE_SIZE };
  }
}

function defaultImage(info: SiteInfo): ShareImage {
  return { url: `${info.url}${siteCardPath(info)}`, alt: `${info.name}: ${info.tagline}`, size: SHARE_SIZE };
}

function pageSuffix(path: string, page: number, { writer }: SiteInfo): string {
  return listPagePath(path, page, writer !== undefined);
}

import { categoryJsonLd, homeJsonLd, postJsonLd } from './json-ld.ts';
import { modifiedAt } from './modified.ts';
import { isBeyondEnd, type PageData, type PostData, type Shell } from './page-data.ts';
import { categoryPath, postPath } from './routes.ts';
import { categoryCardPath, postCardPath, SHARE_SIZE, shareSource, siteCardPath } from './share-card.ts';
import type { ShownPost, SiteInfo } from './site-data.ts';

interface ShareImage {
  /** Absolute. */
  url: string;
  alt: string;
  /** Known for pictures of our own only. */
  size: { width: number; height: number } | null;
}

/** What a page says about itself in its head. */
interface PageMeta {
  title: string;
  description: string;
  /** Absolute. */
  canonical: string;
  /** What a search engine may do with the page. */
  robots: 'index, follow' | 'noindex, follow' | 'noindex, nofollow';
  type: 'website' | 'article';
  image: ShareImage;
  article: ArticleMeta | null;
  /** Structured data, one object a script. */
  jsonLd: object[];
  /** False as long as what the page is named after has not arrived: under way, or not to be had. */
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

/** Title, description and all else a page's head says (docs/rules.md, "Page metadata"). */
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
    jsonLd: [],
    isComplete: true,
  });
  const absent = (title: string, description: string, path: string): PageMeta => ({
    ...plain(title, description, path),
    robots: 'noindex, follow',
  });

  switch (page.screen) {
    case 'home':
      return {
        ...plain('', info.tagline, pageSuffix('/', page.page)),
        title: page.page > 1 ? `${info.name}: page ${page.page}` : `${info.name}: ${HEADLINE}`,
        jsonLd: [homeJsonLd(info)],
      };
    case 'post':
      if (page.post.state === 'ready' && page.post.value) return postMeta(page.post.value, page, info, plain);
      return {
        ...absent('Post not found', "The blog post you're looking for doesn't exist.", postPath(page.slug)),
        ...(page.post.state !== 'ready' && { title: info.name, description: info.tagline, isComplete: false }),
      };
    case 'category':
      if (page.category.state === 'ready' && page.category.value) {
        const category = page.category.value;
        const name = page.page > 1 ? `${category.name}, page ${page.page}` : category.name;
        return {
          ...plain(
            name,
            category.description || `Posts about ${category.name}.`,
            pageSuffix(categoryPath(category.slug), page.page),
          ),
          image: { url: `${info.url}${categoryCardPath(category, info)}`, alt: category.name, size: SHARE_SIZE },
          jsonLd: [categoryJsonLd(category, info)],
        };
      }
      return {
        ...absent('Category not found', "The category you're looking for doesn't exist.", categoryPath(page.slug)),
        ...(page.category.state !== 'ready' && { title: info.name, description: info.tagline, isComplete: false }),
      };
    case 'search':
      return {
        ...plain(
          page.query ? `Search results for "${page.query}"` : 'Search',
          `Search every post on ${info.name}.`,
          // Without the query: what others put into an address must not appear in a search engine under the name of
          // this site.
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
    case 'landing':
      return { ...plain(page.title, page.description, page.path), jsonLd: page.jsonLd };
    case 'not-found':
      return absent('404 Page Not Found', 'There is no page at this address.', '/');
  }
}

type Plain = (title: string, description: string, path: string) => PageMeta;

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
    jsonLd: postJsonLd(post, info, meta.description, image.url),
  };
}

/** What a post is shared with: every network takes it. */
function postImage(post: ShownPost, info: SiteInfo): ShareImage {
  switch (shareSource(post)) {
    case 'own':
      return { url: `${info.url}/og/${encodeURIComponent(post.slug)}.jpg`, alt: post.title, size: SHARE_SIZE };
    case 'other':
      return { url: post.featuredImage ?? '', alt: post.title, size: null };
    case 'card':
      return { url: `${info.url}${postCardPath(post, info)}`, alt: post.title, size: SHARE_SIZE };
  }
}

function defaultImage(info: SiteInfo): ShareImage {
  return { url: `${info.url}${siteCardPath(info)}`, alt: `${info.name}: ${info.tagline}`, size: SHARE_SIZE };
}

function pageSuffix(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}

import type { CategoryWithCount } from '#shared/contract/categories.ts';
import type { PostPage, PostSummary } from '#shared/contract/posts/post.ts';
import { postPage, shell } from '../pages/page-fixtures.ts';
import type { PostList, SiteData } from '../site-data.ts';

const SLUGS = [
  'technology',
  'lifestyle',
  'business',
  'travel',
  'health',
  'fitness',
  'food-nutrition',
  'mental-health',
  'personal-development',
  'finance',
  'relationships',
  'career',
  'education',
  'entertainment',
  'home-garden',
];

export const { info } = shell;

/** The parts of a site that can be made to fail. */
export type Fault = keyof SiteData | 'featured';

/** Makes posts 1 to `count`, newest first. Every tenth is featured; a third each is technology, travel and finance. */
export function makePosts(count: number): PostPage[] {
  return Array.from({ length: count }, (_, index) => {
    const category = makeCategory(['technology', 'travel', 'finance'][index % 3] ?? '', index % 3);
    const id = index + 1;
    return {
      ...postPage,
      id,
      slug: `post-${id}`,
      title: `Post number ${id}`,
      excerpt: `What post ${id} is about.`,
      featured: id % 10 === 0,
      category,
    };
  });
}

/** Creates a whole site in memory: pages of lists by page number and cursor, as the server has them. */
export function createMemorySite(posts: PostPage[], faults: Fault[] = []): SiteData {
  const check = (part: Fault) => {
    if (faults.includes(part)) throw new Error(`${part} is broken`);
  };
  const categories = SLUGS.map((slug, index) => ({
    ...makeCategory(slug, index),
    postCount: posts.filter((post) => post.category.slug === slug).length,
  }));
  return {
    async categories() {
      check('categories');
      return categories;
    },
    async categoriesWithPosts() {
      check('categories');
      return categories.filter(({ postCount }) => postCount > 0);
    },
    async category(slug) {
      check('category');
      return categories.find((category) => category.slug === slug) ?? null;
    },
    async tag(slug) {
      check('tag');
      const tagged = posts.filter(({ tagList }) => tagList.some((tag) => tag.slug === slug));
      const tag = tagged[0]?.tagList.find((each) => each.slug === slug);
      return tag ? { ...tag, postCount: tagged.length } : null;
    },
    async author(slug) {
      check('author');
      const written = posts.filter(({ author }) => author.slug === slug);
      return written[0] ? { ...written[0].author, postCount: written.length } : null;
    },
    async archive() {
      check('archive');
      const months = posts.map(({ publishedAt }) => publishedAt?.slice(0, 7) ?? '');
      return [...new Set(months)].map((month) => ({ month, posts: months.filter((each) => each === month).length }));
    },
    async posts({ category, tag, author, period, featured, ...paging }) {
      check(featured ? 'featured' : 'posts');
      const found = posts.filter(
        (post) =>
          (category === undefined || post.category.slug === category) &&
          (tag === undefined || post.tagList.some(({ slug }) => slug === tag)) &&
          (author === undefined || post.author.slug === author) &&
          (period === undefined || post.publishedAt?.startsWith(period)) &&
          (featured === undefined || post.featured === featured),
      );
      return pageOf(found.map(toSummary), paging);
    },
    async post(slug) {
      check('post');
      return posts.find((post) => post.slug === slug) ?? null;
    },
    async relatedPosts(id) {
      check('relatedPosts');
      return posts
        .filter((post) => post.id !== id)
        .slice(0, 3)
        .map(toSummary);
    },
    async search(query, { page, cursor }) {
      check('search');
      const found = posts.filter((post) => post.title.toLowerCase().includes(query.toLowerCase()));
      const list = pageOf(found.map(toSummary), { page, cursor, limit: 12 });
      const marked = (post: { title: string }) => `<mark>${asHtml(post.title)}</mark>`;
      return {
        ...list,
        items: list.items.map((post) => ({ ...post, snippet: marked(post), markedTitle: marked(post), meant: null })),
      };
    },
    async authorsNamed(query) {
      const named = posts.find(({ author }) => author.name.toLowerCase() === query.toLowerCase());
      return named ? [named.author] : [];
    },
  };
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function makeCategory(slug: string, index: number): Omit<CategoryWithCount, 'postCount'> {
  const name = slug
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
  return { id: index + 1, slug, name, description: `All about ${name}.`, color: `category-${slug}`, icon: 'cpu' };
}

function toSummary({
  content: _content,
  html: _html,
  previous: _previous,
  next: _next,
  ...post
}: PostPage): PostSummary {
  return post;
}

interface Paging {
  page?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

function pageOf(found: PostSummary[], { page = 1, cursor, limit = 50 }: Paging): PostList {
  const start = cursor === undefined ? (page - 1) * limit : Number(cursor);
  const end = start + limit;
  return { items: found.slice(start, end), total: found.length, next: end < found.length ? String(end) : null };
}

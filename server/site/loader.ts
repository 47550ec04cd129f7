import { waysFrom } from './archive-years.ts';
import { isDeadEnd, type Loadable, type PageData, type PostData } from './page-data.ts';
import { type PageRequest, parsePageUrl } from './routes.ts';
import { type CategoryLook, PAGE_SIZE, type SearchList, type SiteData } from './site-data.ts';

interface LoadOptions {
  /** Called with the page as loaded so far, whenever a part has arrived. */
  report?: ((page: PageData) => void) | undefined;
  /** Called with the cause when a list fails; the page then shows an error message in the list's place. */
  onError?: ((error: unknown) => void) | undefined;
}

const LOADING = { state: 'loading' } as const;
/** The number of posts that a dead end shows as a way to continue. */
const POSTS_INSTEAD = 3;
const NO_RESULTS = ready<SearchList>({ items: [], total: 0, next: null });

/** The messages that readers see where something could not be fetched. The first two are fixed texts. */
export const FAILURES = {
  latest: 'Failed to fetch posts',
  featured: 'Failed to fetch featured posts',
  post: 'Failed to fetch post',
  category: 'Failed to fetch category',
  tag: 'Failed to fetch tag',
  author: 'Failed to fetch author',
  archive: 'Failed to fetch archive',
  related: 'Failed to fetch related posts',
  search: 'Failed to fetch search results',
} as const;

/** Returns the page at `url` before any of its data is fetched: a client navigation shows it at once. */
export function loadingPage(url: string): PageData {
  const { screen, slug, period, category, query, page, order, isExact } = parsePageUrl(url);
  switch (screen) {
    case 'home':
      return { screen, category, page, featured: LOADING, latest: LOADING };
    case 'post':
      return { screen, slug, post: LOADING, related: LOADING };
    case 'category':
      return { screen, slug, page, category: LOADING, posts: LOADING };
    case 'tag':
      return { screen, slug, page, tag: LOADING, posts: LOADING };
    case 'author':
      return { screen, slug, page, author: LOADING, posts: LOADING };
    case 'archive':
      return { screen, months: LOADING };
    case 'period':
      return { screen, period, page, ways: LOADING, posts: LOADING };
    case 'search':
      return {
        ...{ screen, query, page, category, order, isExact },
        results: query ? LOADING : NO_RESULTS,
        ...{ authors: [], categories: [] },
      };
    case 'contact':
      return { screen, form: null };
    default:
      return { screen };
  }
}

/**
 * Fetches all data of the page at `url` (path and query). A list that fails is part of the page. When the subject of
 * the page itself (the post, the category) cannot be fetched, the promise rejects, because there is nothing to show.
 */
export async function loadPage(url: string, data: SiteData, options: LoadOptions = {}): Promise<PageData> {
  return leadOn(await loadScreen(url, data, options), data, options);
}

/** Returns the page, with the newest posts added if it is a dead end. */
export async function leadOn(page: PageData, data: SiteData, options: LoadOptions = {}): Promise<PageData> {
  if (!isDeadEnd(page)) return page;
  const newest = data.posts({ page: 1, limit: POSTS_INSTEAD }).then(({ items }) => items);
  return { ...page, instead: await orNone(newest, options) } as PageData;
}

async function loadScreen(url: string, data: SiteData, options: LoadOptions): Promise<PageData> {
  const request = parsePageUrl(url);
  switch (request.screen) {
    case 'home':
      return loadHome(request, data, options);
    case 'post':
      return loadPost(request, data, options);
    case 'category':
      return loadCategory(request, data, options);
    case 'tag':
      return loadTag(request, data, options);
    case 'author':
      return loadAuthor(request, data, options);
    case 'archive':
      return { screen: 'archive', months: ready(await data.archive()) };
    case 'period':
      return loadPeriod(request, data, options);
    case 'search':
      return loadSearch(request, data, options);
    default:
      return loadingPage(url);
  }
}

/** Returns the page with every part that is still loading marked as failed. */
export function failedPage(page: PageData): PageData {
  switch (page.screen) {
    case 'home':
      return {
        ...page,
        featured: giveUp(page.featured, FAILURES.featured),
        latest: giveUp(page.latest, FAILURES.latest),
      };
    case 'post':
      return { ...page, post: giveUp(page.post, FAILURES.post), related: giveUp(page.related, FAILURES.related) };
    case 'category':
      return {
        ...page,
        category: giveUp(page.category, FAILURES.category),
        posts: giveUp(page.posts, FAILURES.latest),
      };
    case 'tag':
      return { ...page, tag: giveUp(page.tag, FAILURES.tag), posts: giveUp(page.posts, FAILURES.latest) };
    case 'author':
      return { ...page, author: giveUp(page.author, FAILURES.author), posts: giveUp(page.posts, FAILURES.latest) };
    case 'archive':
      return { ...page, months: giveUp(page.months, FAILURES.archive) };
    case 'period':
      return { ...page, ways: giveUp(page.ways, FAILURES.archive), posts: giveUp(page.posts, FAILURES.latest) };
    case 'search':
      return { ...page, results: giveUp(page.results, FAILURES.search) };
    default:
      return page;
  }
}

/** Whether some part of the page could not be fetched. */
export function hasFailed(page: PageData): boolean {
  return Object.values(page).some((part) => typeof part === 'object' && part !== null && part.state === 'failed');
}

async function loadHome({ category, page }: PageRequest, data: SiteData, options: LoadOptions): Promise<PageData> {
  const only = category === null ? {} : { category };
  let home = { screen: 'home' as const, category, page, featured: LOADING, latest: LOADING } as Extract<
    PageData,
    { screen: 'home' }
  >;
  const arrived = (part: Partial<typeof home>) => {
    home = { ...home, ...part };
    options.report?.(home);
  };
  await Promise.all([
    fetchPart(FAILURES.featured, options, async () => (await data.posts({ ...only, featured: true })).items).then(
      (featured) => arrived({ featured }),
    ),
    fetchPart(FAILURES.latest, options, () => data.posts({ ...only, featured: false, page, limit: PAGE_SIZE })).then(
      (latest) => arrived({ latest }),
    ),
  ]);
  return home;
}

/** Fetches a post's page: the post, and its related posts. */
export async function loadPost(
  { slug }: Pick<PageRequest, 'slug'>,
  data: SiteData,
  options: LoadOptions,
): Promise<PostData> {
  const post = await data.post(slug);
  if (!post) return { screen: 'post', slug, post: ready(null), related: ready([]) };
  options.report?.({ screen: 'post', slug, post: ready(post), related: LOADING });
  const related = await fetchPart(FAILURES.related, options, () => data.relatedPosts(post.id));
  return { screen: 'post', slug, post: ready(post), related };
}

async function loadCategory({ slug, page }: PageRequest, data: SiteData, options: LoadOptions): Promise<PageData> {
  const posts = fetchPart(FAILURES.latest, options, () => data.posts({ category: slug, page, limit: PAGE_SIZE }));
  const category = ready(await data.category(slug));
  options.report?.({ screen: 'category', slug, page, category, posts: LOADING });
  return { screen: 'category', slug, page, category, posts: await posts };
}

async function loadTag({ slug, page }: PageRequest, data: SiteData, options: LoadOptions): Promise<PageData> {
  const posts = fetchPart(FAILURES.latest, options, () => data.posts({ tag: slug, page, limit: PAGE_SIZE }));
  const tag = ready(await data.tag(slug));
  options.report?.({ screen: 'tag', slug, page, tag, posts: LOADING });
  return { screen: 'tag', slug, page, tag, posts: await posts };
}

async function loadAuthor({ slug, page }: PageRequest, data: SiteData, options: LoadOptions): Promise<PageData> {
  const posts = fetchPart(FAILURES.latest, options, () => data.posts({ author: slug, page, limit: PAGE_SIZE }));
  const author = ready(await data.author(slug));
  options.report?.({ screen: 'author', slug, page, author, posts: LOADING });
  return { screen: 'author', slug, page, author, posts: await posts };
}

async function loadPeriod({ period, page }: PageRequest, data: SiteData, options: LoadOptions): Promise<PageData> {
  const posts = fetchPart(FAILURES.latest, options, () => data.posts({ period, page, limit: PAGE_SIZE }));
  const ways = await fetchPart(FAILURES.archive, options, async () => waysFrom(period, await data.archive()));
  options.report?.({ screen: 'period', period, page, ways, posts: LOADING });
  return { screen: 'period', period, page, ways, posts: await posts };
}

async function loadSearch(
  { query, page, category, order, isExact }: PageRequest,
  data: SiteData,
  options: LoadOptions,
): Promise<PageData> {
  const choices = { category, order, isExact };
  const [results, authors, categories] = await Promise.all([
    query ? fetchPart(FAILURES.search, options, () => data.search(query, { page, ...choices })) : NO_RESULTS,
    query && page === 1 ? orNone(data.authorsNamed(query), options) : [],
    orNone(data.categoriesWithPosts(), options),
  ]);
  return { screen: 'search', query, page, ...choices, results, authors, categories: categories.map(lookOf) };
}

/** Returns the fields of a category that are needed where it is named. */
export function lookOf({ id, slug, name, color, icon }: CategoryLook): CategoryLook {
  return { id, slug, name, color, icon };
}

/** Fetches a part that a page can do without: an empty list when it cannot be fetched. */
async function orNone<T>(answer: Promise<T[]>, { onError }: LoadOptions): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    onError?.(error);
    return [];
  }
}

async function fetchPart<T>(
  message: string,
  { onError }: LoadOptions,
  fetchIt: () => Promise<T>,
): Promise<Loadable<T>> {
  try {
    return ready(await fetchIt());
  } catch (error) {
    onError?.(error);
    return { state: 'failed', message };
  }
}

function giveUp<T>(part: Loadable<T>, message: string): Loadable<T> {
  return part.state === 'loading' ? { state: 'failed', message } : part;
}

function ready<T>(value: T): Loadable<T> & { state: 'ready' } {
  return { state: 'ready', value };
}

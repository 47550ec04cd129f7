import type { AuthorWithCount } from '#shared/contract/authors.ts';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import type { ArchiveMonth } from '#shared/contract/posts/posts.ts';
import type { TagWithCount } from '#shared/contract/tags.ts';
import type {
  CategoryLook,
  ListedPost,
  NamedAuthor,
  PostList,
  SearchChoices,
  SearchList,
  ShownPost,
  SiteInfo,
} from './site-data.ts';

/**
 * Something that a screen shows and that has to be fetched. `loading` occurs in the browser only: a page leaves the
 * server with everything `ready` or `failed`. The reader sees `message`.
 */
export type Loadable<T> = { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed'; message: string };

/** A page that may be a dead end: its subject may not exist. */
interface MayLeadOn {
  /** The newest posts, as a way to continue from a dead end. */
  instead?: ListedPost[];
}

export interface HomeData {
  screen: 'home';
  /** The slug of the chosen category, null for all. */
  category: string | null;
  /** The page of Latest Posts, from 1. */
  page: number;
  featured: Loadable<ListedPost[]>;
  latest: Loadable<PostList>;
}

export interface PostData extends MayLeadOn {
  screen: 'post';
  slug: string;
  /** Null when there is no such live post. */
  post: Loadable<ShownPost | null>;
  /**
   * HTML that tells the owner that readers cannot see this post. It comes from the server alone: no link leads to such
   * a post.
   */
  notice?: string;
  /** Whether the address is a secret: neither the address nor the visit is measured. */
  isSecret?: boolean;
  /** Fetched after the post has loaded. */
  related: Loadable<ListedPost[]>;
}

export interface CategoryData extends MayLeadOn {
  screen: 'category';
  slug: string;
  page: number;
  /** Null when there is no such category. */
  category: Loadable<CategoryWithCount | null>;
  posts: Loadable<PostList>;
}

export interface TagData extends MayLeadOn {
  screen: 'tag';
  slug: string;
  page: number;
  /** Null when no live post has this tag. */
  tag: Loadable<TagWithCount | null>;
  posts: Loadable<PostList>;
}

export interface AuthorData extends MayLeadOn {
  screen: 'author';
  slug: string;
  page: number;
  /** Null when there is no such author. */
  author: Loadable<AuthorWithCount | null>;
  posts: Loadable<PostList>;
}

/** The years and months in which posts were published. */
export interface ArchiveData {
  screen: 'archive';
  /** Newest first. */
  months: Loadable<ArchiveMonth[]>;
}

/**
 * The links of the page of a year or a month to other periods, and no more of the archive: the page's bytes should change
 * only with what it shows.
 */
export interface PeriodWays {
  /** The months of the same year, newest first. */
  months: ArchiveMonth[];
  /** The next and the previous year with posts; null where there is none. */
  later: string | null;
  earlier: string | null;
}

/** A year or a month of the archive. Without posts it does not exist. */
export interface PeriodData extends MayLeadOn {
  screen: 'period';
  /** "2025" or "2025-07". */
  period: string;
  page: number;
  /** The links to other periods. */
  ways: Loadable<PeriodWays>;
  posts: Loadable<PostList>;
}

export interface SearchData extends SearchChoices {
  screen: 'search';
  /** The trimmed query; when it is empty, nothing is searched for. */
  query: string;
  page: number;
  results: Loadable<SearchList>;
  /** The authors whom the query names; on the first page alone. */
  authors: NamedAuthor[];
  /** The categories that hold posts; none while they are not known. */
  categories: CategoryLook[];
}

export interface ContactFormValues {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/**
 * The server's answer to a contact form that was sent without JavaScript; the values are filled into the form again.
 */
export interface ContactFormState {
  outcome: 'sent' | 'missing' | 'failed';
  values: ContactFormValues;
}

export interface ContactData {
  screen: 'contact';
  form: ContactFormState | null;
}

export interface PlainData extends MayLeadOn {
  screen: 'about' | 'privacy' | 'terms' | 'follow' | 'not-found';
}

/**
 * A landing page, rendered by the server: the browser gets neither its texts as data nor its code, only the rendered
 * page.
 */
export interface LandingData {
  screen: 'landing';
  path: string;
  title: string;
  description: string;
  jsonLd: object[];
  html: string;
}

/**
 * The page that answers a form or a link of a reader who follows by e-mail, rendered by the server like a landing page.
 */
export interface SubscriptionData {
  screen: 'subscription';
  title: string;
  html: string;
}

/** All data that one screen needs. */
export type PageData =
  | HomeData
  | PostData
  | CategoryData
  | TagData
  | AuthorData
  | ArchiveData
  | PeriodData
  | SearchData
  | ContactData
  | PlainData
  | LandingData
  | SubscriptionData;
export type Screen = PageData['screen'];
/** The screens that come from the server alone: the browser has neither their texts nor their code. */
export type ServerScreen = 'landing' | 'subscription';
/** The screens that the browser finds by their address. */
export type RoutedScreen = Exclude<Screen, ServerScreen>;

/** The data that every screen shows around its own. It is made once, on the server, and is constant during a visit. */
export interface Shell {
  info: SiteInfo;
  /**
   * Empty when the list could not be fetched. The categories have no numbers of posts, which would change every page
   * whenever a post is published, and no descriptions, which one page alone shows and all would carry.
   */
  categories: CategoryLook[];
  /** The year for the copyright line. */
  year: number;
  /** Whether the owner has a valid session: then edit links are shown, and reading does not count as a view. */
  owner: boolean;
}

/** The props of every page component: `PostScreen({ data, shell }: PageProps<PostData>)`. */
export interface PageProps<Data extends PageData> {
  data: Data;
  shell: Shell;
}

/** The data that travels in the page and from which React hydrates. */
export interface EmbeddedPage {
  /** The path and query for which the page was rendered. */
  url: string;
  page: PageData;
  shell: Shell;
}

/** Returns the long list of a page, whose pages have addresses; null on other screens. */
function longListOf(page: PageData): Loadable<Pick<PostList, 'items' | 'total'>> | null {
  switch (page.screen) {
    case 'home':
      return page.latest;
    case 'search':
      return page.results;
    case 'category':
    case 'tag':
    case 'author':
    case 'period':
      return page.posts;
    default:
      return null;
  }
}

/** Whether the page's number is beyond the end of its list: `?page=999`. */
export function isBeyondEnd(page: PageData): boolean {
  const list = longListOf(page);
  return list?.state === 'ready' && 'page' in page && page.page > 1 && list.value.items.length === 0;
}

/** Whether the address of a page is a secret: neither the address nor the visit is measured. */
export function hasSecretAddress(page: PageData): boolean {
  return page.screen === 'subscription' || (page.screen === 'post' && page.isSecret === true);
}

/** Whether it is known that the subject of a page does not exist. */
export function isMissing(page: PageData): boolean {
  switch (page.screen) {
    case 'post':
      return isNothing(page.post);
    case 'category':
      return isNothing(page.category);
    case 'tag':
      return isNothing(page.tag);
    case 'author':
      return isNothing(page.author);
    case 'period':
      return page.posts.state === 'ready' && page.posts.value.total === 0;
    default:
      return page.screen === 'not-found';
  }
}

/**
 * Whether a page has nothing to show but links to other pages: its subject does not exist, or is a category without
 * posts.
 */
export function isDeadEnd(page: PageData): boolean {
  const isEmpty = page.screen === 'category' && page.posts.state === 'ready' && page.posts.value.total === 0;
  return isEmpty || isMissing(page);
}

function isNothing(part: Loadable<unknown>): boolean {
  return part.state === 'ready' && part.value === null;
}

/** Returns 404 for a page that does not exist, else 200. */
export function pageStatus(page: PageData): 200 | 404 {
  return isMissing(page) || isBeyondEnd(page) ? 404 : 200;
}

/**
 * Returns JSON that can stand inside a `<script>`: `<` cannot end the element or open a comment, and the two line
 * separators that JSON allows and older JavaScript does not are escaped too. `JSON.parse` returns the value unchanged.
 */
export function serializeForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) =>
    character === '<' ? '\\u003c' : character === '\u2028' ? '\\u2028' : '\\u2029',
  );
}

/**
 * Returns the text of `<script type="application/json" id="page-data">`. The HTML of a post's body or of a landing page
 * is left out: the page already contains it, and `readPageData` takes it from there. Structured data is left out too,
 * because the browser does not use it.
 */
export function serializePageData(embedded: EmbeddedPage): string {
  const { page } = embedded;
  if (page.screen === 'landing') return serializeForScript({ ...embedded, page: { ...page, html: '', jsonLd: [] } });
  if (page.screen === 'subscription') return serializeForScript({ ...embedded, page: { ...page, html: '' } });
  if (page.screen !== 'post' || page.post.state !== 'ready' || !page.post.value) return serializeForScript(embedded);
  const post = { state: page.post.state, value: { ...page.post.value, html: '' } };
  return serializeForScript({ ...embedded, page: { ...page, post } });
}

/** Reads the text that `serializePageData` wrote. `body` is the HTML that was left out, where the page shows some. */
export function readPageData(text: string, body: string | undefined): EmbeddedPage {
  const embedded: EmbeddedPage = JSON.parse(text);
  const { page } = embedded;
  if (page.screen === 'landing' || page.screen === 'subscription') {
    return { ...embedded, page: { ...page, html: body ?? '' } };
  }
  if (page.screen !== 'post' || page.post.state !== 'ready' || !page.post.value) return embedded;
  const post = { ...page.post, value: { ...page.post.value, html: body ?? '' } };
  return { ...embedded, page: { ...page, post } };
}

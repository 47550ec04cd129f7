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
 * Something a screen shows that has to be fetched. `loading` is seen in the browser only: a page leaves the server
 * with everything `ready` or `failed`. `message` is what the reader sees.
 */
export type Loadable<T> = { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed'; message: string };

/** A page that has nothing to show where it is asked for what is not there. */
interface MayLeadOn {
  /** The newest posts: the way on from there. */
  instead?: ListedPost[];
}

export interface HomeData {
  screen: 'home';
  /** Slug of the chosen category, null for all. */
  category: string | null;
  /** Page of Latest Posts, from 1. */
  page: number;
  featured: Loadable<ListedPost[]>;
  latest: Loadable<PostList>;
}

export interface PostData extends MayLeadOn {
  screen: 'post';
  slug: string;
  /** Null when there is no such live post. */
  post: Loadable<ShownPost | null>;
  /** For the owner, on a post that readers cannot see: HTML that says so. From the server alone: no link leads to one. */
  notice?: string;
  /** The address is a secret: neither it nor the visit is measured. */
  isSecret?: boolean;
  /** Asked for after the post has loaded. */
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
  /** Null when no live post carries such a tag. */
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

/** A year or a month of the archive. Without posts it does not exist. */
/** The ways on from the page of a year or a month, and no more of the archive: the page's bytes change with what it shows. */
export interface PeriodWays {
  /** Of its year, newest first. */
  months: ArchiveMonth[];
  /** The years with posts after and before it. */
  later: string | null;
  earlier: string | null;
}

export interface PeriodData extends MayLeadOn {
  screen: 'period';
  /** "2025" or "2025-07". */
  period: string;
  page: number;
  /** What else there is to go to. */
  ways: Loadable<PeriodWays>;
  posts: Loadable<PostList>;
}

export interface SearchData extends SearchChoices {
  screen: 'search';
  /** Trimmed; empty when nothing was asked, and then nothing is looked for. */
  query: string;
  page: number;
  results: Loadable<SearchList>;
  /** Whom the query names; on the first page alone. */
  authors: NamedAuthor[];
  /** The categories that hold posts; none while that is not known. */
  categories: CategoryLook[];
}

export interface ContactFormValues {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** How the server answered a contact form that was sent without JavaScript; the values stand in the form again. */
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

/** A landing page, rendered by the server: the browser is given neither its words nor its code, only what stands there. */
export interface LandingData {
  screen: 'landing';
  path: string;
  title: string;
  description: string;
  jsonLd: object[];
  html: string;
}

/** What answers a form or a link of somebody who follows by e-mail, rendered by the server as a landing page is. */
export interface SubscriptionData {
  screen: 'subscription';
  title: string;
  html: string;
}

/** All that one screen needs. */
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
/** Screens that come from the server alone: the browser has neither their words nor their code. */
export type ServerScreen = 'landing' | 'subscription';
/** Screens the browser finds by their address. */
export type RoutedScreen = Exclude<Screen, ServerScreen>;

/** What every screen shows around its own data. Made once, on the server; constant during a visit. */
export interface Shell {
  info: SiteInfo;
  /**
   * Empty when the list could not be fetched. Without their numbers of posts: those would make every page another one
   * whenever a post is published; and without what they are about, which one page alone shows and all would carry.
   */
  categories: CategoryLook[];
  /** For the copyright line. */
  year: number;
  /** A valid session of the owner: edit links show and reading does not count as a view. */
  owner: boolean;
}

/** What every page component takes: `PostScreen({ data, shell }: PageProps<PostData>)`. */
export interface PageProps<Data extends PageData> {
  data: Data;
  shell: Shell;
}

/** What travels in the page and is hydrated from. */
export interface EmbeddedPage {
  /** Path and query the page was rendered for. */
  url: string;
  page: PageData;
  shell: Shell;
}

/** The long list of a page of which an address can name a page; null on other screens. */
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

/** Whether this is a later page of a list that has none of that number: `?page=999`. */
export function isBeyondEnd(page: PageData): boolean {
  const list = longListOf(page);
  return list?.state === 'ready' && 'page' in page && page.page > 1 && list.value.items.length === 0;
}

/** Whether the address of a page is a secret: neither it nor the visit is measured. */
export function hasSecretAddress(page: PageData): boolean {
  return page.screen === 'subscription' || (page.screen === 'post' && page.isSecret === true);
}

/** Whether what a page is about is known not to exist. */
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

/** Whether a page has nothing to show but a way on: what it is about does not exist, or is a category without posts. */
export function isDeadEnd(page: PageData): boolean {
  const isEmpty = page.screen === 'category' && page.posts.state === 'ready' && page.posts.value.total === 0;
  return isEmpty || isMissing(page);
}

function isNothing(part: Loadable<unknown>): boolean {
  return part.state === 'ready' && part.value === null;
}

/** 404 for what does not exist, else 200. */
export function pageStatus(page: PageData): 200 | 404 {
  return isMissing(page) || isBeyondEnd(page) ? 404 : 200;
}

/**
 * JSON that can stand inside a `<script>`: `<` cannot end the element or open a comment, and the two line separators
 * that JSON allows and older JavaScript does not are escaped too. `JSON.parse` gives the value back unchanged.
 */
export function serializeForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) =>
    character === '<' ? '\\u003c' : character === '\u2028' ? '\\u2028' : '\\u2029',
  );
}

/**
 * The text of `<script type="application/json" id="page-data">`. The HTML of a post's body or of a landing page is left
 * out: it stands in the page already, and `readPageData` takes it from there. Structured data the browser has no use for.
 */
export function serializePageData(embedded: EmbeddedPage): string {
  const { page } = embedded;
  if (page.screen === 'landing') return serializeForScript({ ...embedded, page: { ...page, html: '', jsonLd: [] } });
  if (page.screen === 'subscription') return serializeForScript({ ...embedded, page: { ...page, html: '' } });
  if (page.screen !== 'post' || page.post.state !== 'ready' || !page.post.value) return serializeForScript(embedded);
  const post = { state: page.post.state, value: { ...page.post.value, html: '' } };
  return serializeForScript({ ...embedded, page: { ...page, post } });
}

/** Reads what `serializePageData` wrote. `body` is the HTML that was left out, where the page shows some. */
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

import { feedPaths, listAddresses } from '#server/http/pages/list-addresses.ts';
import type { FileKind, FileToPublish } from '#server/services/publication/publish-files.ts';
import { categoryPath, parsePageUrl, postPath } from '#server/site/routes.ts';
import { landingPages } from '#server/site/server/landing/landing-pages.ts';
import type { Answer } from './ask-app.ts';
import { buildSearchIndex } from './build-search-files.ts';
import { headersFile, nginxMaps, redirectsFile } from './host-files.ts';
import { locationsIn, referencesIn } from './page-references.ts';
import type { PublicationSite } from './publication-site.ts';
import { keyOf, publishedPath, serverAddress } from './published-address.ts';
import { isSameFile, publishedRedirects, redirectPage } from './redirects.ts';

/** The pages that exist whatever the site holds. */
const PAGES = ['/', '/about', '/privacy', '/terms', '/contact', '/follow', '/search'];
/** The files that programs read. A file that the site does not have is left out. */
const FILES = ['/robots.txt', '/sitemap.xml', '/llms.txt', '/opensearch.xml', '/manifest.webmanifest', '/share.png'];
const SECURITY = '/.well-known/security.txt';
/** An address at which nothing ever is. */
const NOTHING = '/404';
const HTML = /^text\/html\b/;
/** The largest number of redirects that are followed to find the content of an address. */
const MOST_LED = 3;

const FOREVER = 'public, max-age=31536000, immutable';
/** Each page may change at any time; a browser asks each time whether it has. */
const ASKED_AGAIN = 'no-cache';

export interface Collection {
  files: AsyncGenerator<FileToPublish>;
  /** The addresses that cannot be files here, with the reason in words. Complete once all files were yielded. */
  readonly left: string[];
}

/** Yields every file of a published site, each key once. Pages are found by the links of other pages. */
export function collectFiles(
  site: PublicationSite,
  onPage: (done: number, total: number, path: string) => void = () => {},
): Collection {
  const left: string[] = [];
  const found = eachOnce(collect(site, onPage, left));
  // An object store has no folders: a page there may have other files below it.
  return { left, files: site.layout === 'folders' ? withoutClashes(found, left) : found };
}

async function* collect(
  site: PublicationSite,
  onPage: (done: number, total: number, path: string) => void,
  left: string[],
) {
  for (const address of site.assets) yield* fileAt(site, { address, kind: 'asset' }, left);
  for (const address of site.rootFiles) yield* fileAt(site, { address, kind: 'other' }, left);
  const seen = new Set(await firstAddresses(site));
  let done = 0;
  // The set grows during the loop: each page adds the addresses that it links to.
  for (const url of seen) {
    yield* at(site, url, seen, left);
    done += 1;
    onPage(done, seen.size, url);
  }
  const missing = await site.ask(NOTHING);
  yield file('404.html', 'page', missing);
  const redirects = await publishedRedirects(site);
  for (const { from, to } of redirects) {
    const key = from.includes('?') ? null : keyOf(from, site.layout, true);
    if (isSameFile(from, to)) yield* fileAt(site, { address: to, as: from, kind: 'other' }, left);
    else if (key !== null && /^[^.]*$|\.html?$/.test(from)) yield redirectFile(key, new URL(to, site.siteUrl).href);
    else left.push(`${from}: leads to ${to}, which no file can do`);
  }
  for (const [address, text] of await buildSearchIndex(site)) {
    yield textFile(address, 'other', text, 'application/json; charset=utf-8');
  }
  const { headers } = await site.ask('/');
  // Hosts that send headers get the whole policy, which names the same sources as the pages' own.
  yield textFile('/_headers', 'other', headersFile(headers));
  yield textFile('/_redirects', 'other', redirectsFile(redirects));
  yield textFile('/published-redirects.nginx', 'other', nginxMaps(redirects));
  // Without this file GitHub would leave out all names that begin with a dot, the contact for security among them.
  yield textFile('/.nojekyll', 'other', '');
}

/** Returns the addresses at which the crawl begins: all that exist, also those to which no page links. */
async function firstAddresses({ services, indexNowKey }: PublicationSite): Promise<string[]> {
  const lists = await listAddresses(services);
  const categories = (await services.categories.list()).map(({ slug }) => categoryPath(slug));
  const posts = (await services.posts.addresses()).map(({ slug }) => postPath(slug));
  const withFeeds = [
    '',
    ...new Set([...categories, ...lists.filter((path) => /^\/(category|tag|author)\//.test(path))]),
  ];
  return [
    ...PAGES,
    ...landingPages.map(({ path }) => path),
    ...new Set([...categories, ...lists]),
    ...posts,
    ...withFeeds.flatMap(feedPaths),
    ...FILES,
    SECURITY,
    ...(indexNowKey === undefined ? [] : [`/${indexNowKey}.txt`]),
  ];
}

/** Yields the file for an address of the server, and adds to `seen` the addresses that it links to. */
async function* at(
  site: PublicationSite,
  url: string,
  seen: Set<string>,
  left: string[],
): AsyncGenerator<FileToPublish> {
  const { siteUrl, layout } = site;
  const isPage = parsePageUrl(url).screen !== 'not-found';
  const answer = isPage ? await site.ask(url) : await led(site, url);
  const add = (href: string) => {
    const address = serverAddress(href, siteUrl);
    if (address !== null) seen.add(address);
  };
  // A redirect of a page is part of the list of redirects.
  if (answer.location !== '') return add(answer.location);
  if (answer.status !== 200) {
    if (answer.status >= 500) throw new Error(`${url} could not be made: the server answers ${answer.status}`);
    return;
  }
  const isHtml = HTML.test(answer.type);
  // A page that is not for search engines is not for everybody: a post may link to the secret address of a draft.
  if (isHtml && answer.headers['x-robots-tag'] !== undefined) return;
  const key = keyOf(isHtml ? publishedPath(url) : url, layout, isHtml);
  if (key === null) {
    left.push(`${url}: no file can be called so`);
    return;
  }
  const text = isHtml || /xml/.test(answer.type) ? answer.bytes.toString() : '';
  for (const href of isHtml ? referencesIn(text) : url.startsWith('/sitemap') ? locationsIn(text) : []) add(href);
  yield file(key, isHtml ? 'page' : /^\/(uploads|og)\//.test(url) ? 'picture' : 'other', answer);
}

/**
 * Returns the answer at an address, or at the one to which it redirects: a name with a file ending cannot hold a page
 * that redirects.
 */
async function led({ ask, siteUrl }: PublicationSite, url: string): Promise<Answer> {
  let answer = await ask(url);
  for (let times = 0; times < MOST_LED && answer.location !== '' && /\.\w+$/.test(url); times += 1) {
    const next = serverAddress(answer.location, siteUrl);
    if (next === null) return answer;
    answer = await ask(next);
  }
  return answer;
}

interface WantedFile {
  address: string;
  /** The address at which it is published; its own when absent. */
  as?: string;
  kind: FileKind;
}

async function* fileAt(
  site: PublicationSite,
  { address, as = address, kind }: WantedFile,
  left: string[],
): AsyncGenerator<FileToPublish> {
  const answer = await site.ask(address);
  const key = keyOf(as, site.layout, false);
  if (answer.status === 200 && key !== null) yield file(key, kind, answer);
  else left.push(`${as}: the server answers ${answer.status}`);
}

function file(key: string, kind: FileKind, { bytes, type }: Answer): FileToPublish {
  const isFixed = kind === 'asset' || kind === 'picture';
  return { key, kind, bytes, labels: { type, cacheControl: isFixed ? FOREVER : ASKED_AGAIN } };
}

function textFile(address: string, kind: FileKind, text: string, type = 'text/plain; charset=utf-8'): FileToPublish {
  return { key: address.slice(1), kind, bytes: Buffer.from(text), labels: { type, cacheControl: ASKED_AGAIN } };
}

function redirectFile(key: string, to: string): FileToPublish {
  const labels = { type: 'text/html; charset=utf-8', cacheControl: ASKED_AGAIN, redirect: to };
  return { key, kind: 'page', bytes: Buffer.from(redirectPage(to)), labels };
}

/** Yields each key once: the first file with a key wins. */
async function* eachOnce(files: AsyncIterable<FileToPublish>): AsyncGenerator<FileToPublish> {
  const taken = new Set<string>();
  for await (const each of files) {
    if (taken.has(each.key)) continue;
    taken.add(each.key);
    yield each;
  }
}

/** Leaves out keys that would be a file and a folder at once: the first one wins. */
async function* withoutClashes(files: AsyncIterable<FileToPublish>, left: string[]): AsyncGenerator<FileToPublish> {
  const taken = new Set<string>();
  const folders = new Set<string>();
  for await (const each of files) {
    const above = foldersOf(each.key);
    if (folders.has(each.key) || above.some((folder) => taken.has(folder))) {
      left.push(`/${each.key}: its place is taken`);
      continue;
    }
    taken.add(each.key);
    for (const folder of above) folders.add(folder);
    yield each;
  }
}

function foldersOf(key: string): string[] {
  const names = key.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

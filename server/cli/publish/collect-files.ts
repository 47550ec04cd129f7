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

/** Pages that are there whatever the site holds. */
const PAGES = ['/', '/about', '/privacy', '/terms', '/contact', '/follow', '/search'];
/** What programs read. One that the site has not is left out. */
const FILES = ['/robots.txt', '/sitemap.xml', '/llms.txt', '/opensearch.xml', '/manifest.webmanifest', '/share.png'];
const SECURITY = '/.well-known/security.txt';
/** An address at which nothing ever is. */
const NOTHING = '/404';
const HTML = /^text\/html\b/;
/** How often an answer leads on before what it leads to is what stands there. */
const MOST_LED = 3;

const FOREVER = 'public, max-age=31536000, immutable';
/** Each page may be another at any time; a browser asks whether it is. */
const ASKED_AGAIN = 'no-cache';

export interface Collection {
  files: AsyncGenerator<FileToPublish>;
  /** Known when all files were given: addresses that are no file here, and why, in words. */
  readonly left: string[];
}

/** Gives every file of a published site, each key once, pages as they are found by the links of others. */
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
  // Grows while it is gone through: each page adds what it leads to.
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
  // Hosts that send headers are given the whole policy, which names the same.
  yield textFile('/_headers', 'other', headersFile(headers));
  yield textFile('/_redirects', 'other', redirectsFile(redirects));
  yield textFile('/published-redirects.nginx', 'other', nginxMaps(redirects));
  // GitHub would leave out what begins with a dot, the contact for security among it.
  yield textFile('/.nojekyll', 'other', '');
}

/** Where the crawl begins: what there is, also where no page leads to it. */
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

/** What stands at an address of the server, and adds to `seen` what it leads to. */
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
  // Where a page leads on, the list of redirects has it.
  if (answer.location !== '') return add(answer.location);
  if (answer.status !== 200) {
    if (answer.status >= 500) throw new Error(`${url} could not be made: the server answers ${answer.status}`);
    return;
  }
  const isHtml = HTML.test(answer.type);
  // What is not for search engines is not for everybody: a draft whose secret address stands in a post.
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

/** The answer at an address, or at the one it leads to: under a name with an ending no page can stand that leads on. */
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
  /** The address it is published at; its own when absent. */
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

/** Each key once: the first that comes has it. */
async function* eachOnce(files: AsyncIterable<FileToPublish>): AsyncGenerator<FileToPublish> {
  const taken = new Set<string>();
  for await (const each of files) {
    if (taken.has(each.key)) continue;
    taken.add(each.key);
    yield each;
  }
}

/** None that is a file and a folder both: the first that comes has the place. */
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

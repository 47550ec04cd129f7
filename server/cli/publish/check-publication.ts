import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { isBuiltFile } from '#server/paths.ts';
import {
  type Layout,
  type PublicationManifest,
  readManifest,
} from '#server/services/publication/publication-manifest.ts';
import type { Ask } from './ask-app.ts';
import { linksIn, referencesIn } from './page-references.ts';
import { keyOf, serverAddress } from './published-address.ts';

export interface CheckOptions {
  store: BlobStore;
  siteId: string;
  siteUrl: string;
  writer: string;
  /** Asks the site's own server, with whose pages the published ones are compared. */
  askServer: Ask;
  /** The keys whose bytes are read back and compared with the manifest; all when absent. */
  only?: readonly string[] | undefined;
  onPage?: ((done: number, total: number, path: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Checked {
  /** The number of files whose bytes were compared, and of pages that were compared with the server's. */
  files: number;
  pages: number;
  /** The faults in words; empty when all is well. */
  faults: string[];
}

/**
 * Checks a published site as its readers see it: reads its files back, follows the links from page to page, and
 * compares each page with the server's. Throws BlobFault where the site is not published.
 */
export async function checkPublication(options: CheckOptions): Promise<Checked> {
  const { store, siteId, signal } = options;
  const manifest = (await readManifest(store))?.value;
  if (manifest === undefined || manifest.siteId !== siteId)
    throw new BlobFault('misplaced', `This site is not published in ${store.address}.`);
  const faults: string[] = [];
  const keys = (options.only ?? Object.keys(manifest.files)).filter((key) => manifest.files[key]);
  for (const key of keys) {
    signal?.throwIfAborted();
    const fault = await faultOfFile(store, key, manifest);
    if (fault) faults.push(fault);
  }
  const pages = await crawl(options, manifest, faults);
  return { files: keys.length, pages, faults };
}

async function faultOfFile(store: BlobStore, key: string, { files }: PublicationManifest): Promise<string | null> {
  const found = await store.get(key);
  if (!found) return `${key} is not there`;
  try {
    const sum = createHash('sha256')
      .update(await buffer(found.body))
      .digest('hex');
    return sum === files[key]?.sha256 ? null : `${key} has other bytes than were published`;
  } catch (error) {
    if (!(error instanceof BlobFault)) throw error;
    return `${key} cannot be read: ${error.message}`;
  }
}

/** Visits all pages that a reader can reach from the front page, and those that the manifest names. */
async function crawl(options: CheckOptions, manifest: PublicationManifest, faults: string[]): Promise<number> {
  const { store, siteUrl, writer, askServer, onPage, signal } = options;
  const { layout } = manifest;
  const host = createStaticHost(store, layout);
  const seen = new Set(['/', ...pagesOf(manifest)]);
  let pages = 0;
  let done = 0;
  // The set grows during the loop.
  for (const path of seen) {
    signal?.throwIfAborted();
    const answer = await host(path);
    const server = serverAddress(path, siteUrl) ?? path;
    done += 1;
    onPage?.(done, seen.size, path);
    if (answer.status === 404) {
      const { status } = await askServer(server);
      // A link to something that the server does not have either is a fault of the post, not of the publication.
      if (status < 400) faults.push(`${path} has no file, and the server has a page there`);
      continue;
    }
    if (!answer.key?.endsWith('.html') && !(layout === 'exact' && looksLikeHtml(answer.bytes))) continue;
    const html = answer.bytes.toString();
    for (const href of [...linksIn(html), ...referencesIn(html)]) addTo(seen, href, siteUrl);
    const theirs = await askServer(server);
    // Where the server redirects, the publication has its own page.
    if (theirs.location !== '') continue;
    pages += 1;
    if (asServed(html, writer) !== theirs.bytes.toString())
      faults.push(`${path} is not as the server shows it now: publish once more`);
  }
  return pages;
}

/**
 * The answer of a host of files. `key` is the file's key; null when there is no file: then `bytes` are the page that
 * says so.
 */
interface HostAnswer {
  status: 200 | 404;
  key: string | null;
  bytes: Buffer;
}

/**
 * Answers as a plain host of published files does: with the file of exactly that name, else with the index of the
 * folder (nginx: `try_files $uri $uri/index.html =404`); in an object store with the key alone, and the index for "/".
 */
function createStaticHost(store: BlobStore, layout: Layout): (path: string) => Promise<HostAnswer> {
  const read = async (key: string | null): Promise<Buffer | null> => {
    const found = key === null ? null : await store.get(key);
    return found && buffer(found.body);
  };
  return async (path) => {
    for (const key of new Set([keyOf(path, layout, false), keyOf(path, layout, true)])) {
      const bytes = await read(key);
      if (bytes) return { status: 200, key, bytes };
    }
    return { status: 404, key: null, bytes: (await read('404.html')) ?? Buffer.alloc(0) };
  };
}

/**
 * Converts a published page to the form in which its server shows it, without the parts that a page on another host
 * needs. The result must be the same to the byte; otherwise the page is not the current one. `writer` is the origin
 * that receives what readers send.
 */
function asServed(html: string, writer: string): string {
  return html
    .replace(/<meta http-equiv="Content-Security-Policy" content="[^"]*"\/>/i, '')
    .replace(` data-writer="${writer}"`, '')
    .replaceAll(` action="${writer}/`, ' action="/')
    .replaceAll(` href="${writer}/admin"`, ' href="/admin"')
    .replaceAll(`,"writer":"${writer}"`, '')
    .replace(/(<meta name="later" content="[^"]*?) \/assets\/published-search[^ "]*/, '$1')
    .replace(
      /<button type="submit"( class="[^"]*" aria-pressed="[^"]*") formAction="\/category\/([^"]*)"/g,
      (_, rest: string, slug: string) =>
        `<button type="submit" value="${decodeURIComponent(slug)}"${rest} name="category"`,
    )
    .replace(/<p class="scripts-off [^>]*>.*?<\/p>/s, '')
    .replace(
      /((?:href|content)="[^"]*?)(\/?)\/page\/([1-9]\d*)(?=[#"])/g,
      (_, before: string, slash: string, page: string) => {
        const isFront = /="(?:https?:\/\/[^/"]+)?$/.test(before);
        return `${before}${slash}${isFront ? '/' : ''}?page=${page}`;
      },
    );
}

/** Returns the paths of the pages that a manifest names, also of those to which no page links. */
function pagesOf({ files, layout }: PublicationManifest): string[] {
  const keys = Object.keys(files).filter((key) => files[key]?.type.startsWith('text/html') && key !== '404.html');
  const index = layout === 'folders' ? /(?:^|\/)index\.html$/ : /^index\.html$/;
  return keys.map((key) => encodeURI(`/${key.replace(index, '')}`));
}

const looksLikeHtml = (bytes: Buffer) => bytes.subarray(0, 15).toString().toLowerCase() === '<!doctype html>';

function addTo(seen: Set<string>, href: string, siteUrl: string): void {
  if (!URL.canParse(href, `${siteUrl}/`)) return;
  const url = new URL(href, `${siteUrl}/`);
  const isOurs = url.origin === new URL(siteUrl).origin;
  // Addresses that belong to the server alone are not followed.
  if (isOurs && (isBuiltFile(url.pathname) || serverAddress(href, siteUrl) !== null)) seen.add(url.pathname);
}

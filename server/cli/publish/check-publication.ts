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
  /** Asks the site's own server, of whose pages the published ones are. */
  askServer: Ask;
  /** Keys whose bytes are read back and compared with the manifest; all when absent. */
  only?: readonly string[] | undefined;
  onPage?: ((done: number, total: number, path: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Checked {
  /** Files whose bytes were compared, and pages that were compared with the server's. */
  files: number;
  pages: number;
  /** In words; none is well. */
  faults: string[];
}

/**
 * Looks at a published site as its readers do: reads its files back, goes from page to page by the links, and compares each
 * page with the server's. Throws BlobFault where nothing of the site is published there.
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

/** Goes through all pages that a reader can come to from the front page, and through those that the manifest names. */
async function crawl(options: CheckOptions, manifest: PublicationManifest, faults: string[]): Promise<number> {
  const { store, siteUrl, writer, askServer, onPage, signal } = options;
  const { layout } = manifest;
  const host = createStaticHost(store, layout);
  const seen = new Set(['/', ...pagesOf(manifest)]);
  let pages = 0;
  let done = 0;
  // Grows while it is gone through.
  for (const path of seen) {
    signal?.throwIfAborted();
    const answer = await host(path);
    const server = serverAddress(path, siteUrl) ?? path;
    done += 1;
    onPage?.(done, seen.size, path);
    if (answer.status === 404) {
      const { status } = await askServer(server);
      // What a post leads to and the server has not either is the post's matter.
      if (status < 400) faults.push(`${path} has no file, and the server has a page there`);
      continue;
    }
    if (!answer.key?.endsWith('.html') && !(layout === 'exact' && looksLikeHtml(answer.bytes))) continue;
    const html = answer.bytes.toString();
    for (const href of [...linksIn(html), ...referencesIn(html)]) addTo(seen, href, siteUrl);
    const theirs = await askServer(server);
    // A page that leads on is the publication's own.
    if (theirs.location !== '') continue;
    pages += 1;
    if (asServed(html, writer) !== theirs.bytes.toString())
      faults.push(`${path} is not as the server shows it now: publish once more`);
  }
  return pages;
}

/** What a host of files answers. `key` is the file's, null where there is none: then it is the page that says so. */
interface HostAnswer {
  status: 200 | 404;
  key: string | null;
  bytes: Buffer;
}

/**
 * Answers as a plain host of published files does: the file of the very name, else the index of the folder (nginx:
 * `try_files $uri $uri/index.html =404`); in an object store the key alone, and the index for "/".
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
 * A published page as the server that made it shows it: without what a page needs that lies elsewhere than its server. The
 * rest of it is the same to the byte, or it is not the current page. `writer` is the origin that takes what readers send.
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

/** The paths of the pages a manifest names, also of those to which no page leads. */
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
  // What begins as the server's alone leads nowhere here.
  if (isOurs && (isBuiltFile(url.pathname) || serverAddress(href, siteUrl) !== null)) seen.add(url.pathname);
}

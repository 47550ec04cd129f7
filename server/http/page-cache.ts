import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { edgeHeaders, NOT_FOR_EDGES } from './edge-headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A rendered page ready to be written. */
export interface CachedPage {
  readonly status: number;
  readonly etag: string;
  /** The generation of the cache at which the page was true: that of its reading, or of a later look at `dependsOn`. */
  generation: number;
  /** What the page is made from: tags with spaces between. A page that names nothing ends with the next drop of anything. */
  readonly dependsOn: string;
  /** Headers common to every answer with this page, without encoding, length and etag. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since 1970 after which the page is rendered anew: the end of the year, for dates leave this year out. */
  expiresAt: number;
  hits: number;
  answers: Partial<Record<Encoding, CachedAnswer>>;
  /** The plain bytes, while somebody who asked for them has not yet taken them. */
  plain: WeakRef<Buffer> | null;
  isBest: boolean;
}

interface CachedAnswer {
  readonly body: Buffer;
  /** Name, value, name, value …: what `writeHead` takes, made once. */
  readonly headers: string[];
  readonly notModified: string[];
}

/** When a page began to be made: its data is read after this. */
export type Beginning = Readonly<Pick<CachedPage, 'generation' | 'expiresAt'>>;

/** What a page is cached with. */
type NewPage = Pick<CachedPage, 'status' | 'headers' | 'dependsOn'> & Beginning;

interface PageCacheOptions {
  /** Most bytes cached; the least recently used page goes first. */
  maxBytes: number;
  now: () => number;
  /** Whether an edge in front keeps pages too and is told what to drop; false when absent. */
  hasEdge?: boolean;
}

/** Tags that are known to have been dropped; beyond so many, everything is dropped once and the list begins anew. */
const MOST_DROPPED = 20_000;

/** Hits after which a page is worth the slow, best compression (brotli 11, in the thread pool). */
const HITS_WORTH_BEST = 50;
const compressBest = promisify(brotliCompress);

let lastAccept: string | undefined;
let lastEncoding: Encoding = 'identity';

/**
 * br where the client takes it, else gzip, else plain. `q=0` refuses; finer weights make no difference here. Most
 * browsers say the same words, so the last answer is cached: reading them costs 3 % of a cached page.
 */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (accept !== lastAccept) {
    lastAccept = accept;
    lastEncoding = readEncoding(accept);
  }
  return lastEncoding;
}

function readEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept)) return 'gzip';
  return 'identity';
}

/** Bytes of the block zlib answers in: a page fits in one, and what is thrown away with each answer stays small. */
const CHUNK = 16 * 1024;

const brotliOptions = (quality: number, size: number) => ({
  chunkSize: CHUNK,
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

/**
 * Rendered pages in memory, compressed, by canonical path and query (docs/rules.md, "Cached pages"). Each page names the
 * tags it depends on, each drop raises the generation and is noted with its tags. A page of an older generation is looked
 * at once: it is true still when none of its tags was dropped since. So a drop costs nothing for pages, however many are
 * kept, and a page whose data was read before a drop is never answered after it. Nothing rendered for a session comes
 * here.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #options: PageCacheOptions;
  /** The generation in which each tag was dropped last, since everything was. */
  readonly #dropped = new Map<string, number>();
  #generation = 1;
  #allDropped = 1;
  hits = 0;
  misses = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: pageBytes });
  }

  /** Rises with every drop. */
  get generation(): number {
    return this.#generation;
  }

  /** Milliseconds since 1970, by the clock pages expire by. */
  get now(): number {
    return this.#options.now();
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  get pages(): number {
    return this.#pages.size;
  }

  /** What a page is cached with, read before its data is: what is dropped from here on makes it stale. */
  begin(): Beginning {
    return { generation: this.#generation, expiresAt: endOfYear(this.#options.now()) };
  }

  /** Every page that depends on one of these is rendered anew at its next request. */
  drop(tags: Iterable<string>): void {
    const next = this.#generation + 1;
    for (const tag of tags) {
      this.#dropped.set(tag, next);
      this.#generation = next;
    }
    if (this.#dropped.size > MOST_DROPPED) this.invalidate();
  }

  /** Anything may have changed: every page cached so far is rendered anew at its next request. */
  invalidate(): void {
    this.#generation += 1;
    this.#allDropped = this.#generation;
    this.#dropped.clear();
  }

  /** The page under `key` when it is still true, else undefined. */
  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key);
    if (!page || page.expiresAt <= this.#options.now()) return undefined;
    if (page.generation === this.#generation) return page;
    if (!this.#isTrue(page)) {
      this.#pages.delete(key);
      return undefined;
    }
    page.generation = this.#generation;
    return page;
  }

  /** Keeps a page, unless what it was made from was dropped meanwhile. */
  put(key: string, html: string, page: NewPage, first: Encoding): CachedPage {
    if (!this.#isTrue(page)) return this.prepare(html, page, first);
    const cached = this.#make(html, page, first, this.#options.hasEdge ? edgeHeaders(page.dependsOn) : {});
    this.#pages.set(key, cached);
    return cached;
  }

  /** A page ready to be written that is kept nowhere, not by an edge that nobody tells either. */
  prepare(html: string, page: NewPage, first: Encoding): CachedPage {
    return this.#make(html, page, first, NOT_FOR_EDGES);
  }

  #isTrue({ generation, dependsOn }: NewPage): boolean {
    if (generation === this.#generation) return true;
    if (generation < this.#allDropped || dependsOn === '') return false;
    return dependsOn.split(' ').every((tag) => (this.#dropped.get(tag) ?? 0) <= generation);
  }

  #make(html: string, page: NewPage, first: Encoding, more: Readonly<Record<string, string>>): CachedPage {
    const body = utf8(html);
    // Weak, because one tag stands for all encodings of the page (RFC 9110 §8.8.1).
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const cached: CachedPage = {
      ...page,
      headers: { ...page.headers, ...more },
      etag,
      hits: 0,
      answers: {},
      plain: null,
      isBest: false,
    };
    // Compressed at once, so that the plain body is not what the memory is spent on.
    const encoding = first === 'identity' ? 'gzip' : first;
    cached.answers[encoding] = answer(cached, encoding, compress(body, encoding));
    return cached;
  }

  /** The page may be answered for `milliseconds` more at the most. */
  expireWithin(key: string, milliseconds: number): void {
    const page = this.#pages.peek(key);
    if (page) page.expiresAt = Math.min(page.expiresAt, this.#options.now() + milliseconds);
  }

  /** The bytes and headers for one encoding, made when first asked for; counts the hit. */
  answerFor(key: string, page: CachedPage, encoding: Encoding): CachedAnswer {
    page.hits += 1;
    if (page.hits === HITS_WORTH_BEST && encoding === 'br') this.#improve(key, page);
    const ready = page.answers[encoding];
    if (ready) return ready;
    if (encoding === 'identity') return answer(page, encoding, sharedPlainBody(page));
    const made = answer(page, encoding, compress(plainBody(page), encoding));
    page.answers[encoding] = made;
    if (this.#pages.peek(key) === page) this.#pages.set(key, page);
    return made;
  }

  #improve(key: string, page: CachedPage): void {
    const plain = plainBody(page);
    compressBest(plain, brotliOptions(11, plain.length)).then(
      (body) => {
        if (body.length < (page.answers.br?.body.length ?? Infinity))
          page.answers.br = answer(page, 'br', ownBytes(body));
        page.isBest = true;
        if (this.#pages.peek(key) === page) this.#pages.set(key, page);
      },
      // The page stays as it was, only larger; nothing a reader or the owner could do about it.
      () => undefined,
    );
  }
}

/** The first moment of the next year, UTC. */
function endOfYear(now: number): number {
  return Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1);
}

/** Where a page's bytes stand while it is compressed. One for all: a new one for each page is garbage V8 sees late. */
const scratch = Buffer.allocUnsafeSlow(512 * 1024);

/** `html` as bytes that hold until the next call. */
function utf8(html: string): Buffer {
  return Buffer.byteLength(html) > scratch.length ? Buffer.from(html) : scratch.subarray(0, scratch.write(html));
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return ownBytes(brotliCompressSync(body, brotliOptions(5, body.length)));
  if (encoding === 'gzip') return ownBytes(gzipSync(body, { chunkSize: CHUNK, level: 6 }));
  return body;
}

/** A page that is not cached, in the best encoding the client takes. */
export function compressOnce(html: string, accept: string | undefined): { encoding: Encoding; body: Buffer } {
  const encoding = chooseEncoding(accept);
  const body = utf8(html);
  return { encoding, body: encoding === 'identity' ? Buffer.from(body) : compress(body, encoding) };
}

/** What zlib gives is the beginning of a larger block, which would be cached whole. */
function ownBytes(compressed: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(own);
  return own;
}

function plainBody(page: CachedPage): Buffer {
  const { gzip, br } = page.answers;
  if (gzip) return gunzipSync(gzip.body);
  if (br) return brotliDecompressSync(br.body);
  throw new Error('A cached page holds at least one encoding');
}

/**
 * The plain bytes for the rare client without compression: not cached, but one copy for all answers under way. Else readers who ask
 * for a page many times and take nothing would hold a copy each.
 */
function sharedPlainBody(page: CachedPage): Buffer {
  const shared = page.plain?.deref();
  if (shared) return shared;
  const body = plainBody(page);
  page.plain = new WeakRef(body);
  return body;
}

/** What a page holds beside its bodies: its headers' texts and lists, its place in the cache (measured). */
const BYTES_BESIDE = 2400;

function pageBytes(page: CachedPage): number {
  let bytes = BYTES_BESIDE + page.dependsOn.length;
  for (const made of Object.values(page.answers)) bytes += made.body.length;
  return bytes;
}

function answer(page: CachedPage, encoding: Encoding, body: Buffer): CachedAnswer {
  const { 'content-type': type, ...common } = page.headers;
  const notModified = [...Object.entries(common).flat(), 'etag', page.etag];
  const headers = [...notModified, 'content-length', String(body.length)];
  if (type !== undefined) headers.push('content-type', type);
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  return { body, headers, notModified };
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { edgeHeaders, NOT_FOR_EDGES } from './edge-headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A rendered page, ready to be written. */
export interface CachedPage {
  readonly status: number;
  readonly etag: string;
  /**
   * The generation of the cache at which the page was known to be valid: when its data was read, or when `dependsOn`
   * was last checked.
   */
  generation: number;
  /**
   * The tags that the page depends on, separated by spaces. A page that names none becomes stale with the next drop of
   * anything.
   */
  readonly dependsOn: string;
  /** Headers common to every answer with this page, without encoding, length and etag. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The time, in milliseconds since 1970, after which the page is rendered again: the end of the year, because dates
   * leave out the present year.
   */
  expiresAt: number;
  hits: number;
  answers: Partial<Record<Encoding, CachedAnswer>>;
  /** The plain bytes, while an answer that contains them is still being sent. */
  plain: WeakRef<Buffer> | null;
  isBest: boolean;
}

interface CachedAnswer {
  readonly body: Buffer;
  /** Name, value, name, value …: the form that `writeHead` accepts, made once. */
  readonly headers: string[];
  readonly notModified: string[];
}

/** The state of the cache when the making of a page began; the page's data is read after this. */
export type Beginning = Readonly<Pick<CachedPage, 'generation' | 'expiresAt'>>;

/** The facts with which a page is cached. */
type NewPage = Pick<CachedPage, 'status' | 'headers' | 'dependsOn'> & Beginning;

interface PageCacheOptions {
  /** The most bytes cached; the least recently used page is evicted first. */
  maxBytes: number;
  now: () => number;
  /** Whether an edge in front also caches pages and is told which to drop; false when absent. */
  hasEdge?: boolean;
}

/** The most tags whose drops are remembered; with more, everything is dropped once and the list begins anew. */
const MOST_DROPPED = 20_000;

/** The number of hits after which a page is worth the slow, best compression (brotli 11, in the thread pool). */
const HITS_WORTH_BEST = 50;
const compressBest = promisify(brotliCompress);

let lastAccept: string | undefined;
let lastEncoding: Encoding = 'identity';

/**
 * br when the client accepts it, else gzip, else plain. `q=0` refuses an encoding; finer weights make no difference
 * here. Most browsers send the same header, so the last answer is cached: reading the header takes 3 % of the cost of a
 * cached page.
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

/**
 * The size, in bytes, of the blocks that zlib returns: a page fits into one, and little memory is discarded with each
 * answer.
 */
const CHUNK = 16 * 1024;

const brotliOptions = (quality: number, size: number) => ({
  chunkSize: CHUNK,
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

/**
 * Rendered pages in memory, compressed, by canonical path and query (docs/rules.md, "Cached pages"). Each page names
 * the tags that it depends on; each drop raises the generation and is recorded with its tags. A page of an older
 * generation is checked once: it is still valid when none of its tags was dropped since. So a drop costs the same
 * however many pages are cached, and a page whose data was read before a drop is never answered after it. Pages
 * rendered for a session are never cached here.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #options: PageCacheOptions;
  /** The generation in which each tag was last dropped, since the last drop of everything. */
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

  /** Milliseconds since 1970, by the clock that decides when pages expire. */
  get now(): number {
    return this.#options.now();
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  get pages(): number {
    return this.#pages.size;
  }

  /**
   * The generation and expiry of a new page, to be taken before the page's data is read: a later drop makes the page
   * stale.
   */
  begin(): Beginning {
    return { generation: this.#generation, expiresAt: endOfYear(this.#options.now()) };
  }

  /** Drops every page that depends on one of these tags: it is rendered again at its next request. */
  drop(tags: Iterable<string>): void {
    const next = this.#generation + 1;
    for (const tag of tags) {
      this.#dropped.set(tag, next);
      this.#generation = next;
    }
    if (this.#dropped.size > MOST_DROPPED) this.invalidate();
  }

  /** Drops every page cached so far, because anything may have changed: each is rendered again at its next request. */
  invalidate(): void {
    this.#generation += 1;
    this.#allDropped = this.#generation;
    this.#dropped.clear();
  }

  /** The page under `key` when it is still valid, else undefined. */
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

  /** Caches a page, unless something that it depends on was dropped in the meantime. */
  put(key: string, html: string, page: NewPage, first: Encoding): CachedPage {
    if (!this.#isTrue(page)) return this.prepare(html, page, first);
    const cached = this.#make(html, page, first, this.#options.hasEdge ? edgeHeaders(page.dependsOn) : {});
    this.#pages.set(key, cached);
    return cached;
  }

  /** A page ready to be written that is cached nowhere, not even by an edge, which nobody would tell to drop it. */
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
    // Compressed at once, so that no memory is spent on the plain body.
    const encoding = first === 'identity' ? 'gzip' : first;
    cached.answers[encoding] = answer(cached, encoding, compress(body, encoding));
    return cached;
  }

  /** Lets a page expire after at most `milliseconds` more. */
  expireWithin(key: string, milliseconds: number): void {
    const page = this.#pages.peek(key);
    if (page) page.expiresAt = Math.min(page.expiresAt, this.#options.now() + milliseconds);
  }

  /** The bytes and headers for one encoding, made when first requested; counts the hit. */
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
      // On a failure the page stays as it was, only larger; neither a reader nor the owner could do anything about it.
      () => undefined,
    );
  }
}

/** The first moment of the next year, UTC. */
function endOfYear(now: number): number {
  return Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1);
}

/**
 * The buffer for a page's bytes while it is compressed. One for all pages: a new buffer for each would be garbage that
 * V8 notices late.
 */
const scratch = Buffer.allocUnsafeSlow(512 * 1024);

/** `html` as bytes that are valid until the next call. */
function utf8(html: string): Buffer {
  return Buffer.byteLength(html) > scratch.length ? Buffer.from(html) : scratch.subarray(0, scratch.write(html));
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return ownBytes(brotliCompressSync(body, brotliOptions(5, body.length)));
  if (encoding === 'gzip') return ownBytes(gzipSync(body, { chunkSize: CHUNK, level: 6 }));
  return body;
}

/** A page that is not cached, in the best encoding that the client accepts. */
export function compressOnce(html: string, accept: string | undefined): { encoding: Encoding; body: Buffer } {
  const encoding = chooseEncoding(accept);
  const body = utf8(html);
  return { encoding, body: encoding === 'identity' ? Buffer.from(body) : compress(body, encoding) };
}

/** Copies the result of zlib, which is the beginning of a larger block that would be cached as a whole. */
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
 * The plain bytes for the rare client without compression: not cached, but one copy for all answers under way.
 * Otherwise readers who request a page many times without reading the answers would hold a copy each.
 */
function sharedPlainBody(page: CachedPage): Buffer {
  const shared = page.plain?.deref();
  if (shared) return shared;
  const body = plainBody(page);
  page.plain = new WeakRef(body);
  return body;
}

/**
 * The bytes of a page other than its bodies: the texts and lists of its headers, and its entry in the cache (measured).
 */
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

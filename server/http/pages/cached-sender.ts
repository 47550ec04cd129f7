import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsMarkdown } from '#server/http/accepts-markdown.ts';
import { ASKED_BY, untilNextSecond, withoutEdges } from '#server/http/edge-headers.ts';
import { hasTwoHosts, type KnowsHost } from '#server/http/known-hosts.ts';
import { type CachedPage, chooseEncoding, type PageCache } from '#server/http/page-cache.ts';
import { createHitLog } from '#server/http/request-log.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import type { DependsOn, PageTag } from './page-tags.ts';

/** A text answer that can be cached in the page cache with the pages: feeds, sitemap. */
export interface TextPage {
  status: number;
  type: string;
  text: string;
  /** False for a page whose lists are empty (`?page=` and `?category=` make any number of addresses) or failed. */
  isCacheable?: boolean;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A page, and where it is cached. */
interface FoundPage {
  cache: PageCache;
  key: string;
  page: CachedPage;
}

/** Writes a cached page, whose headers and compressed body exist already. */
function writePage(request: IncomingMessage, response: ServerResponse, { cache, key, page }: FoundPage): void {
  const { headers, method, url = '' } = request;
  const answer = cache.answerFor(key, page, chooseEncoding(headers['accept-encoding'] as string | undefined));
  const forAddress = (made: string[]) => {
    if (!isOwnAddress(key, url)) return withoutEdges(made);
    return headers[ASKED_BY] === 'nginx' ? [...made, ...untilNextSecond(cache.now)] : made;
  };
  if (page.status === 200 && matches(headers, page.etag)) {
    response.writeHead(304, forAddress(answer.notModified));
    response.end();
    return;
  }
  response.writeHead(page.status, forAddress(answer.headers));
  response.end(method === 'HEAD' ? undefined : answer.body);
}

/**
 * Whether a page is requested at the one address under which it is cached here. Any number of other addresses show it
 * ("/?x=1"): an edge that cached each could be filled with copies of one page until it has evicted all others.
 */
function isOwnAddress(key: string, url: string): boolean {
  return key === url || key.endsWith(` ${url}`);
}

/** Writes a cached page, bypassing Fastify's own sending. */
function writeCached({ request, reply }: Exchange, found: FoundPage): void {
  reply.hijack();
  writePage(request.raw, reply.raw, found);
}

function matches(headers: IncomingHttpHeaders, etag: string): boolean {
  const wanted = headers['if-none-match'];
  if (wanted === undefined) return false;
  return (
    wanted === etag ||
    wanted === '*' ||
    wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))
  );
}

/**
 * The headers that every cached page has in addition to its own: taken from the reply, which already has the security
 * headers.
 */
function cachedHeaders(reply: FastifyReply, type: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) headers[name] = String(value);
  }
  return {
    ...headers,
    'content-type': type,
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: varyOf(reply, 'accept-encoding, cookie'),
  };
}

/** The value of `Vary`: the headers in `names`, and the one that its route has set. */
export function varyOf(reply: FastifyReply, names: string): string {
  const own = reply.getHeader('vary');
  return own === undefined ? names : `${names}, ${own}`;
}

/**
 * Answers cached pages before Fastify processes the request, because its routing, request log and hooks would cost more
 * than the answer itself (decision 0004). A request that does not come through the server's own listener (`inject`, a
 * second address of "localhost") gets the same pages from its route, only more slowly.
 */
export function answerFromCache(app: FastifyInstance, cache: PageCache, knowsHost: KnowsHost): void {
  const logHit = createHitLog(app);
  const { server } = app;
  const fastify = server.listeners('request');
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { method, url } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    // While the server closes, Fastify tells clients to close the connection.
    const page = isRead && url && !isClosing && !mayCarrySession(request) ? cache.find(url) : undefined;
    if (url && page && knowsHost(request.headers.host) && !hasTwoHosts(request) && !wantsOtherForm(request)) {
      cache.hits += 1;
      writePage(request, response, { cache, key: url, page });
      logHit?.(request, response);
      return;
    }
    for (const listener of fastify) Reflect.apply(listener, server, [request, response]);
  });
}

/** A client that prefers Markdown may get another text at the same address: the route decides. */
function wantsOtherForm({ headers }: IncomingMessage): boolean {
  return acceptsMarkdown(headers.accept);
}

/** A request with a session cookie gets no cached page; whether the session is valid is checked later. */
function mayCarrySession({ headers }: IncomingMessage): boolean {
  return headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;
}

export type CachedSender = ReturnType<typeof createCachedSender>;
/**
 * Makes a text that can be cached, and names what it depends on: a text that names nothing is dropped with every drop.
 */
type MakeText = (dependsOn: DependsOn) => Promise<TextPage>;

/**
 * Sends a text through the cache. When no valid copy is cached, the text is made once for all requests that wait for
 * it.
 */
export function createCachedSender(cache: PageCache) {
  const underWay = new Map<string, Promise<MadeText>>();
  return async (request: FastifyRequest, reply: FastifyReply, key: string, make: MakeText) => {
    const cached = cache.find(key);
    if (cached) {
      cache.hits += 1;
      return writeCached({ request, reply }, { cache, key, page: cached });
    }
    cache.misses += 1;
    const beginning = cache.begin();
    const job = `${beginning.generation} ${key}`;
    const making = underWay.get(job) ?? takeDown(make);
    underWay.set(job, making);
    const made = await making.finally(() => underWay.delete(job));
    const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
    const { status, type, dependsOn } = made;
    const page = { ...beginning, status, headers: cachedHeaders(reply, type), dependsOn };
    // Only pages that exist are cached: the number of addresses without a page is unlimited.
    const isCacheable = made.status === 200 && made.isCacheable !== false;
    const ready = isCacheable ? cache.put(key, made.text, page, encoding) : cache.prepare(made.text, page, encoding);
    writeCached({ request, reply }, { cache, key, page: ready });
  };
}

interface MadeText extends TextPage {
  /** Tags, separated by spaces. */
  dependsOn: string;
}

async function takeDown(make: MakeText): Promise<MadeText> {
  const tags = new Set<PageTag>();
  const made = await make((...named) => {
    for (const tag of named) tags.add(tag);
  });
  return { ...made, dependsOn: [...tags].join(' ') };
}

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsMarkdown } from '#server/http/accepts-markdown.ts';
import { ASKED_BY, untilNextSecond, withoutEdges } from '#server/http/edge-headers.ts';
import { hasTwoHosts, type KnowsHost } from '#server/http/known-hosts.ts';
import { type CachedPage, chooseEncoding, type PageCache } from '#server/http/page-cache.ts';
import { createHitLog } from '#server/http/request-log.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import type { DependsOn, PageTag } from './page-tags.ts';

/** A text answer that can be cached in the page cache beside the pages: feeds, sitemap. */
export interface TextPage {
  status: number;
  type: string;
  text: string;
  /** False for a page whose lists are empty (`?page=` and `?category=` make addresses without number) or failed. */
  isCacheable?: boolean;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A page and where it is cached. */
interface FoundPage {
  cache: PageCache;
  key: string;
  page: CachedPage;
}

/** Writes a cached page: headers made once, body compressed already. */
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
 * Whether a page is asked for at the one address it is kept under here. There is no end of others that show it ("/?x=1"):
 * an edge that kept each could be filled with copies of one page until it has lost all the rest.
 */
function isOwnAddress(key: string, url: string): boolean {
  return key === url || key.endsWith(` ${url}`);
}

/** Writes a cached page past Fastify's own sending. */
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

/** Headers every cached page has beside its own: taken from the reply, where the security headers stand already. */
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

/** What an answer depends on: the headers in `names`, and the one its route has named. */
export function varyOf(reply: FastifyReply, names: string): string {
  const own = reply.getHeader('vary');
  return own === undefined ? names : `${names}, ${own}`;
}

/**
 * Answers cached pages before Fastify has looked at the request, because its routing, request log and hooks would cost
 * more than the answer itself (decision 0004). A request that does not come through the server's own listener
 * (`inject`, a second address of "localhost") gets the same pages from its route, only more slowly.
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
    // While the server closes, Fastify tells clients to go elsewhere.
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

/** Who wants Markdown may get another text at the same address: the route decides. */
function wantsOtherForm({ headers }: IncomingMessage): boolean {
  return acceptsMarkdown(headers.accept);
}

/** A request with a session cookie gets no kept page; whether the session is valid is checked later. */
function mayCarrySession({ headers }: IncomingMessage): boolean {
  return headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;
}

export type CachedSender = ReturnType<typeof createCachedSender>;
/** Makes a text that can be kept, and says what it depends on: one that says nothing is dropped with everything that is. */
type MakeText = (dependsOn: DependsOn) => Promise<TextPage>;

/**
 * Sends a text through the cache. Where no valid copy is cached the text is made, once for all requests that wait for it.
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
    // Only pages that exist are cached: there is no end of addresses that do not.
    const isCacheable = made.status === 200 && made.isCacheable !== false;
    const ready = isCacheable ? cache.put(key, made.text, page, encoding) : cache.prepare(made.text, page, encoding);
    writeCached({ request, reply }, { cache, key, page: ready });
  };
}

interface MadeText extends TextPage {
  /** Tags with spaces between. */
  dependsOn: string;
}

async function takeDown(make: MakeText): Promise<MadeText> {
  const tags = new Set<PageTag>();
  const made = await make((...named) => {
    for (const tag of named) tags.add(tag);
  });
  return { ...made, dependsOn: [...tags].join(' ') };
}

import { SITE_HEADER } from '#shared/contract/endpoint.ts';
import { uploadImage } from '#shared/contract/images.ts';
import { AGE_HEADER, UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CopyAnswers, Learner, PictureStore } from '../copy/index.ts';
import type { Log } from '../log.ts';
import {
  CACHED_HEADERS,
  type CachedResponse,
  isCached,
  type ResponseCache,
  sameResponseAs,
} from '../response-cache/index.ts';
import type { Network } from '../servers/network.ts';
import { isGatewayFault, type ServerSession } from '../servers/server-session.ts';
import { refusal, type Sent, type WaitingPictures } from '../waiting-pictures/index.ts';
import { answerHeaders, guarded, guardedAnswer, isGood, mayStay, passedOn, pictureResponse } from './answer-headers.ts';
import { countSent } from './count-sent.ts';
import { APP_ORIGIN } from './scheme.ts';

interface ForwardOptions {
  session: ServerSession;
  cache: Pick<ResponseCache, 'get' | 'put'>;
  copy: ForwardCopy;
  /** Pictures that wait on this computer, as far as they are asked for, given, and named in what goes to the server. */
  waiting: Pick<WaitingPictures, 'answer' | 'upload' | 'outgoing'>;
  network: Pick<Network, 'isOnline' | 'doubt'>;
  clock: Clock;
  log: Log;
  /** Milliseconds a server may take before what is kept is given instead. */
  patience?: number;
  /** So many bytes of the upload of this name have gone. */
  onSent?: (id: string, bytes: number) => void;
}

/** The copy of the site, as far as it answers for the server and hears what that says. */
export interface ForwardCopy {
  answers: CopyAnswers;
  pictures: Pick<PictureStore, 'find' | 'keep'>;
  learner: Learner;
}

/** A request of the page, and when nobody waits for its answer any more. */
interface Asked {
  request: Request;
  address: URL;
  gone: AbortSignal;
  /** What goes in the place of the request's own body, and headers over its own. */
  sent?: Sent;
}

/** What the page may say to the server about a request. Everything else (origin, cookies, `Sec-Fetch-…`) is ours to say. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'range',
  // Of the page, not of the server in use: the page may have been loaded for another one.
  SITE_HEADER,
];

const PICTURES = '/uploads/';
const JSON_TYPE = /^application\/json\b/i;

const SAFE = new Set(['GET', 'HEAD']);
const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);

/** True for the addresses of `app://ninefold` that the server answers. */
export const isForwarded = (pathname: string) => pathname.startsWith('/api/') || pathname.startsWith(PICTURES);

/**
 * Answers a request of the page by asking the server. Bodies stream both ways. Reading calls fall back on the copy of the
 * site, or on the last good answer, when the server cannot be reached, with its age in {@link AGE_HEADER}; without one,
 * and for everything that writes, the page sees a failed connection, which the admin knows as "offline". `gone` ends the
 * request at the server.
 */
export function createForward(options: ForwardOptions): (request: Request, gone?: AbortSignal) => Promise<Response> {
  const { session, cache, waiting, network, clock, log, patience = 4000, onSent = () => undefined } = options;
  const { answers, pictures, learner } = options.copy;

  return async (request, gone = request.signal) => {
    const address = addressAtServer(request.url);
    if (address === null || !METHODS.has(request.method)) return refused(400);
    // Of our scheme few requests say where they come from, so that this refuses what does and holds nothing else back. What
    // keeps a page framed from the server from writing through us is its policy (SITE_POLICY): no script and no form runs
    // in it.
    const from = request.headers.get('origin');
    if (from !== null && from !== APP_ORIGIN) return refused(403);

    const here = await waiting.answer(request, address);
    if (here instanceof Response) return guardedAnswer(here);
    const asked: Asked = { request, address: here ? new URL(here.elsewhere, address) : address, gone };
    try {
      if (request.method === 'POST' && address.pathname === uploadImage.path) {
        return guardedAnswer(await waiting.upload(request, gone, (sent) => live({ ...asked, sent })));
      }
      if (isJson(request)) return await withAddresses(asked);
    } catch (error) {
      return unreached(request, error, gone);
    }
    if (request.method === 'GET' && address.pathname.startsWith(PICTURES)) return picture(asked);
    return request.method === 'GET' && isCached(address.pathname) ? read(asked) : live(asked);
  };

  /** Sends a body, with the addresses that pictures have by now in the place of local ones. */
  async function withAddresses(asked: Asked): Promise<Response> {
    const outgoing = waiting.outgoing(await asked.request.text());
    // As a lost connection: what is saved waits, and is sent again.
    if (outgoing.kind === 'waits') return Response.error();
    if (outgoing.kind === 'refused') return guardedAnswer(refusal(400, outgoing.error));
    return live({ ...asked, sent: { body: outgoing.body, headers: {} } });
  }

  /** An answer that is not kept, streaming but for what tells the copy something. */
  async function live(asked: Asked): Promise<Response> {
    const { request, address, gone } = asked;
    const { method } = request;
    const other = sameResponseAs(method, address.pathname);
    try {
      const response = await ask(asked, gone);
      if (!response.ok) return passedOn(response);
      if (other !== null && isGood(response)) return await keep(other, response);
      if (!learner.isTelling(method, address.pathname)) {
        learner.heard(method, address.pathname, null);
        return passedOn(response);
      }
      const body = new Uint8Array(await response.arrayBuffer());
      learner.heard(method, address.pathname, body);
      return new Response(body, { status: response.status, headers: answerHeaders(response) });
    } catch (error) {
      return unreached(request, error, gone);
    }
  }

  /** The answer of the server; where there is none, what the copy says, or the answer that was kept before. */
  async function read(asked: Asked): Promise<Response> {
    const { request, address } = asked;
    const key = keyOf(address);
    const isCopied = answers.answers(address);
    const kept = () => {
      const [copied, heard] = [answers.answer(address), cache.get(key)];
      if (copied === null || heard === null || isCopied) return copied ?? heard;
      return copied.at > heard.at ? copied : heard;
    };
    return orKept(asked, kept, given, async (response) => {
      if (!isGood(response)) return passedOn(response);
      return learner.isTelling(request.method, address.pathname)
        ? taught(address, response, isCopied ? null : key)
        : keep(isCopied ? null : key, response);
    });
  }

  /** A picture of ours; names are of their content, so that what is here needs no asking. */
  async function picture(asked: Asked): Promise<Response> {
    const filename = asked.address.pathname.slice(PICTURES.length);
    const here = pictures.find(filename);
    if (here !== null && !here.isOther) return pictureResponse(here);
    return orKept(
      asked,
      () => here,
      pictureResponse,
      async (response) => {
        if (!isGood(response) || !mayStay(response)) return passedOn(response);
        const body = new Uint8Array(await response.arrayBuffer());
        pictures.keep(filename, { type: response.headers.get('content-type') ?? '', body });
        return new Response(body, { headers: answerHeaders(response) });
      },
    );
  }

  /** What the server answers, in good time; else what is `kept`, where there is something. */
  async function orKept<Kept>(
    asked: Asked,
    kept: () => Kept | null,
    give: (kept: Kept) => Response,
    take: (response: Response) => Promise<Response>,
  ): Promise<Response> {
    const { request, gone } = asked;
    const hurry = new AbortController();
    const signal = AbortSignal.any([gone, hurry.signal]);
    const limit = network.isOnline() ? patience : patience / 4;
    let instead: Kept | null = null;
    const timer = setTimeout(() => {
      instead = kept();
      if (instead !== null) hurry.abort();
    }, limit);
    try {
      const response = await ask(asked, signal);
      const other = isGatewayFault(response) ? kept() : null;
      if (other === null) return await take(response);
      await response.body?.cancel();
      return give(other);
    } catch (error) {
      instead ??= gone.aborted ? null : kept();
      if (instead === null || gone.aborted) return unreached(request, error, gone);
      if (hurry.signal.aborted) network.doubt();
      return give(instead);
    } finally {
      clearTimeout(timer);
    }
  }

  async function taught(address: URL, response: Response, key: string | null): Promise<Response> {
    const told = response.clone();
    const answer = await keep(key, response);
    learner.heard('GET', address.pathname, new Uint8Array(await told.arrayBuffer()));
    return answer;
  }

  /** `key` null where it is not kept here. */
  async function keep(key: string | null, response: Response): Promise<Response> {
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = Object.fromEntries(
      CACHED_HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    if (key !== null) cache.put(key, { headers, body });
    return new Response(body, { status: 200, headers: answerHeaders(response) });
  }

  function ask({ request, address: { pathname, search }, sent }: Asked, signal: AbortSignal): Promise<Response> {
    const headers = new Headers();
    for (const name of PASSED_ON) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    for (const [name, value] of Object.entries(sent?.headers ?? {})) headers.set(name, value);
    const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, signal };
    const upload = request.headers.get(UPLOAD_HEADER);
    if (sent && upload === null) return session.fetch(pathname + search, { ...init, body: sent.body });
    const given = sent ? new Response(sent.body).body : request.body;
    if (!SAFE.has(request.method) && given) {
      const body = upload === null ? given : countSent(given, (bytes) => onSent(upload, bytes));
      Object.assign(init, { body, duplex: 'half' });
    }
    return session.fetch(pathname + search, init);
  }

  function given({ headers, body, at }: CachedResponse): Response {
    const made = guarded(new Headers(headers));
    made.set(AGE_HEADER, String(Math.max(0, Math.round((clock.now() - at) / 1000))));
    return new Response(body, { headers: made });
  }

  function unreached(request: Request, error: unknown, gone: AbortSignal): Response {
    // The path alone: a query may hold what the owner looks for.
    if (!gone.aborted) log.info(`No answer to ${request.method} ${new URL(request.url).pathname} (${String(error)})`);
    return Response.error();
  }

  /** The address at the server; null where dots or backslashes lead out of what is forwarded. */
  function addressAtServer(url: string): URL | null {
    const { pathname, search } = new URL(url);
    const target = `${session.origin}${pathname}${search}`;
    if (!URL.canParse(target)) return null;
    const address = new URL(target);
    return address.origin === session.origin && isForwarded(address.pathname) ? address : null;
  }
}

const isJson = ({ method, headers, body }: Request) =>
  !SAFE.has(method) && body !== null && JSON_TYPE.test(headers.get('content-type') ?? '');

const keyOf = ({ pathname, search }: URL) => pathname + search;

const refused = (status: number) => new Response(null, { status });

import { uploadImage } from '#shared/contract/images.ts';
import { AGE_HEADER } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CopyAnswers, Learner, PictureStore } from '../copy/index.ts';
import type { Log } from '../log.ts';
import { type CachedResponse, isCached, type ResponseCache, sameResponseAs } from '../response-cache/index.ts';
import type { Network } from '../servers/network.ts';
import type { ServerSession } from '../servers/server-session.ts';
import { refusal, type WaitingPictures } from '../waiting-pictures/index.ts';
import { type Asked, createAskServer, METHODS, SAFE } from './ask-server.ts';
import { createHearing } from './hear-answers.ts';
import { createOrKept } from './or-kept.ts';
import {
  answerHeaders,
  guarded,
  guardedAnswer,
  isGood,
  mayStay,
  passedOn,
  pictureResponse,
  refused,
} from './page-answers.ts';
import { APP_ORIGIN } from './scheme.ts';

interface ForwardOptions {
  session: ServerSession;
  cache: Pick<ResponseCache, 'get' | 'put'>;
  copy: ForwardCopy;
  /**
   * The pictures that wait on this computer: requests for them, uploads of them, and requests to the server that name
   * them.
   */
  waiting: Pick<WaitingPictures, 'answer' | 'upload' | 'outgoing'>;
  network: Pick<Network, 'isOnline' | 'doubt'>;
  clock: Clock;
  log: Log;
  /** The longest time, in milliseconds, that a server may take before the stored answer is given instead. */
  patience?: number;
  /** Called with the number of bytes sent so far of the upload of this name. */
  onSent?: (id: string, bytes: number) => void;
}

/** The parts of the site's copy that answer for the server and learn from its answers. */
export interface ForwardCopy {
  answers: CopyAnswers;
  pictures: Pick<PictureStore, 'find' | 'keep'>;
  learner: Learner;
}

const PICTURES = '/uploads/';

/** Whether an address of `app://ninefold` is one that the server answers. */
export const isForwarded = (pathname: string) => pathname.startsWith('/api/') || pathname.startsWith(PICTURES);

/**
 * Answers a request of the page by asking the server. Bodies stream both ways. When the server cannot be reached, read
 * calls fall back on the copy of the site or on the last good answer, with its age in {@link AGE_HEADER}. Without such
 * an answer, and for all write calls, the page sees a failed connection, which the admin knows as "offline". `gone`
 * aborts the request to the server.
 */
export function createForward(options: ForwardOptions): (request: Request, gone?: AbortSignal) => Promise<Response> {
  const { session, cache, waiting, network, clock, log, patience = 4000, onSent = () => undefined } = options;
  const ask = createAskServer({ session, onSent });
  const orKept = createOrKept({ ask, network, patience, unreached });
  const { answers, pictures, learner } = options.copy;
  const { keep, taught, heard } = createHearing({ cache, learner });
  const withPictures = createWithPictures({ waiting, live });
  const picture = createPictureReading(pictures, orKept);

  return async (request, gone = request.signal) => {
    const address = addressAtServer(session.origin, request.url);
    if (address === null || !METHODS.has(request.method)) return refused(400);
    // Few requests of the app's scheme carry an origin, so this check refuses only those with a foreign one. A page of
    // the server in a frame cannot write through the app because of its policy (SITE_POLICY): no script and no form
    // runs in it.
    const from = request.headers.get('origin');
    if (from !== null && from !== APP_ORIGIN) return refused(403);

    try {
      const asked = await withPictures({ request, address, gone });
      return asked instanceof Response ? asked : await answer(asked);
    } catch (error) {
      return unreached(request, error, gone);
    }
  };

  function answer(asked: Asked): Promise<Response> {
    const { request, address } = asked;
    if (request.method === 'GET' && address.pathname.startsWith(PICTURES)) return picture(asked);
    return request.method === 'GET' && isCached(address.pathname) ? read(asked) : live(asked);
  }

  /** Returns an answer that is not cached. It streams, unless the copy learns from it. */
  async function live(asked: Asked): Promise<Response> {
    const { request, address, gone } = asked;
    const { method } = request;
    const other = sameResponseAs(method, address.pathname);
    try {
      const response = await ask(asked, gone);
      if (!response.ok) return passedOn(response);
      if (other !== null && isGood(response)) return await keep(other, response);
      return await heard(method, address.pathname, response);
    } catch (error) {
      return unreached(request, error, gone);
    }
  }

  /** Returns the server's answer; when there is none, the copy's answer or the cached one. */
  async function read(asked: Asked): Promise<Response> {
    const { request, address } = asked;
    const key = keyOf(address);
    const isCopied = answers.answers(address);
    const findKept = () => {
      const copied = answers.answer(address);
      return isCopied && copied !== null ? copied : newerOf(copied, cache.get(key));
    };
    return orKept(
      asked,
      findKept,
      (answer) => given(answer, clock.now()),
      async (response) => {
        if (!isGood(response)) return passedOn(response);
        return learner.isTelling(request.method, address.pathname)
          ? taught(address, response, isCopied ? null : key)
          : keep(isCopied ? null : key, response);
      },
    );
  }

  function unreached(request: Request, error: unknown, gone: AbortSignal): Response {
    // Only the path is logged: a query may hold what the owner searches for.
    if (!gone.aborted) log.info(`No answer to ${request.method} ${new URL(request.url).pathname} (${String(error)})`);
    return Response.error();
  }
}

/**
 * Answers requests for the site's pictures. File names depend on the content, so a picture that is here is not
 * requested again.
 */
function createPictureReading(pictures: ForwardCopy['pictures'], orKept: ReturnType<typeof createOrKept>) {
  return async function picture(asked: Asked): Promise<Response> {
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
  };
}

/** Returns the later of the two answers; null when there is none. */
function newerOf(copied: CachedResponse | null, heard: CachedResponse | null): CachedResponse | null {
  if (copied === null || heard === null) return copied ?? heard;
  return copied.at > heard.at ? copied : heard;
}

/** Makes a response of a stored answer, with its age. `now` is in milliseconds since 1970. */
function given({ headers, body, at }: CachedResponse, now: number): Response {
  const made = guarded(new Headers(headers));
  made.set(AGE_HEADER, String(Math.max(0, Math.round((now - at) / 1000))));
  return new Response(body, { headers: made });
}

/** Returns the address at the server; null when dots or backslashes lead out of the forwarded addresses. */
function addressAtServer(origin: string, url: string): URL | null {
  const { pathname, search } = new URL(url);
  const target = `${origin}${pathname}${search}`;
  if (!URL.canParse(target)) return null;
  const address = new URL(target);
  return address.origin === origin && isForwarded(address.pathname) ? address : null;
}

const keyOf = ({ pathname, search }: URL) => pathname + search;

interface WithPicturesOptions {
  waiting: Pick<WaitingPictures, 'answer' | 'upload' | 'outgoing'>;
  /** Sends the request to the server, with streaming. */
  live(asked: Asked): Promise<Response>;
}

const JSON_TYPE = /^application\/json\b/i;

/**
 * Handles the part of a request that concerns waiting pictures. Returns the answer when the request asks for such a
 * picture, uploads a picture, or has a JSON body, which may name one; otherwise returns the request to send.
 */
function createWithPictures({ waiting, live }: WithPicturesOptions) {
  /**
   * Sends a body in which the local addresses of pictures are replaced by those at the server, as far as they have one.
   */
  async function withAddresses(asked: Asked): Promise<Response> {
    const outgoing = waiting.outgoing(await asked.request.text());
    // Looks like a lost connection to the page: the save waits, and is sent again.
    if (outgoing.kind === 'waits') return Response.error();
    if (outgoing.kind === 'refused') return guardedAnswer(refusal(400, outgoing.error));
    return live({ ...asked, sent: { body: outgoing.body, headers: {} } });
  }

  return async ({ request, address, gone }: Asked): Promise<Response | Asked> => {
    const here = await waiting.answer(request, address);
    if (here instanceof Response) return guardedAnswer(here);
    const asked: Asked = { request, address: here ? new URL(here.elsewhere, address) : address, gone };
    if (request.method === 'POST' && address.pathname === uploadImage.path)
      return guardedAnswer(await waiting.upload(request, gone, (sent) => live({ ...asked, sent })));
    return isJson(request) ? withAddresses(asked) : asked;
  };
}

const isJson = ({ method, headers, body }: Request) =>
  !SAFE.has(method) && body !== null && JSON_TYPE.test(headers.get('content-type') ?? '');

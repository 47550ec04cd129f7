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

const PICTURES = '/uploads/';

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
  const ask = createAskServer({ session, onSent });
  const orKept = createOrKept({ ask, network, patience, unreached });
  const { answers, pictures, learner } = options.copy;
  const { keep, taught, heard } = createHearing({ cache, learner });
  const withPictures = createWithPictures({ waiting, live });
  const picture = createPictureReading(pictures, orKept);

  return async (request, gone = request.signal) => {
    const address = addressAtServer(session.origin, request.url);
    if (address === null || !METHODS.has(request.method)) return refused(400);
    // Of our scheme few requests say where they come from, so that this refuses what does and holds nothing else back. What
    // keeps a page framed from the server from writing through us is its policy (SITE_POLICY): no script and no form runs
    // in it.
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

  /** An answer that is not kept, streaming except for what tells the copy something. */
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

  /** The answer of the server; where there is none, what the copy says, or the answer that was kept before. */
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
    // The path alone: a query may hold what the owner looks for.
    if (!gone.aborted) log.info(`No answer to ${request.method} ${new URL(request.url).pathname} (${String(error)})`);
    return Response.error();
  }
}

/** Answers for a picture of ours; names are of their content, so that what is here needs no asking. */
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

/** The answer that was heard later; null where there is none. */
function newerOf(copied: CachedResponse | null, heard: CachedResponse | null): CachedResponse | null {
  if (copied === null || heard === null) return copied ?? heard;
  return copied.at > heard.at ? copied : heard;
}

/** What was kept, with its age. `now` in milliseconds since 1970. */
function given({ headers, body, at }: CachedResponse, now: number): Response {
  const made = guarded(new Headers(headers));
  made.set(AGE_HEADER, String(Math.max(0, Math.round((now - at) / 1000))));
  return new Response(body, { headers: made });
}

/** The address at the server; null where dots or backslashes lead out of what is forwarded. */
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
  /** Asks the server, streaming. */
  live(asked: Asked): Promise<Response>;
}

const JSON_TYPE = /^application\/json\b/i;

/**
 * Gives the pictures that wait on this computer their part in a request: the answer, where it is for one, gives one, or holds words that
 * name one; else the request as it is to be asked.
 */
function createWithPictures({ waiting, live }: WithPicturesOptions) {
  /** Sends a body, with the addresses that pictures have by now in the place of local ones. */
  async function withAddresses(asked: Asked): Promise<Response> {
    const outgoing = waiting.outgoing(await asked.request.text());
    // As a lost connection: what is saved waits, and is sent again.
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

import type { Learner } from '../copy/index.ts';
import { CACHED_HEADERS, type ResponseCache } from '../response-cache/index.ts';
import { answerHeaders, passedOn } from './page-answers.ts';

interface HearingOptions {
  cache: Pick<ResponseCache, 'put'>;
  learner: Learner;
}

const isEvents = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Returns the same stream; `onEnd` is called when the stream has ended, broke off or is cancelled. */
function endingWith(body: ReadableStream<Uint8Array<ArrayBuffer>>, onEnd: () => void) {
  return body.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }));
}

/** Caches the server's answers, and passes them to the copy of the site, on their way to the page. */
export function createHearing({ cache, learner }: HearingOptions) {
  async function taught(address: URL, response: Response, key: string | null): Promise<Response> {
    const copy = response.clone();
    const answer = await keep(key, response);
    learner.heard('GET', address.pathname, new Uint8Array(await copy.arrayBuffer()));
    return answer;
  }

  /** `key` is null when the answer is not cached here. */
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

  /** Returns an answer that is not cached. It streams, unless the copy learns from it. */
  async function heard(method: string, pathname: string, response: Response): Promise<Response> {
    if (!learner.isTelling(method, pathname)) {
      const hear = () => learner.heard(method, pathname, null);
      // The work that events report is done when the last event has come, and continues when the page leaves.
      if (response.body && isEvents(response)) return passedOn(new Response(endingWith(response.body, hear), response));
      hear();
      return passedOn(response);
    }
    const body = new Uint8Array(await response.arrayBuffer());
    learner.heard(method, pathname, body);
    return new Response(body, { status: response.status, headers: answerHeaders(response) });
  }

  return { keep, taught, heard };
}

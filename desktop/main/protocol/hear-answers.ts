import type { Learner } from '../copy/index.ts';
import { CACHED_HEADERS, type ResponseCache } from '../response-cache/index.ts';
import { answerHeaders, passedOn } from './page-answers.ts';

interface HearingOptions {
  cache: Pick<ResponseCache, 'put'>;
  learner: Learner;
}

const isEvents = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The same stream; `onEnd` is called when it has ended, was broken off or is left. */
function endingWith(body: ReadableStream<Uint8Array<ArrayBuffer>>, onEnd: () => void) {
  return body.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }));
}

/** What the server answers is kept, and heard by the copy of the site, on its way to the page. */
export function createHearing({ cache, learner }: HearingOptions) {
  async function taught(address: URL, response: Response, key: string | null): Promise<Response> {
    const copy = response.clone();
    const answer = await keep(key, response);
    learner.heard('GET', address.pathname, new Uint8Array(await copy.arrayBuffer()));
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

  /** An answer that is not kept: it streams except where it tells the copy something. */
  async function heard(method: string, pathname: string, response: Response): Promise<Response> {
    if (!learner.isTelling(method, pathname)) {
      const hear = () => learner.heard(method, pathname, null);
      // What events tell of is done when the last has come, and goes on where the page leaves.
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

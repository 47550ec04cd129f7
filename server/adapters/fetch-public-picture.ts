import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { FetchedPicture, FetchPicture } from '#server/services/import/fetch-picture.ts';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { guardedConnection, type Reach } from './reach.ts';

/** The largest number of pictures that one import fetches. */
const MOST_PICTURES = 20_000;
/** Milliseconds that fetching one picture may take, redirects included. */
const WITHIN = 30_000;
const MOST_STEPS = 4;

const REFUSED = 'Its address is not on the public Internet.';

interface FetchOptions {
  /** The name lookup; the system's when absent. */
  lookup?: LookupFunction;
  /** The networks that may be reached; public addresses when absent. */
  reach?: Reach;
  within?: number;
  most?: number;
}

/**
 * Creates the function that fetches pictures from public addresses. An address is checked when the connection is made,
 * so that a name cannot lead elsewhere later; this also holds for each redirect. The first 200 pictures are fetched
 * only once, whatever the result.
 */
export function createPictureFetcher(options: FetchOptions = {}): FetchPicture {
  const { most = MOST_PICTURES } = options;
  const known = new Map<string, Promise<FetchedPicture>>();
  let count = 0;
  return (address) => {
    const before = known.get(address);
    if (before) return before;
    count += 1;
    const fetched =
      count > most
        ? Promise.resolve({ reason: `An import fetches ${most.toLocaleString('en-US')} pictures at the most.` })
        : fetchFrom(address, options);
    // The first caller stores the bytes. A picture that is fetched again later is recognised by its content.
    if (known.size < 200) known.set(address, fetched);
    return fetched;
  };
}

async function fetchFrom(address: string, options: FetchOptions): Promise<FetchedPicture> {
  const { within = WITHIN } = options;
  const signal = AbortSignal.timeout(within);
  try {
    let url = new URL(address);
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const answer = await get(url, signal, options);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        return { reason: `Its server answered ${statusCode}.` };
      }
      return await readBytes(answer, url);
    }
    return { reason: 'Its address leads on and on.' };
  } catch (error) {
    if (signal.aborted) return { reason: 'Its server did not answer in time.' };
    return { reason: error instanceof Refusal ? error.message : 'Its server could not be reached.' };
  }
}

class Refusal extends Error {}

async function readBytes(answer: IncomingMessage, url: URL): Promise<FetchedPicture> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += (chunk as Buffer).length;
    if (size > bodyLimits.picture) {
      answer.destroy();
      return { reason: 'A picture may have 10 MB at the most.' };
    }
    chunks.push(chunk as Buffer);
  }
  return { bytes: Buffer.concat(chunks), name: url.pathname.split('/').at(-1) ?? '' };
}

function get(url: URL, signal: AbortSignal, { lookup, reach = 'public' }: FetchOptions): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Refusal(REFUSED);
  const refuse = () => new Refusal(REFUSED);
  const connection = guardedConnection(url, { reach, refuse, lookup, mayBePlain: true });
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { accept: 'image/*', 'user-agent': 'Ninefold' };
  return new Promise((resolve, reject) => {
    send(url, { agent: false, signal, headers, ...connection }, resolve)
      .on('error', reject)
      .end();
  });
}

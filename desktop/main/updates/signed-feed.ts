import type { KeyObject } from 'node:crypto';
import { type Feed, MAX_FEED, readFeed, UpdateRefused } from './feed.ts';
import { isSignedFeed } from './feed-signature.ts';

export type FetchFeed = (address: string, init: RequestInit) => Promise<Response>;

/** The longest time, in milliseconds, that a feed may take. */
const PATIENCE = 30_000;

/**
 * Fetches a feed and its signature, and reads the feed if the signature is good. Rejects with {@link UpdateRefused} for a
 * feed without a trusted signature, and with the network's error when there is no feed.
 * @param name the name of the feed's file, such as "latest-linux.yml"
 */
export async function fetchSignedFeed(
  { url, name, keys }: { url: URL; name: string; keys: readonly KeyObject[] },
  fetchFeed: FetchFeed,
): Promise<Feed> {
  const signal = AbortSignal.timeout(PATIENCE);
  const get = async (file: string) => textOf(await fetchFeed(new URL(file, url).href, requestWith(signal)));
  const [text, signature] = await Promise.all([get(name), get(`${name}.sig`)]);
  if (!isSignedFeed({ name, text, signature }, keys))
    throw new UpdateRefused(`${name} is not signed by whoever made this app`);
  return readFeed(text);
}

const requestWith = (signal: AbortSignal): RequestInit => ({ credentials: 'omit', cache: 'no-store', signal });

/** Reads a body up to a limit: an endless body must not fill the memory. */
async function textOf(response: Response): Promise<string> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`The feed of updates answers ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_FEED) throw new UpdateRefused('The feed of updates is larger than one of ours');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

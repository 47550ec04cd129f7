/** The way in which an edge in front of the server is told what to drop. */
export interface EdgeOptions {
  /**
   * The address to call. `{tag}` in it stands for one tag, and each tag gets its own call; without it one call names
   * many tags.
   */
  url: string;
  method: string;
  /** The token, sent in the header of that name; as `Bearer` when the header is `authorization`. */
  token?: { header: string; value: string } | undefined;
}

/** The pages that an edge must drop. */
export interface Drop {
  tags: readonly string[];
  /** False when the edge may still show the pages while it cannot reach the server. */
  isGone: boolean;
}

/** Tells an edge to drop all pages with some tags; rejects when it is not certain that the edge did. */
export type TellEdge = (drop: Drop, signal: AbortSignal) => Promise<void>;

/** Milliseconds within which an edge must answer. */
const PATIENCE = 10_000;
const PLACE = '{tag}';

/**
 * Creates the function that calls an edge over HTTP. A call for many tags names them in every form that the common
 * edges read: the headers `Cache-Tag` (commas) and `Surrogate-Key` (spaces), and with POST the body `{"tags": […]}`.
 * `Fastly-Soft-Purge: 1` asks the edge to keep the pages for times when the server is away. No redirect is followed:
 * the token is for this address alone, and for the same reason no message names token or address.
 */
export function createEdge(options: EdgeOptions, send: typeof fetch = fetch): TellEdge {
  return async ({ tags, isGone }, signal) => {
    if (!options.url.includes(PLACE)) return tell(send, options, { tags, isGone }, { url: options.url, signal });
    for (const tag of tags) {
      await tell(
        send,
        options,
        { tags: [tag], isGone },
        { url: options.url.replaceAll(PLACE, encodeURIComponent(tag)), signal },
      );
    }
  };
}

async function tell(
  send: typeof fetch,
  { method, token }: EdgeOptions,
  { tags, isGone }: Drop,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<void> {
  const headers = new Headers({ 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') });
  if (token) headers.set(token.header, token.header === 'authorization' ? `Bearer ${token.value}` : token.value);
  if (!isGone) headers.set('fastly-soft-purge', '1');
  const hasBody = method === 'POST';
  if (hasBody) headers.set('content-type', 'application/json');
  const response = await send(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    ...(hasBody && { body: JSON.stringify({ tags }) }),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new Error(isLate ? `No answer within ${PATIENCE / 1000} seconds` : 'No connection', { cause: error });
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Answered ${response.status}`);
}

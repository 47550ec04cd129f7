import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { ProviderError } from './provider.ts';
import { connectionTo, type Reach } from './provider-reach.ts';

interface FetchPictureOptions {
  signal: AbortSignal;
  /** The provider's own origin: the only one that may be in a network where providers may be. */
  trustedOrigin: string | undefined;
  /** The networks in which that origin may be; all when absent. */
  reach?: Reach;
  /** The name lookup; tests give their own, the system's is used when absent. */
  lookup?: LookupFunction;
}

const refused = () =>
  new ProviderError('ai_provider_failed', 'The AI provider answered with a picture at an address we do not open.');

/**
 * Fetches the bytes at an address that a provider answered: over https and from the public Internet only, except for
 * the trusted origin. The IP address is checked when the connection is made, so that a name cannot lead inside later.
 * No redirect is followed, and no more bytes are read than a picture may have. Throws ProviderError.
 */
export async function fetchPicture(address: string, options: FetchPictureOptions): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) throw refused();
  const isTrusted = options.trustedOrigin !== undefined && url.origin === options.trustedOrigin;
  if (!isTrusted && url.protocol !== 'https:') throw refused();
  const { signal, reach = 'anywhere', lookup } = options;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  try {
    const connection = connectionTo(url, isTrusted ? reach : 'public', lookup);
    const request = send(url, { agent: false, signal, headers: { accept: 'image/*' }, ...connection });
    return await readBytes(await answerOf(request));
  } catch (error) {
    throw error instanceof ProviderError && error.reason === 'refused_address' ? refused() : error;
  }
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end();
  });
}

async function readBytes(answer: IncomingMessage): Promise<Buffer> {
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new ProviderError('ai_provider_failed', 'The picture the AI provider made could not be fetched. Try again.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimits.picture) {
      answer.destroy();
      throw new ProviderError('picture_refused', 'The picture the AI provider made is larger than 10 MB.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

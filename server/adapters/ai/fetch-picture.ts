import { lookup as systemLookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { ProviderError } from './provider.ts';
import { isPublicAddress } from './public-address.ts';

interface FetchPictureOptions {
  signal: AbortSignal;
  /** The one origin that may be anywhere: the provider's own. */
  trustedOrigin: string | undefined;
  /** The system's name lookup; a test's own. */
  lookup?: LookupFunction;
}

const refused = () =>
  new ProviderError('ai_provider_failed', 'The AI provider answered with a picture at an address we do not open.');

/**
 * The bytes behind an address that a provider answered: https on the public Internet alone, looked at when the
 * connection is made, so that a name cannot lead inside later. No redirect is followed; more than a picture may have
 * is not read. Throws ProviderError.
 */
export async function fetchPicture(address: string, options: FetchPictureOptions): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) throw refused();
  const isTrusted = options.trustedOrigin !== undefined && url.origin === options.trustedOrigin;
  if (!isTrusted && !isPublicHttps(url)) throw refused();
  const lookup = options.lookup ?? systemLookup;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    agent: false,
    signal: options.signal,
    headers: { accept: 'image/*' },
    ...(isTrusted ? {} : { lookup: publicOnly(lookup as LookupFunction) }),
  });
  return readBytes(await answerOf(request));
}

function isPublicHttps(url: URL): boolean {
  if (url.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is never looked up, so it is looked at here.
  return isIP(host) === 0 || isPublicAddress(host);
}

/** A lookup that fails for a name with any address inside. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const addresses = Array.isArray(address) ? address.map((each) => each.address) : [address];
      if (error || addresses.every(isPublicAddress)) callback(error, address, family);
      else callback(refused(), '', 0);
    });
  };
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

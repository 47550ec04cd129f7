import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

// The signatures, made with READER_SECRET, in requests from a reader instance to the writer (docs/rules.md,
// "Published readers"). Pure: the time is passed in, in milliseconds since 1970. A reader whose clock is wrong learns
// the writer's time from the `date` header of the responses.

/** Names the client whose request a reader passes on. Set by the reader, and never copied from a client's request. */
export const SIGNED_CLIENT_HEADER = 'x-ninefold-signed-client';
/** Signs the requests that a reader itself sends: its deliveries. */
export const READER_HEADER = 'x-ninefold-reader';

/** Milliseconds before and after its time in which a signature is accepted, because clocks differ. */
const BELIEVED_FOR = 5 * 60_000;
const FORM = 'v1';

/** A request as it is passed on: its method in capitals, its path with its query, exactly as in the request line. */
interface PassedOn {
  method: string;
  path: string;
}

function macOf(secret: string, purpose: string, parts: readonly (string | number)[]): string {
  // A separate key for each purpose: a signature for one purpose is invalid for another.
  const key = Buffer.from(hkdfSync('sha256', secret, '', `ninefold ${purpose}`, 32));
  return createHmac('sha256', key).update(parts.join('\n')).digest('hex');
}

const clientMac = (secret: string, seconds: number, address: string, { method, path }: PassedOn) =>
  macOf(secret, 'clients of readers', [FORM, seconds, address, method, path]);
const bodyMac = (secret: string, seconds: number, sum: string, { method, path }: PassedOn) =>
  macOf(secret, 'calls of readers', [FORM, seconds, sum, method, path]);

/** The value by which {@link READER_HEADER} identifies a body: its SHA-256 in hex. */
export const sumOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

const secondsOf = (now: number) => Math.floor(now / 1000);
const isNear = (seconds: number, now: number) => Math.abs(seconds * 1000 - now) <= BELIEVED_FOR;
/** Both have the same length, which the form of the header guarantees. */
const isSame = (given: string, right: string) => timingSafeEqual(Buffer.from(given), Buffer.from(right));

/** The value of {@link SIGNED_CLIENT_HEADER} for a client's address (IPv4 or IPv6, without a port). */
export function signClient(secret: string, { address, now, ...request }: PassedOn & { address: string; now: number }) {
  const seconds = secondsOf(now);
  return `${FORM};${seconds};${address};${clientMac(secret, seconds, address, request)}`;
}

/**
 * The address for which a reader vouches; null for a header that was not made recently by a reader of ours for this
 * very request.
 */
export function verifyClient(
  secret: string,
  { header, now, ...request }: PassedOn & { header: unknown; now: number },
): string | null {
  if (typeof header !== 'string') return null;
  const [, time = '', address = '', mac = ''] =
    /^v1;(\d{1,12});([0-9a-fA-F.:]{2,45});([0-9a-f]{64})$/.exec(header) ?? [];
  const seconds = Number(time);
  if (isIP(address) === 0 || !isNear(seconds, now)) return null;
  return isSame(mac, clientMac(secret, seconds, address, request)) ? address : null;
}

/** The value of {@link READER_HEADER} for a request of the reader itself with these bytes as its body. */
export function signBody(
  secret: string,
  { body, now, ...request }: PassedOn & { body: Uint8Array; now: number },
): string {
  const [seconds, sum] = [secondsOf(now), sumOf(body)];
  return `${FORM};${seconds};${sum};${bodyMac(secret, seconds, sum, request)}`;
}

/**
 * The sum ({@link sumOf}) of the body that a reader of ours has recently signed for this very request; null for every
 * other header. The sum is known before the body is read, and the body is then compared with it.
 */
export function verifyBodySum(
  secret: string,
  { header, now, ...request }: PassedOn & { header: unknown; now: number },
): string | null {
  if (typeof header !== 'string') return null;
  const [, time = '', sum = '', mac = ''] = /^v1;(\d{1,12});([0-9a-f]{64});([0-9a-f]{64})$/.exec(header) ?? [];
  const seconds = Number(time);
  if (mac === '' || !isNear(seconds, now)) return null;
  return isSame(mac, bodyMac(secret, seconds, sum, request)) ? sum : null;
}

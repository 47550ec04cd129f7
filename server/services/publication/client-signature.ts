import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

// What a reader instance says to the writer, signed with READER_SECRET (docs/rules.md, "Published readers"). Pure: the time
// is passed in, in milliseconds since 1970. A reader whose clock is wrong learns the writer's from the `date` of its answers.

/** Names the client whose request a reader passes on. Made by the reader, and never passed on from a client. */
export const SIGNED_CLIENT_HEADER = 'x-ninefold-signed-client';
/** Signs what a reader itself sends: its deliveries. */
export const READER_HEADER = 'x-ninefold-reader';

/** Milliseconds a signature is believed before and after its time: clocks are not all right. */
const BELIEVED_FOR = 5 * 60_000;
const FORM = 'v1';

/** A request as it is passed on: its method in capitals, its path with its query, as they stand in the request's line. */
interface PassedOn {
  method: string;
  path: string;
}

function macOf(secret: string, purpose: string, parts: readonly (string | number)[]): string {
  // A key of its own for each purpose: what is signed for one is worth nothing for another.
  const key = Buffer.from(hkdfSync('sha256', secret, '', `ninefold ${purpose}`, 32));
  return createHmac('sha256', key).update(parts.join('\n')).digest('hex');
}

const clientMac = (secret: string, seconds: number, address: string, { method, path }: PassedOn) =>
  macOf(secret, 'clients of readers', [FORM, seconds, address, method, path]);
const bodyMac = (secret: string, seconds: number, sum: string, { method, path }: PassedOn) =>
  macOf(secret, 'calls of readers', [FORM, seconds, sum, method, path]);

/** What {@link READER_HEADER} names a body by: its SHA-256 in hex. */
export const sumOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

const secondsOf = (now: number) => Math.floor(now / 1000);
const isNear = (seconds: number, now: number) => Math.abs(seconds * 1000 - now) <= BELIEVED_FOR;
/** Both are of one length, which the form of the header has. */
const isSame = (given: string, right: string) => timingSafeEqual(Buffer.from(given), Buffer.from(right));

/** What {@link SIGNED_CLIENT_HEADER} says of a client's address (IPv4 or IPv6, without a port). */
export function signClient(secret: string, { address, now, ...request }: PassedOn & { address: string; now: number }) {
  const seconds = secondsOf(now);
  return `${FORM};${seconds};${address};${clientMac(secret, seconds, address, request)}`;
}

/** The address a reader vouches for; null for a header that no reader of ours has made for this very request, and lately. */
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

/** What {@link READER_HEADER} says of a request of the reader's own with these bytes as its body. */
export function signBody(
  secret: string,
  { body, now, ...request }: PassedOn & { body: Uint8Array; now: number },
): string {
  const [seconds, sum] = [secondsOf(now), sumOf(body)];
  return `${FORM};${seconds};${sum};${bodyMac(secret, seconds, sum, request)}`;
}

/**
 * The sum ({@link sumOf}) of the body that a reader of ours has signed for this very request, and lately; null for every
 * other header. Known before the body is read, which is then compared with it.
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

import { isIP, isIPv6 } from 'node:net';

/** The part of an IPv6 address that a provider gives to one customer: 64 bits (RFC 6177), as four groups of 16. */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/**
 * An address without its zone, and without the port that some proxies add to it; null for text that is not an address.
 */
export function bareAddress(text: string): string | null {
  const [, bracketed, plain] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? plain ?? text.trim()).split('%');
  return isIP(address) === 0 ? null : address;
}

/**
 * The network of the single customer to whom an address belongs. An IPv4 address is such a network; an IPv6 customer
 * has 2⁶⁴ addresses, so counting each address would count nothing. All texts that are not addresses are one client,
 * because otherwise each invented word would be a new client; a connection that is already closed and has no address
 * (undefined, whatever Fastify's type says) is that client too.
 */
export function clientNetwork(address: string | undefined): string {
  const bare = bareAddress(address ?? '');
  if (bare === null) return 'unknown';
  if (!isIPv6(bare)) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = bare.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : ALL_GROUPS - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return groups.slice(0, NETWORK_GROUPS).join(':');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}

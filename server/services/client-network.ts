import { isIP, isIPv6 } from 'node:net';

/** Of an IPv6 address, the part a provider gives to one customer: 64 bits (RFC 6177), in groups of 16. */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/** An address without the port some proxies name with it, and without its zone; null for what is no address. */
export function bareAddress(text: string): string | null {
  const [, bracketed, plain] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? plain ?? text.trim()).split('%');
  return isIP(address) === 0 ? null : address;
}

/**
 * The network of one customer an address belongs to. An IPv4 address is one; of IPv6 a customer has 2⁶⁴, and counting
 * these one by one would count nothing. What is no address is all one client: else each made-up word would be a new one; so is
 * a connection that is gone already, and has none (undefined, whatever Fastify's type says).
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

import { BlockList, isIPv6 } from 'node:net';

/**
 * A server's address in the form that the app uses, or the reason, in words for the owner, why the address is refused.
 */
type AddressAnswer = { origin: string; warning: string | null } | { message: string };

const WARNING =
  'This address begins with http://. Whoever shares this network can read your password on its way. Use https:// where you can.';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Networks whose addresses are not reachable from outside (RFC 1918, 3927, 4193, 4291). */
const local = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  local.addSubnet(network, bits, 'ipv4');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/** Names that only a local network resolves (RFC 6761, 6762, 8375), including names of a single word. */
const localName = /(?:^|\.)(?:local|lan|internal|home\.arpa)$|^[^.]+$/;

/**
 * Reads the address that the owner typed. Without a scheme it is https. Plain http is accepted for this computer, and
 * with a warning for addresses and names of a local network. It is refused for all others: the password would cross the
 * internet unencrypted.
 */
export function readAddress(typed: string): AddressAnswer {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  if (!URL.canParse(text)) return { message: 'This is not an address. It looks like https://blog.example.' };
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    return { message: 'The address must begin with https:// or http://.' };
  if (username !== '' || password !== '')
    return { message: 'Leave name and password out of the address. The app asks for them later.' };
  const origin = originOf(text);
  const { hostname } = new URL(origin);
  if (hostname.split('.').includes(''))
    return { message: 'This is not an address. It looks like https://blog.example.' };
  if (protocol === 'https:' || isIn(loopback, hostname) || isLocalhost(hostname)) return { origin, warning: null };
  if (isIn(local, hostname) || (!isAddress(hostname) && localName.test(hostname))) return { origin, warning: WARNING };
  return {
    message: 'This address begins with http://, so your password could be read on its way. Use https://.',
  };
}

/**
 * Returns the origin of an http(s) address in the one form that is compared: a parsed URL has the host in lower case
 * and punycode and no default port, and a dot after the whole name names the same host (RFC 1034 §3.1). Throws when the
 * text is not an address.
 */
export function originOf(address: string): string {
  const url = new URL(address);
  if (/[^.]\.$/.test(url.hostname)) url.hostname = url.hostname.slice(0, -1);
  return url.origin;
}

const isLocalhost = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost');

// A parsed URL writes every IPv4 address as four numbers, and every IPv6 address in brackets.
const isAddress = (hostname: string) => /^\d+\.\d+\.\d+\.\d+$/.test(hostname) || hostname.startsWith('[');

function isIn(list: BlockList, hostname: string): boolean {
  if (!isAddress(hostname)) return false;
  const bare = hostname.replace(/^\[|\]$/g, '');
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

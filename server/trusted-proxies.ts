import { BlockList, isIP } from 'node:net';
import { bareAddress } from './services/client-network.ts';

/**
 * Whether an address is trusted about the address before it; `hop` counts from 0, the peer that has connected to us.
 */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * More proxies than this in a row are a mistake: each of them is taken as given, so a reader could invent those that do
 * not exist.
 */
const MOST_HOPS = 10;
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Parses the trusted proxies: their number, or their addresses and ranges separated by commas; `loopback`, `linklocal`
 * and `uniquelocal` are known by name. Null for anything else, and for a value that would trust everybody.
 */
export function readTrustedProxies(value: string): TrustedProxies | null {
  if (/^\d+$/.test(value)) {
    const hops = Number(value);
    return hops <= MOST_HOPS ? (_address, hop) => hop < hops : null;
  }
  const known = new BlockList();
  const ranges = value.split(',').flatMap((part) => NAMED[part.trim()] ?? [part.trim()]);
  if (!ranges.every((range) => addRange(known, range))) return null;
  return (text) => {
    const address = bareAddress(text);
    return address !== null && known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

function addRange(list: BlockList, range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const longest = family === 6 ? 128 : 32;
  const length = bits === undefined ? longest : Number(bits);
  if (bits !== undefined && !/^[1-9]\d{0,2}$/.test(bits)) return false;
  if (length > longest) return false;
  list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  return true;
}

import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './ai/public-address.ts';

/**
 * The networks to which a connection may lead: `anywhere` for an address of the environment, which belongs to the
 * operator; for an address of the owner, `public` (https on the Internet) or, where the operator allows it, also
 * `local` networks.
 */
export type Reach = 'anywhere' | 'local' | 'public';

/**
 * The reason why an address may not be connected to: connections to it are never allowed, it is in a private network,
 * or it is on the Internet without encryption.
 */
export type RefusedReach = 'never' | 'private' | 'plain';

/** The networks of a house or a company, and this computer. */
const local = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(network, prefix, 'ipv4');
}
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');

/**
 * The addresses at which clouds give their machines' credentials, outside the link-local networks, which nothing here
 * allows.
 */
const metadata = new BlockList();
metadata.addAddress('100.100.100.200', 'ipv4');
metadata.addAddress('168.63.129.16', 'ipv4');
metadata.addSubnet('fd00:ec2::', 32, 'ipv6');
metadata.addAddress('fd20:ce::254', 'ipv6');

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns why an IP address may not be connected to; null when it may. `isPlain` is for http, which others could read
 * on the way.
 */
export function refusedReach(reach: Reach, address: string, isPlain: boolean): RefusedReach | null {
  if (reach === 'anywhere') return null;
  if (isIP(address) === 0 || isIn(metadata, address)) return 'never';
  if (isIn(local, address)) return reach === 'local' ? null : 'private';
  if (!isPublicAddress(address)) return 'never';
  return isPlain ? 'plain' : null;
}

/** Returns the host of a URL in the form of an IP address: without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

interface Guard {
  reach: Reach;
  /** Makes the error with which a connection is refused. */
  refuse: (why: RefusedReach) => Error;
  /** The name lookup; the system's when absent. */
  lookup?: LookupFunction | undefined;
  /** Whether the requested data is no secret: then it may travel the Internet without encryption. */
  mayBePlain?: boolean;
}

/**
 * Returns the options of a connection to `url`. They check the IP address when the connection is made, so that a name
 * cannot lead elsewhere later. Throws the error that `refuse` makes for an IP address in the URL itself, which is never
 * looked up.
 */
export function guardedConnection(
  url: URL,
  { reach, refuse, lookup = systemLookup as LookupFunction, mayBePlain = false }: Guard,
): { lookup?: LookupFunction } {
  if (reach === 'anywhere') return {};
  const isPlain = !mayBePlain && url.protocol !== 'https:';
  const faultOf = (address: string) => {
    const why = refusedReach(reach, address, isPlain);
    return why && refuse(why);
  };
  const host = hostOf(url);
  const fault = isIP(host) === 0 ? null : faultOf(host);
  if (fault) throw fault;
  return {
    lookup(hostname, options, callback) {
      lookup(hostname, options, (error, address, family) => {
        const addresses = Array.isArray(address) ? address.map((each) => each.address) : [address];
        const bad = error ? null : addresses.map(faultOf).find(Boolean);
        callback(bad ?? error, bad ? '' : address, bad ? 0 : family);
      });
    },
  };
}

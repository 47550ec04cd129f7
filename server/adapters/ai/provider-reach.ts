import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ProviderError } from './provider.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Where a provider may be: `anywhere` for an address of the environment, which is the operator's own; for the owner's,
 * `public` (https on the Internet) or, where the operator allows it, `local` networks as well.
 */
export type Reach = 'anywhere' | 'local' | 'public';

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

/** Where clouds hand out what their machines may do, outside of the link-local networks, which nothing here allows. */
const metadata = new BlockList();
metadata.addAddress('100.100.100.200', 'ipv4');
metadata.addAddress('168.63.129.16', 'ipv4');
metadata.addSubnet('fd00:ec2::', 32, 'ipv6');
metadata.addAddress('fd20:ce::254', 'ipv6');

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

const refused = (why: string) => new ProviderError('ai_provider_failed', why, { reason: 'refused_address' });

/** Why an IP address may not be connected to; null where it may. `isPlain` for http, which nobody else must read. */
export function refusedAddress(reach: Reach, address: string, isPlain: boolean): ProviderError | null {
  if (reach === 'anywhere') return null;
  if (isIP(address) === 0 || isIn(metadata, address)) return refused(NEVER);
  if (isIn(local, address)) return reach === 'local' ? null : refused(PRIVATE);
  if (!isPublicAddress(address)) return refused(NEVER);
  return isPlain ? refused(PLAIN) : null;
}

const NEVER = 'The address of this AI provider leads to a network that nobody may be asked in.';
const PRIVATE =
  'The address of this AI provider is inside a private network, which this server does not allow. Its operator can, with AI_ALLOW_LOCAL.';
const PLAIN = 'This AI provider is on the Internet without encryption: its address must begin with https.';

/**
 * What a connection to `url` is made with: looked at when it is made, so that a name cannot lead elsewhere later. Throws
 * ProviderError for an address in the URL itself, which is never looked up.
 */
export function connectionTo(
  url: URL,
  reach: Reach,
  lookup: LookupFunction = systemLookup as LookupFunction,
): { lookup?: LookupFunction } {
  if (reach === 'anywhere') return {};
  const isPlain = url.protocol !== 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const fault = isIP(host) === 0 ? null : refusedAddress(reach, host, isPlain);
  if (fault) throw fault;
  return {
    lookup(hostname, options, callback) {
      lookup(hostname, options, (error, address, family) => {
        const addresses = Array.isArray(address) ? address.map((each) => each.address) : [address];
        const bad = error ? null : addresses.map((each) => refusedAddress(reach, each, isPlain)).find(Boolean);
        callback(bad ?? error, bad ? '' : address, bad ? 0 : family);
      });
    },
  };
}

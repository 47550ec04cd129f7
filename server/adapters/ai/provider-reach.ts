import type { LookupFunction } from 'node:net';
import { guardedConnection, type Reach, type RefusedReach, refusedReach } from '../reach.ts';
import { ProviderError } from './provider.ts';

export type { Reach } from '../reach.ts';

/** What whoever runs the server does so that the owner's providers may be near it. */
export const ALLOW_LOCAL =
  'Whoever runs the server can allow it: set AI_ALLOW_LOCAL=true where the server is, and start it again.';

const TEXTS: Record<RefusedReach, string> = {
  never: 'The address of this AI provider leads to a network that nobody may be asked in.',
  private: `The address of this AI provider is inside a private network or on the server itself, which this server may not ask. ${ALLOW_LOCAL}`,
  plain: 'This AI provider is on the Internet without encryption: its address must begin with https.',
};

const refuse = (why: RefusedReach) =>
  new ProviderError('ai_provider_failed', TEXTS[why], { reason: 'refused_address' });

/** Why an IP address may not be connected to; null where it may. `isPlain` for http, which nobody else must read. */
export function refusedAddress(reach: Reach, address: string, isPlain: boolean): ProviderError | null {
  const why = refusedReach(reach, address, isPlain);
  return why && refuse(why);
}

/**
 * What a connection to `url` is made with: looked at when it is made, so that a name cannot lead elsewhere later. Throws
 * ProviderError for an address in the URL itself, which is never looked up.
 */
export function connectionTo(url: URL, reach: Reach, lookup?: LookupFunction): { lookup?: LookupFunction } {
  return guardedConnection(url, { reach, refuse, lookup });
}

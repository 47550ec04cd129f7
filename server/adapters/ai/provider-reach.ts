import type { LookupFunction } from 'node:net';
import { guardedConnection, type Reach, type RefusedReach, refusedReach } from '../reach.ts';
import { ProviderError } from './provider.ts';

export type { Reach } from '../reach.ts';

/** The advice for the operator of the server to allow the owner's providers in local networks. */
export const ALLOW_LOCAL =
  'Whoever runs the server can allow it: set AI_ALLOW_LOCAL=true where the server is, and start it again.';

const TEXTS: Record<RefusedReach, string> = {
  never: 'The address of this AI provider leads to a network that nobody may be asked in.',
  private: `The address of this AI provider is inside a private network or on the server itself, which this server may not ask. ${ALLOW_LOCAL}`,
  plain: 'This AI provider is on the Internet without encryption: its address must begin with https.',
};

const refuse = (why: RefusedReach) =>
  new ProviderError('ai_provider_failed', TEXTS[why], { reason: 'refused_address' });

/**
 * Returns why an IP address may not be connected to; null when it may. `isPlain` is for http, which others could read
 * on the way.
 */
export function refusedAddress(reach: Reach, address: string, isPlain: boolean): ProviderError | null {
  const why = refusedReach(reach, address, isPlain);
  return why && refuse(why);
}

/**
 * Returns the options of a connection to `url`. They check the IP address when the connection is made, so that a name
 * cannot lead elsewhere later. Throws ProviderError for an IP address in the URL itself, which is never looked up.
 */
export function connectionTo(url: URL, reach: Reach, lookup?: LookupFunction): { lookup?: LookupFunction } {
  return guardedConnection(url, { reach, refuse, lookup });
}

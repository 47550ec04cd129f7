import { isIP } from 'node:net';
import { ProviderError } from '#server/adapters/ai/provider.ts';
import { refusedAddress } from '#server/adapters/ai/provider-reach.ts';
import { AppError } from '#shared/kernel/errors.ts';

const refused = (message: string) => new AppError('invalid_input', { message, issues: [{ path: 'address', message }] });

/**
 * The address of a provider's API as it is kept: without a slash at its end. What can be seen of it alone is refused here, at
 * the form; what its name leads to is looked at with each connection. Throws AppError `invalid_input`.
 */
export function readProviderAddress(typed: string, isLocalAllowed: boolean): string {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refused('An address begins with https:// and ends, mostly, with /v1. The provider’s documentation has it.');
  }
  if (url.username || url.password) throw refused('The address must hold no name and no password.');
  if (url.search || url.hash) throw refused('The address must hold no “?” and no “#”.');
  if (url.protocol === 'http:' && !isLocalAllowed) {
    throw refused('The address must begin with https: the key would be read by others.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const fault =
    isIP(host) === 0 ? null : refusedAddress(isLocalAllowed ? 'local' : 'public', host, url.protocol === 'http:');
  if (fault instanceof ProviderError) throw refused(fault.message);
  const isLocalName = /(^|\.)localhost$/.test(host);
  if (isLocalName && !isLocalAllowed) {
    throw refused('This server may not ask this computer itself. Its operator can allow it, with AI_ALLOW_LOCAL.');
  }
  return url.href.replace(/\/+$/, '');
}

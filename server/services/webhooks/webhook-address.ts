import { isIP } from 'node:net';
import { hostOf, type Reach, type RefusedReach, refusedReach } from '#server/adapters/reach.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The reasons why nothing is sent to an address, in words for the owner. */
export const REFUSED_TEXTS: Record<RefusedReach, string> = {
  never: 'This address leads to a network that nobody may be asked in.',
  private:
    'This address is inside a private network, which this server does not allow. Its operator can, with WEBHOOK_ALLOW_LOCAL.',
  plain: 'This address is on the Internet without encryption: it must begin with https.',
};

const refused = (message: string) => new AppError('invalid_input', { message, issues: [{ path: 'address', message }] });

/**
 * The stored form of a webhook's address. An address that is visibly forbidden is refused here, at the form; the
 * addresses to which its name resolves are checked at each connection. Throws AppError `invalid_input`.
 */
export function readWebhookAddress(typed: string, reach: Reach): string {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw refused('An address begins with https://.');
  if (url.username || url.password) throw refused('The address must hold no name and no password.');
  if (url.hash) throw refused('The address must hold no “#”.');
  const isPlain = url.protocol === 'http:';
  if (isPlain && reach === 'public')
    throw refused('The address must begin with https: others would read the messages.');
  const host = hostOf(url);
  const why = isIP(host) === 0 ? null : refusedReach(reach, host, isPlain);
  if (why) throw refused(REFUSED_TEXTS[why]);
  if (/(^|\.)localhost\.?$/.test(host) && reach === 'public') throw refused(REFUSED_TEXTS.private);
  return url.href;
}

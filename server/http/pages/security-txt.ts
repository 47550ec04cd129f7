import type { FastifyInstance } from 'fastify';
import type { Clock } from '#shared/kernel/clock.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The time for which the file says that it is valid; RFC 9116, 2.5.5 asks for less than a year. */
const GOOD_FOR = 180 * DAY;

export interface SecurityTxtOptions {
  /** The `mailto:` or `https:` address to which vulnerabilities are reported; undefined when the owner gives none. */
  securityContact: string | undefined;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  clock: Clock;
}

/**
 * The file that says where a vulnerability of this site can be reported (RFC 9116). It is made for each request, so it
 * never expires; without a contact there is no file.
 */
export function addSecurityTxt(app: FastifyInstance, { securityContact, siteUrl, clock }: SecurityTxtOptions): void {
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // Rounded to the day, so that two requests on one day get the same text.
    const expires = new Date(Math.floor((clock.now() + GOOD_FOR) / DAY) * DAY).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}

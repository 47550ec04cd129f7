import type { FastifyInstance } from 'fastify';
import type { Clock } from '#shared/kernel/clock.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long from now it says it is good for; RFC 9116, 2.5.5 asks for less than a year. */
const GOOD_FOR = 180 * DAY;

export interface SecurityTxtOptions {
  /** `mailto:` or `https:` address that holes are told to; undefined where the owner names none. */
  securityContact: string | undefined;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  clock: Clock;
}

/**
 * Where a hole in this site can be told (RFC 9116). It is made anew with each request, so it never runs out; there is none
 * without a contact.
 */
export function addSecurityTxt(app: FastifyInstance, { securityContact, siteUrl, clock }: SecurityTxtOptions): void {
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // To the day, so that two who ask on one day read the same.
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

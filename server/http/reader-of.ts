import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '#server/services/client-network.ts';
import type { Reader } from '#server/services/statistics/counting.ts';

/** The sender of a request, as far as the statistics need to know (docs/rules.md, "Statistics"). */
export function readerOf({ ip, headers, adminId }: FastifyRequest): Reader {
  return {
    network: clientNetwork(ip),
    userAgent: headers['user-agent'] ?? '',
    isMobile: headers['sec-ch-ua-mobile'] === '?1',
    isPrivate: headers.dnt === '1' || headers['sec-gpc'] === '1',
    isOwner: adminId !== null,
  };
}

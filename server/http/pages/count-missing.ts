import type { FastifyInstance } from 'fastify';
import { readerOf } from '#server/http/reader-of.ts';
import { wantsPage } from '#server/http/unknown-addresses.ts';
import { isPicturePath } from '#server/services/statistics/missing-address.ts';
import type { StatisticsRecorder } from '#server/services/statistics/recorder.ts';

/** Counts pages and pictures that were asked for and are not there, once they are answered; what asks for neither is no reader. */
export function countMissingPages(app: FastifyInstance, counting: StatisticsRecorder): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, headers, hostname, raw } = request;
    if (reply.statusCode !== 404 || method !== 'GET' || !wantsPage(request)) return;
    const [pathname = '/'] = (raw.url ?? '/').split('?');
    const { accept = '' } = headers;
    const isAsked = accept.includes('text/html') || (accept.includes('image/') && isPicturePath(pathname));
    if (!isAsked || headers['sec-purpose'] !== undefined) return;
    counting.missed(readerOf(request), { pathname, referrer: headers.referer, ownHost: hostname });
  });
}

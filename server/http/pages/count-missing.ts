import type { FastifyInstance } from 'fastify';
import { readerOf } from '#server/http/reader-of.ts';
import { wantsPage } from '#server/http/unknown-addresses.ts';
import type { StatisticsRecorder } from '#server/services/statistics/recorder.ts';

/** Counts pages that were asked for and are not there, once they are answered; what asks for no page is no reader. */
export function countMissingPages(app: FastifyInstance, counting: StatisticsRecorder): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, headers, hostname, raw } = request;
    if (reply.statusCode !== 404 || method !== 'GET' || !wantsPage(request)) return;
    if (!headers.accept?.includes('text/html') || headers['sec-purpose'] !== undefined) return;
    const [pathname = '/'] = (raw.url ?? '/').split('?');
    counting.missed(readerOf(request), { pathname, referrer: headers.referer, ownHost: hostname });
  });
}

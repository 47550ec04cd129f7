import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `X-Total-Count` and `Link: <…>; rel="next"` of a list, the next page under the same query: by its cursor, or by
 * `nextPage`, its number, in a list that has no cursors.
 */
export function setPagingHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  list: { total: number; next: string | null; nextPage?: number | null },
): void {
  reply.header('x-total-count', list.total);
  const { next, nextPage = null } = list;
  if (next === null && nextPage === null) return;
  const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  if (next === null) parameters.set('page', String(nextPage));
  else parameters.set('cursor', next);
  reply.header('link', `<${path}?${parameters}>; rel="next"`);
}

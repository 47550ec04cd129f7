import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets the headers `X-Total-Count` and `Link: <…>; rel="next"` of a list. The link keeps the query and names the next
 * page by its cursor, or in a list without cursors by its number, `nextPage`.
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

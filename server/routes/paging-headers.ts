import type { FastifyReply, FastifyRequest } from 'fastify';

/** `X-Total-Count` and `Link: <…>; rel="next"` of a list, the next page under the same query. */
export function setPagingHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  list: { total: number; next: string | null },
): void {
  reply.header('x-total-count', list.total);
  if (list.next === null) return;
  const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.set('cursor', list.next);
  reply.header('link', `<${path}?${parameters}>; rel="next"`);
}

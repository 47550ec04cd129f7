import type { FastifyInstance } from 'fastify';
import { MARK_PATH } from '#server/adapters/read-edge-mark.ts';
import { edgeHeaders } from '#server/http/edge-headers.ts';
import { type EdgeMarks, MARK_TAG } from '#server/services/edges/edge-marks.ts';

/** The page by which the server sees whether an edge drops what it is told to. It depends on nothing but that. */
export function addEdgeMark(app: FastifyInstance, marks: EdgeMarks): void {
  app.get(MARK_PATH, async (_request, reply) =>
    reply
      .headers({ ...edgeHeaders(MARK_TAG), 'cache-control': 'public, max-age=0, must-revalidate' })
      .header('x-robots-tag', 'noindex')
      .type('text/plain; charset=utf-8')
      .send(marks.text()),
  );
}

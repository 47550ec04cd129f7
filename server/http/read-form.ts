import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';

/** What a browser sends a form as by itself. */
const FORM = 'application/x-www-form-urlencoded';

/** Takes the forms of pages in this scope: {@link formOf} gives their fields. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: bodyLimits.message }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
}

/** The fields of a form as they were sent; none where something else was. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

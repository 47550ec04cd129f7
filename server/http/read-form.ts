import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';

/** The content type with which a browser sends a form by default. */
const FORM = 'application/x-www-form-urlencoded';

/** Accepts the forms of pages in this scope: {@link formOf} returns their fields. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: bodyLimits.message }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
}

/** The fields of a form as they were sent; none when the body is not a form. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

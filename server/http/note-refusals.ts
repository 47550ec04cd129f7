import type { FastifyInstance } from 'fastify';
import type { AuditService } from '#server/services/audit/index.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import { confirmPassword, login } from '#shared/contract/session.ts';
import type { RefusedEvent } from '#shared/kernel/audit-events.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { bearerToken } from './api-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which a request was refused; absent for a request that was answered. */
    refusedAs?: ErrorCode;
  }
}

const events: Partial<Record<ErrorCode, RefusedEvent>> = {
  cross_site: 'cross_site_refused',
  unknown_host: 'unknown_host_refused',
  rate_limited: 'limit_reached',
  scope_too_small: 'token_too_small',
};
const PASSWORDS: readonly (string | undefined)[] = [login.path, confirmPassword.path];

/** Records refusals that concern security, as sums, by network and by the route of the call. */
export function noteRefusals(app: FastifyInstance, audit: Pick<AuditService, 'refuse'>): void {
  app.addHook('onResponse', async (request) => {
    const { refusedAs } = request;
    if (refusedAs === undefined) return;
    const network = clientNetwork(request.ip);
    const { url } = request.routeOptions;
    if (refusedAs === 'rate_limited' && PASSWORDS.includes(url)) audit.refuse({ event: 'sign_in_locked', network });
    else if (refusedAs === 'unauthorized' && bearerToken(request) !== null)
      audit.refuse({ event: 'token_refused', network });
    else if (events[refusedAs]) audit.refuse({ event: events[refusedAs], network, ...(url && { name: url }) });
  });
}

import type { FastifyRequest } from 'fastify';
import type { ChangeOrigin } from '#server/change-origin.ts';
import type { AuditActor } from '#server/repositories/history/audit.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import { deviceName } from '#shared/kernel/device-name.ts';

type Asked = Pick<FastifyRequest, 'adminId' | 'session' | 'token' | 'ip'>;

/** The origin of a request, by its session or token; what is done for a reader counts as done by the server. */
export function originOf({ adminId, session, token, ip }: Asked): ChangeOrigin {
  const network = clientNetwork(ip);
  if (token) return { kind: token.kind, device: token.name, network };
  if (adminId === null) return { kind: 'server', device: '', network };
  const via = session.via ?? 'browser';
  return { kind: via === 'desktop' ? 'app' : 'browser', device: deviceName(session.userAgent ?? '', via), network };
}

/** The actor, for the log, that belongs to an origin. */
export function actorFrom({ kind, device, network }: ChangeOrigin): AuditActor {
  return { kind: kind === 'unknown' ? 'server' : kind, device, ...(network !== undefined && { network }) };
}

/** A person who is not signed in, with the browser that their request names. */
export function strangerOf({ ip, headers }: FastifyRequest): AuditActor {
  return { kind: 'stranger', device: deviceName(headers['user-agent'] ?? '', 'browser'), network: clientNetwork(ip) };
}

/** The sender of a request, for log entries about somebody who is not signed in (yet). */
export function callerOf({ ip, headers }: FastifyRequest, via: 'browser' | 'desktop'): AuditActor {
  const device = deviceName(headers['user-agent'] ?? '', via);
  return { kind: via === 'desktop' ? 'app' : 'browser', device, network: clientNetwork(ip) };
}

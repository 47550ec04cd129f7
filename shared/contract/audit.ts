import { z } from 'zod';
import { AUDIT_ACTORS, AUDIT_CLASSES, auditEventNames } from '#shared/kernel/audit-events.ts';
import { endpoint } from './endpoint.ts';
import { isoDate, pagingQuery, storedDate } from './fields.ts';

/** Something that happened. */
export const auditEntry = z
  .object({
    id: z.int(),
    at: isoDate,
    class: z.enum(AUDIT_CLASSES),
    /** Null for one that this program does not know. */
    event: z.enum(auditEventNames).nullable(),
    actor: z.object({
      /** Null for one that this program does not know. */
      kind: z.enum(AUDIT_ACTORS).nullable(),
      /** A browser or computer, or what a token is called; empty for the others. */
      device: z.string(),
    }),
    /** An IPv4 address or 64 bits of IPv6; null where nobody called. */
    network: z.string().nullable(),
    /** The id of what it was done to; empty where there is none. */
    subject: z.string(),
    /** What that is called. */
    name: z.string(),
    /** What else is to be known, in short texts. */
    details: z.record(z.string(), z.string()),
    /** How often, within an hour. */
    count: z.int().positive(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  summary:
    'What happened to the site’s security, what was refused and what the owner did in the last 400 days, the last first. X-Total-Count and Link carry the paging',
  query: pagingQuery.extend({
    class: z.enum(AUDIT_CLASSES).optional(),
    event: z.enum(auditEventNames).optional(),
    /** The first moment that counts. */
    from: storedDate.optional(),
    /** The first moment that no longer counts. */
    to: storedDate.optional(),
  }),
  response: z.array(auditEntry),
});

import { z } from 'zod';
import { AUDIT_ACTORS, AUDIT_CLASSES, auditEventNames } from '#shared/kernel/audit-events.ts';
import { endpoint } from './endpoint.ts';
import { isoDate, pagingQuery, storedDate } from './fields.ts';

/** An event of the log. */
export const auditEntry = z
  .object({
    id: z.int(),
    at: isoDate,
    class: z.enum(AUDIT_CLASSES),
    /** Null for an event that this program does not know. */
    event: z.enum(auditEventNames).nullable(),
    actor: z.object({
      /** Null for a kind of actor that this program does not know. */
      kind: z.enum(AUDIT_ACTORS).nullable(),
      /** The name of a browser or computer, or of a token; empty for the other kinds. */
      device: z.string(),
    }),
    /** An IPv4 address or the first 64 bits of an IPv6 address; null where the event had no caller. */
    network: z.string().nullable(),
    /** The id of the thing the event is about; empty where there is none. */
    subject: z.string(),
    /** The name of that thing. */
    name: z.string(),
    /** Further details, as short texts. */
    details: z.record(z.string(), z.string()),
    /** How often it happened, within an hour. */
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
    /** The first moment of the span. */
    from: storedDate.optional(),
    /** The first moment after the span. */
    to: storedDate.optional(),
  }),
  response: z.array(auditEntry),
});

import type { AuditNote } from '#server/repositories/history/audit.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';

/**
 * The log entry of a call that has succeeded, with the thing that it changed; null when the call itself makes no entry.
 */
export function noteOfCall(
  { audit }: Endpoint,
  { params, body }: { params: unknown; body: unknown },
  answer: unknown,
): AuditNote | null {
  if (audit === null) return null;
  const subject = firstOf([params, answer], ['id', 'postId', 'name', 'image']);
  // Nothing about a person is recorded that would remain after they are erased.
  const name = audit === 'subscriber_ended' ? null : firstOf([answer, body], ['name', 'title', 'subject', 'path']);
  return { event: audit, ...(subject !== null && { subject }), ...(name !== null && { name }) };
}

/** The first non-empty value that one of these records has under one of these names. */
function firstOf(records: readonly unknown[], names: readonly string[]): string | null {
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue;
    const values = new Map<string, unknown>(Object.entries(record));
    for (const name of names) {
      const value = values.get(name);
      if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
    }
  }
  return null;
}

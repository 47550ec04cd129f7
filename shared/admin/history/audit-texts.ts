import type { AuditEntry } from '#shared/contract/audit.ts';
import { type AuditClass, auditEvents } from '#shared/kernel/audit-events.ts';
import { clockTime } from '../dates.ts';

/** The name of each class in the list of classes. */
export const classNames: Record<AuditClass, string> = {
  security: 'Account and security',
  refused: 'Refused attempts',
  action: 'What you did',
};

/** Returns: Deleted the category “Old news”. If an entry sums up several events, their number within an hour is added. */
export function auditTitle({ event, name, count }: Pick<AuditEntry, 'event' | 'name' | 'count'>): string {
  const label = event === null ? 'Something this program does not know' : auditEvents[event].label;
  const title = name === '' ? label : `${label} “${name}”`;
  return count === 1 ? title : `${title}, ${count.toLocaleString('en-US')} times within an hour`;
}

/** Returns "Chrome on Linux, 192.0.2.1, 14:32". */
export function auditOrigin({ actor, network, at }: Pick<AuditEntry, 'actor' | 'network' | 'at'>): string {
  return [actorName(actor), network, clockTime(at)].filter(Boolean).join(', ');
}

function actorName({ kind, device }: AuditEntry['actor']): string {
  if (kind === 'import') return 'Import';
  if (kind === 'server') return 'The server by itself';
  if (kind === 'command') return 'A command on the server';
  if (kind === 'agent') return `Agent “${device}”`;
  if (kind === 'program') return `Program “${device}”`;
  if (kind === 'stranger') return device === '' ? 'Somebody unknown' : `Somebody unknown (${device})`;
  return device === '' ? 'From where was not noted' : device;
}

const detailNames: Record<string, string> = {
  before: 'before',
  after: 'after',
  changed: 'changed',
  posts: 'numbers of the posts',
  kind: 'kind',
  scope: 'may',
  to: 'leads to',
  at: 'at',
};

/** Returns "before: a@example.com · after: b@example.com"; empty if there is nothing more to say. */
export function auditDetails({ details }: Pick<AuditEntry, 'details'>): string {
  return Object.entries(details)
    .map(([name, text]) => `${detailNames[name] ?? name}: ${text}`)
    .join(' · ');
}

/**
 * Returns the days between two values of `<input type="date">`, in the owner's time zone, in the form of the call. An
 * empty value sets no limit.
 */
export function daysBetween(from: string, to: string): { from?: string; to?: string } {
  const begin = midnight(from, 0);
  const end = midnight(to, 1);
  return { ...(begin && { from: begin }), ...(end && { to: end }) };
}

function midnight(day: string, later: number): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

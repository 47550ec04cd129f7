import type { Selectable } from 'kysely';
import type { PostEventsTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import { type AuditActor, noteInAudit } from '../history/audit.ts';

type Event = Pick<Selectable<PostEventsTable>, 'type' | 'cause'>;

/** A post after a write, with the events of the write. */
interface WrittenPost {
  id: number;
  title: string;
  isNew: boolean;
  events: readonly Event[];
}

const BY_SCHEDULE: AuditActor = { kind: 'server', device: '' };

/**
 * Records in the log what was done to a post, in the transaction of the write. An action on many posts, an import or a
 * restored backup is recorded as a whole by its caller. `at` in milliseconds since 1970.
 */
export async function notePost(
  ex: Executor,
  { id, title, isNew, events }: WrittenPost,
  { cause, at, isOneOfMany = false }: { cause: Event['cause']; at: number; isOneOfMany?: boolean },
): Promise<void> {
  if (isOneOfMany || cause === 'bulk' || cause === 'import' || cause === 'restore') return;
  const due = events.filter((event) => event.cause === 'schedule' && event.type === 'went-live');
  for (const _ of due) await noteDuePost(ex, { id, title }, at);
  for (const event of doneTo({ isNew, events: events.filter((each) => !due.includes(each)) }, cause))
    await noteInAudit(ex, { event, subject: id, name: title }, at);
}

function doneTo({ isNew, events }: Pick<WrittenPost, 'isNew' | 'events'>, cause: Event['cause']): AuditEventName[] {
  const types = new Set(events.map(({ type }) => type));
  if (types.has('gone')) return ['post_deleted'];
  if (cause === 'undelete') return ['post_restored'];
  const done: AuditEventName[] = [];
  if (isNew) done.push('post_created');
  if (types.has('went-live')) done.push('post_published');
  if (types.has('taken-down')) done.push('post_unpublished');
  return done.length > 0 ? done : ['post_saved'];
}

/** Records in the log that a post was published because its time has come. */
export async function noteDuePost(
  ex: Executor,
  { id, title }: { id: number; title: string },
  at: number,
): Promise<void> {
  await noteInAudit(ex, { event: 'post_published', subject: id, name: title, by: BY_SCHEDULE }, at);
}

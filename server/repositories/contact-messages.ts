import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { ContactMessagesTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { ContactFields, ContactMessage } from '#shared/contract/contact.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { newestPage } from './newest-page.ts';
import type { Page, Paging } from './paging.ts';

/**
 * Stores a reader's message as unread. `suspect`: the message looks like a program's work. `now` in milliseconds since
 * 1970.
 */
export async function insertContactMessage(
  ex: Executor,
  { name, email, subject, message, suspect = false }: ContactFields & { suspect?: boolean },
  now: number,
): Promise<ContactMessage> {
  const row = await ex
    .insertInto('contact_messages')
    .values({ name, email, subject, message, is_suspect: suspect ? 1 : 0, created_at: isoTime(now) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toMessage(row);
}

/**
 * Messages, newest first; only read or only unread messages when `read` is given. Throws AppError `invalid_input` for a
 * cursor that the server did not give.
 */
export async function listContactMessages(
  ex: Executor,
  request: Paging & { read?: boolean | undefined },
): Promise<Page<ContactMessage>> {
  let wanted = ex.selectFrom('contact_messages');
  if (request.read !== undefined) wanted = wanted.where('is_read', '=', request.read ? 1 : 0);
  const { items, ...page } = await newestPage(ex, wanted, request, (query) => query.selectAll().execute());
  return { ...page, items: items.map(toMessage) };
}

/** Marks a message as read or unread. Throws AppError `not_found`. */
export async function markContactMessage(ex: Executor, id: number, read: boolean): Promise<ContactMessage> {
  const row = await ex
    .updateTable('contact_messages')
    .set({ is_read: read ? 1 : 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toMessage(row);
}

/** Deletes a message permanently. Throws AppError `not_found`. */
export async function deleteContactMessage(ex: Executor, id: number): Promise<void> {
  const { numDeletedRows } = await ex.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

function toMessage(row: Selectable<ContactMessagesTable>): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    read: row.is_read === 1,
    suspect: row.is_suspect === 1,
    createdAt: row.created_at,
  };
}

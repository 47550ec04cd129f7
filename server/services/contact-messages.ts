import type { Executor } from '#server/db/transaction.ts';
import {
  deleteContactMessage,
  listContactMessages,
  markContactMessage,
} from '#server/repositories/contact-messages.ts';
import type { Page } from '#server/repositories/paging.ts';
import type { ContactMessage, listContactMessages as listEndpoint } from '#shared/contract/contact.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';

/** What readers sent, as the owner reads it. */
export interface ContactMessageService {
  /** Newest first; `total` counts what the query asks for, so that of the unread is how many there are. */
  list(query: QueryOf<typeof listEndpoint>): Promise<Page<ContactMessage>>;
  /** Throws AppError `not_found`. */
  mark(id: number, read: boolean): Promise<ContactMessage>;
  /** For good. Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
}

export function createContactMessageService({ db }: { db: Executor }): ContactMessageService {
  return {
    list: (query) => listContactMessages(db, query),
    mark: (id, read) => markContactMessage(db, id, read),
    remove: (id) => deleteContactMessage(db, id),
  };
}

import type { Executor } from '#server/db/transaction.ts';
import {
  deleteContactMessage,
  listContactMessages,
  markContactMessage,
} from '#server/repositories/contact-messages.ts';
import type { Page } from '#server/repositories/paging.ts';
import type { ContactMessage, listContactMessages as listEndpoint } from '#shared/contract/contact.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';

/** The messages that readers have sent, for the owner to read. */
export interface ContactMessageService {
  /**
   * Newest first; `total` counts all messages that match the query, so a query for unread messages gives their number.
   */
  list(query: QueryOf<typeof listEndpoint>): Promise<Page<ContactMessage>>;
  /** Throws AppError `not_found`. */
  mark(id: number, read: boolean): Promise<ContactMessage>;
  /** Deletes a message for good. Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
}

export function createContactMessageService({ db }: { db: Executor }): ContactMessageService {
  return {
    list: (query) => listContactMessages(db, query),
    mark: (id, read) => markContactMessage(db, id, read),
    remove: (id) => deleteContactMessage(db, id),
  };
}

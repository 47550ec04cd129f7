import type { Executor } from '#server/db/transaction.ts';
import { listAuthors } from '#server/repositories/authors.ts';
import type { Author } from '#shared/contract/authors.ts';

export interface AuthorService {
  /** All, in the order they were made. The contract leaves out what readers may not see. */
  list(): Promise<Author[]>;
}

export function createAuthorService({ db }: { db: Executor }): AuthorService {
  return { list: () => listAuthors(db) };
}

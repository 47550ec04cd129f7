import type { Executor } from '#server/db/transaction.ts';
import {
  type AuthorRecord,
  deleteAuthor,
  insertAuthor,
  listAuthorRecords,
  listAuthors,
  updateAuthor,
} from '#server/repositories/authors.ts';
import type { createAuthor, ListedAuthor, updateAuthor as updateEndpoint } from '#shared/contract/authors.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Events } from './events/site-events.ts';

export interface AuthorService {
  /** All, in the order they were made; e-mail addresses for the owner alone. */
  list(viewer: 'reader' | 'owner'): Promise<ListedAuthor[]>;
  /** Throws AppError `name_taken` when the e-mail address is in use. */
  create(fields: BodyOf<typeof createAuthor>): Promise<AuthorRecord>;
  /** Throws AppError `not_found`, `name_taken`. */
  update(id: number, changes: BodyOf<typeof updateEndpoint>): Promise<AuthorRecord>;
  /** The posts move to `moveTo`. Throws AppError `not_found`, and `still_in_use` for posts with nowhere to go and for the last author. */
  remove(id: number, moveTo: number | undefined): Promise<void>;
}

interface AuthorOptions {
  db: Executor;
  tell: Events['tell'];
}

export function createAuthorService({ db, tell }: AuthorOptions): AuthorService {
  const changed = (...ids: number[]) => tell({ type: 'site-changed', what: 'author', ids });
  return {
    list: (viewer) => (viewer === 'owner' ? listAuthorRecords(db) : listAuthors(db)),
    async create(fields) {
      const author = await insertAuthor(db, fields);
      changed(author.id);
      return author;
    },
    async update(id, changes) {
      const author = await updateAuthor(db, id, changes);
      changed(id);
      return author;
    },
    async remove(id, moveTo) {
      const [only, ...others] = await listAuthorRecords(db);
      if (only?.id === id && others.length === 0) {
        throw new AppError('still_in_use', { message: 'Every post needs an author; the last one cannot be deleted.' });
      }
      await deleteAuthor(db, id, moveTo);
      changed(id, ...(moveTo === undefined ? [] : [moveTo]));
    },
  };
}

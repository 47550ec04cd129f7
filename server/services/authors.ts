import type { Executor } from '#server/db/transaction.ts';
import {
  type AuthorFields,
  type AuthorRecord,
  authorsNamed,
  deleteAuthor,
  findAuthorBySlug,
  findAuthorRedirect,
  insertAuthor,
  listAuthorRecords,
  listAuthors,
  liveAuthorSlugs,
  updateAuthor,
} from '#server/repositories/authors.ts';
import { bringBackAuthor } from '#server/repositories/history/bring-back.ts';
import type {
  Author,
  AuthorWithCount,
  createAuthor,
  ListedAuthor,
  updateAuthor as updateEndpoint,
} from '#shared/contract/authors.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Events, renamed } from './events/site-events.ts';

/** The largest number of authors that a search names. */
const NAMED = 3;

export interface AuthorService {
  /** All authors, in the order of their creation; e-mail addresses are for the owner alone. */
  list(viewer: 'reader' | 'owner'): Promise<ListedAuthor[]>;
  /** The authors of live posts whom a search text names: a few of them, those with the most posts first. */
  named(query: string): Promise<Author[]>;
  find(slug: string): Promise<AuthorWithCount | null>;
  /** The current slug of the author who once had this slug; null when there is none. */
  movedTo(slug: string): Promise<string | null>;
  /** The slugs of the authors of live posts. */
  liveSlugs(): Promise<string[]>;
  /** Throws AppError `name_taken` when the e-mail address is in use. */
  create(fields: BodyOf<typeof createAuthor>): Promise<AuthorRecord>;
  /** Throws AppError `not_found`, `name_taken`. */
  update(id: number, changes: BodyOf<typeof updateEndpoint>): Promise<AuthorRecord>;
  /**
   * Restores a deleted author from the entry of the deletion in History, and gives back the posts that still belong to
   * the author who received them. Throws AppError `history_conflict`.
   */
  bringBack(brought: Parameters<typeof bringBackAuthor>[1]): Promise<void>;
  /** Gives an author back the fields they had. Throws AppError `not_found`, `name_taken`. */
  giveBack(id: number, fields: AuthorFields): Promise<void>;
  /**
   * The author's posts move to `moveTo`. Throws AppError `not_found`, and `still_in_use` for posts without a new author
   * and for the last author.
   */
  remove(id: number, moveTo: number | undefined): Promise<void>;
}

interface AuthorOptions {
  db: Executor;
  clock: Clock;
  tell: Events['tell'];
}

export function createAuthorService({ db, clock, tell }: AuthorOptions): AuthorService {
  const changed = (before: readonly AuthorRecord[], after: readonly AuthorRecord[]) =>
    tell({ type: 'site-changed', what: 'author', ...renamed(before, after) });
  const named = async (...ids: (number | undefined)[]) =>
    (await listAuthorRecords(db)).filter(({ id }) => ids.includes(id));
  return {
    list: (viewer) => (viewer === 'owner' ? listAuthorRecords(db) : listAuthors(db)),
    named: (query) => authorsNamed(db, query, clock.now(), NAMED),
    find: (slug) => findAuthorBySlug(db, slug, clock.now()),
    movedTo: (slug) => findAuthorRedirect(db, slug),
    liveSlugs: () => liveAuthorSlugs(db, clock.now()),
    async create(fields) {
      const author = await insertAuthor(db, fields);
      changed([], [author]);
      return author;
    },
    async update(id, changes) {
      const before = await named(id);
      const author = await updateAuthor(db, id, changes, clock.now());
      changed(before, [author]);
      return author;
    },
    async bringBack(brought) {
      const before = await named(brought.state.movedTo);
      if (await bringBackAuthor(db, brought)) changed(before, await named(brought.id, brought.state.movedTo));
    },
    async giveBack(id, fields) {
      const before = await named(id);
      changed(before, [await updateAuthor(db, id, fields, clock.now())]);
    },
    async remove(id, moveTo) {
      const [only, ...others] = await listAuthorRecords(db);
      if (only?.id === id && others.length === 0) {
        throw new AppError('still_in_use', { message: 'Every post needs an author; the last one cannot be deleted.' });
      }
      const before = await named(id, moveTo);
      await deleteAuthor(db, id, clock.now(), moveTo);
      changed(before, await named(moveTo));
    },
  };
}

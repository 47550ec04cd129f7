import type { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Author, authorFields, authorRecord } from '#shared/contract/authors.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { rejectDuplicate } from './reject-duplicate.ts';

type AuthorFields = z.output<typeof authorFields>;
export type AuthorRecord = z.output<typeof authorRecord>;

const columns = ['id', 'name', 'email', 'bio', 'avatar'] as const;

/** All authors in the order of their making, as the owner sees them. */
export async function listAuthorRecords(ex: Executor): Promise<AuthorRecord[]> {
  const rows = await ex.selectFrom('authors').select(columns).orderBy('id').execute();
  return rows.map(toRecord);
}

/** All authors in the order of their making, as readers see them: without e-mail addresses. */
export async function listAuthors(ex: Executor): Promise<Author[]> {
  const records = await listAuthorRecords(ex);
  return records.map(({ email: _, ...author }) => author);
}

/** The author of every post for which none is chosen; null when there is none at all. */
export async function firstAuthor(ex: Executor): Promise<AuthorRecord | null> {
  const row = await ex.selectFrom('authors').select(columns).orderBy('id').limit(1).executeTakeFirst();
  return row ? toRecord(row) : null;
}

/** Throws AppError `name_taken` when the e-mail address is in use. */
export async function insertAuthor(ex: Executor, fields: AuthorFields): Promise<AuthorRecord> {
  return toRecord(
    await rejectDuplicate('name_taken', () =>
      ex.insertInto('authors').values(fields).returning(columns).executeTakeFirstOrThrow(),
    ),
  );
}

/** Throws AppError `not_found`, `name_taken`. */
export async function updateAuthor(ex: Executor, id: number, fields: Partial<AuthorFields>): Promise<AuthorRecord> {
  const row = await rejectDuplicate('name_taken', () =>
    ex
      .updateTable('authors')
      // An update without any field would be no valid SQL, so the id is set to itself.
      .set({ id, ...fields })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('not_found');
  return toRecord(row);
}

/**
 * Deletes an author; the posts, those in the bin too, move to `moveTo`.
 * Throws AppError `not_found`, and `still_in_use` when there are posts and no other author was named.
 */
export async function deleteAuthor(ex: Executor, id: number, moveTo?: number): Promise<void> {
  await atomically(ex, async (trx) => {
    if (!(await exists(trx, id))) throw new AppError('not_found');
    if (moveTo !== undefined && moveTo !== id) {
      if (!(await exists(trx, moveTo))) throw new AppError('not_found');
      await trx.updateTable('blog_posts').set({ author_id: moveTo }).where('author_id', '=', id).execute();
    }
    const post = await trx
      .selectFrom('blog_posts')
      .where('author_id', '=', id)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (post) throw new AppError('still_in_use');
    await trx.deleteFrom('authors').where('id', '=', id).execute();
  });
}

async function exists(ex: Executor, id: number): Promise<boolean> {
  return (await ex.selectFrom('authors').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

function toRecord(row: {
  id: number;
  name: string;
  email: string;
  bio: string | null;
  avatar: string | null;
}): AuthorRecord {
  return { ...row, bio: row.bio ?? '' };
}

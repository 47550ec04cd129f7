import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { type AuthorRecord, insertAuthor, listAuthorRecords } from '#server/repositories/authors.ts';
import { slugify } from '#shared/content/slug.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ImportLedger } from './import-ledger.ts';
import { readableName } from './readable-name.ts';

/** An author as described by a source; the slug is not included, because it is made from the name again. */
export type KnownAuthor = Omit<AuthorRecord, 'id' | 'slug'>;

export interface AuthorBook {
  /**
   * The id of the author whom a post names, by name or by slug ("britta-gustafson"); the author is created when there
   * is none. Of several authors with the same name, the post's existing author `current` is preferred.
   */
  idOf(name: string, current: number | undefined): Promise<number>;
  /** The names of the authors that were created. */
  readonly made: string[];
}

interface AuthorBookOptions {
  db: Executor;
  /** The source's descriptions of its authors. */
  known?: readonly KnownAuthor[] | undefined;
  /** The address on this site of a picture that the source names; null when the picture is lost. */
  picture: (address: string) => Promise<string | null>;
  isDryRun: boolean;
  ledger?: ImportLedger | undefined;
}

/** Opens the book with the existing authors. With `isDryRun` authors are only named, not created. */
export async function openAuthorBook(options: AuthorBookOptions): Promise<AuthorBook> {
  const { db, known: said = [], picture, isDryRun, ledger } = options;
  const authors: Pick<AuthorRecord, 'id' | 'name'>[] = await listAuthorRecords(db);
  const made: string[] = [];
  // Calls are answered one after the other: two posts that are read at the same time may name the same new author.
  let turn: Promise<unknown> = Promise.resolve();

  const find = (name: string, current: number | undefined): number | null => {
    const slug = slugify(name);
    const named = authors.filter((author) => author.name === name);
    const alike = authors.filter((author) => slug !== '' && slugify(author.name) === slug);
    const fitting = named.length > 0 ? named : alike;
    return (fitting.find((author) => author.id === current) ?? fitting[0])?.id ?? null;
  };
  const make = async (given: string): Promise<number> => {
    const known = said.find((author) => author.name === given);
    const name = known ? given : readableName(given);
    made.push(name);
    // In a dry run, an id that no author has: a real import would create the author.
    const author = isDryRun ? { id: -made.length, name } : await insertNew(db, await fieldsFor(name, known), ledger);
    authors.push(author);
    return author.id;
  };
  const fieldsFor = async (name: string, known: KnownAuthor | undefined): Promise<KnownAuthor> => {
    if (!known) return { name, email: '', bio: '', avatar: null };
    return { ...known, avatar: known.avatar === null ? null : await picture(known.avatar) };
  };
  return {
    made,
    idOf(name, current) {
      const result = turn.then(async () => find(name, current) ?? (await make(name)));
      turn = result.catch(() => undefined);
      return result;
    },
  };
}

/** Every author has a different e-mail address; a missing one gets a domain that cannot receive mail (RFC 2606). */
async function insertNew(db: Executor, author: KnownAuthor, ledger: ImportLedger | undefined): Promise<AuthorRecord> {
  const local = slugify(author.name).slice(0, 60) || 'author';
  for (let number = 1; ; number += 1) {
    const derived = `${local}${number === 1 ? '' : `-${number}`}@authors.invalid`;
    try {
      const given = z.email().safeParse(author.email).data;
      return await atomically(db, async (trx) => {
        const made = await insertAuthor(trx, { ...author, email: (number === 1 && given) || derived });
        await ledger?.made(trx, 'author', made.id);
        return made;
      });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'name_taken') || number > 1000) throw error;
    }
  }
}

import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { type AuthorRecord, insertAuthor, listAuthorRecords } from '#server/repositories/authors.ts';
import { slugify } from '#shared/content/slug.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ImportLedger } from './import-ledger.ts';
import { readableName } from './readable-name.ts';

/** An author as a source knows one: the slug is made from the name again. */
export type KnownAuthor = Omit<AuthorRecord, 'id' | 'slug'>;

export interface AuthorBook {
  /**
   * The id of the author a post names, by name or by slug ("britta-gustafson"), made when there is none. Of several
   * with the same name the one the post has already, `current`, is meant.
   */
  idOf(name: string, current: number | undefined): Promise<number>;
  /** Names of the authors that were made. */
  readonly made: string[];
}

interface AuthorBookOptions {
  db: Executor;
  /** What the source says of its authors. */
  known?: readonly KnownAuthor[] | undefined;
  /** The address here of a picture the source names; null when it is lost. */
  picture: (address: string) => Promise<string | null>;
  isDryRun: boolean;
  ledger?: ImportLedger | undefined;
}

/** Opens the book with the authors there are. With `isDryRun` nobody is made, only named. */
export async function openAuthorBook(options: AuthorBookOptions): Promise<AuthorBook> {
  const { db, known: said = [], picture, isDryRun, ledger } = options;
  const authors: Pick<AuthorRecord, 'id' | 'name'>[] = await listAuthorRecords(db);
  const made: string[] = [];
  // Two posts read at the same time may name the same new author.
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
    // An id no author has: the post would get a new one.
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

/** Every author has an address of their own; one nobody gave is of a domain that can receive nothing (RFC 2606). */
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

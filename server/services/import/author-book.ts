import type { Executor } from '#server/db/transaction.ts';
import { type AuthorRecord, insertAuthor, listAuthorRecords } from '#server/repositories/authors.ts';
import { slugify } from '#shared/content/slug.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { PICTURES } from '../export/export-manifest.ts';
import { readableName } from './readable-name.ts';

/** An author as an export keeps one: the slug is made from the name again. */
type KnownAuthor = Omit<AuthorRecord, 'id' | 'slug'>;

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
  /** What an export says of its authors. */
  exported?: readonly KnownAuthor[] | undefined;
  /** The address here of a picture an export names; null when it is lost. */
  picture: (address: string) => Promise<string | null>;
  isDryRun: boolean;
}

/** Opens the book with the authors there are. With `isDryRun` nobody is made, only named. */
export async function openAuthorBook(options: AuthorBookOptions): Promise<AuthorBook> {
  const { db, exported = [], picture, isDryRun } = options;
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
    const known = exported.find((author) => author.name === given);
    const name = known ? given : readableName(given);
    made.push(name);
    // An id no author has: the post would get a new one.
    const author = isDryRun ? { id: -made.length, name } : await insertNew(db, await fieldsFor(name, known));
    authors.push(author);
    return author.id;
  };
  const fieldsFor = async (name: string, known: KnownAuthor | undefined): Promise<KnownAuthor> => {
    if (!known) return { name, email: '', bio: '', avatar: null };
    const avatar = known.avatar?.startsWith(`${PICTURES}/`) ? await picture(known.avatar) : known.avatar;
    return { ...known, avatar };
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
async function insertNew(db: Executor, author: KnownAuthor): Promise<AuthorRecord> {
  const local = slugify(author.name).slice(0, 60) || 'author';
  for (let number = 1; ; number += 1) {
    const derived = `${local}${number === 1 ? '' : `-${number}`}@authors.invalid`;
    try {
      return await insertAuthor(db, { ...author, email: number === 1 && author.email ? author.email : derived });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'name_taken') || number > 1000) throw error;
    }
  }
}

import type { Executor } from '#server/db/transaction.ts';
import { findBySlug, isSlugTaken } from '#server/repositories/posts/posts.ts';
import { isReservedSlug, slugify, uniqueSlug } from '#shared/content/slug.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Sequences of small letters and digits of any script, separated by single hyphens or underscores. */
const SLUG = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}]+([-_][\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}]+)*$/u;

/**
 * The stored form of a typed slug. Throws AppError `invalid_input` for a slug that cannot be the last part of an
 * address or is the name of a page of ours.
 */
export function checkedSlug(typed: string): string {
  const slug = typed.trim().normalize('NFC');
  if (!SLUG.test(slug)) throw slugFault('Only lowercase letters, digits and single hyphens');
  refuseReserved(slug);
  return slug;
}

/** Throws AppError `invalid_input` for a slug that is the name of a page of ours. */
export function refuseReserved(slug: string): void {
  if (isReservedSlug(slug)) throw slugFault('This slug is the name of a page of the site. Choose a different one.');
}

/** The slug of a title, with a number if a post other than `ownId` already has it. `now` in milliseconds since 1970. */
export async function freeSlug(db: Executor, title: string, now: number, ownId?: number): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const slug = uniqueSlug(slugify(title), (candidate) => taken.has(candidate));
    if (!(await isSlugTaken(db, slug))) return slug;
    if (ownId !== undefined && (await findBySlug(db, slug, { kind: 'all', now }))?.id === ownId) return slug;
    taken.add(slug);
  }
}

function slugFault(message: string): AppError {
  return new AppError('invalid_input', { message, issues: [{ path: 'slug', message }] });
}

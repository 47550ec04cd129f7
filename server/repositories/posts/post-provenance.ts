import type { Executor } from '#server/db/transaction.ts';
import { carryProvenance } from '#shared/content/provenance/carry.ts';
import { type Post, provenance as provenanceSchema } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { noProvenance, type Provenance, provenanceOf, sourcedRanges } from '#shared/kernel/provenance.ts';

/** The most characters of changed lines that are compared: more would block the server while a post is written. */
const MOST_COMPARED = 4000;

/** The provenance stored in a row; none when the row has none that can be read. */
export function readProvenance({ provenance }: { provenance: string | null }): Provenance {
  if (provenance === null) return noProvenance;
  try {
    return provenanceSchema.parse(JSON.parse(provenance));
  } catch {
    return noProvenance;
  }
}

export async function provenanceOfPost(ex: Executor, id: number): Promise<Provenance> {
  const row = await ex.selectFrom('blog_posts').where('id', '=', id).select('provenance').executeTakeFirst();
  return row ? readProvenance(row) : noProvenance;
}

/** The value of the column for a content. Throws AppError `invalid_input` for a range outside the content. */
export function provenanceColumn(content: string, given: Provenance): string | null {
  if (given.ranges.length === 0) return null;
  if (given.ranges.some(([, end]) => end > content.length)) {
    const message = 'Ranges must lie in the content';
    throw new AppError('invalid_input', { message, issues: [{ path: 'provenance', message }] });
  }
  return JSON.stringify(provenanceOf(sourcedRanges(given)));
}

/**
 * The value of the column after a change: what its sender gives, otherwise what remains of the former value. Undefined
 * leaves the column as it is. Throws AppError `invalid_input`.
 */
export function changedProvenance(
  before: Post,
  { content, provenance }: Partial<Pick<PostFields, 'content' | 'provenance'>>,
): string | null | undefined {
  if (provenance !== undefined) return provenanceColumn(content ?? before.content, provenance);
  if (content === undefined) return undefined;
  return provenanceColumn(
    content,
    carryProvenance(before.content, content, before.provenance ?? noProvenance, MOST_COMPARED),
  );
}

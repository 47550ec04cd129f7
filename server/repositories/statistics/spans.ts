import { type RawBuilder, sql } from 'kysely';

/**
 * A span of days (`unit` 0) or months (1) of the statistics, both ends included, in the form in which they are stored.
 */
export interface Span {
  unit: 0 | 1;
  from: number;
  to: number;
}

/** The posts whose statistics are requested. */
export type Subject = { postId: number } | { categoryId: number } | { tagId: number };

/** The condition for rows within a span. */
export function within({ unit, from, to }: Span): RawBuilder<unknown> {
  return sql`unit = ${unit} and at between ${from} and ${to}`;
}

/**
 * The condition for rows within a span, of the posts of a subject. For one post, each row is looked up by its key,
 * instead of going through all rows.
 */
export function withinOf(span: Span, subject: Subject): RawBuilder<unknown> {
  if ('postId' in subject) {
    const times = Array.from({ length: span.to - span.from + 1 }, (_, index) => span.from + index);
    return sql`unit = ${span.unit} and at in (${sql.join(times)}) and post_id = ${subject.postId}`;
  }
  const posts =
    'categoryId' in subject
      ? sql`select id from blog_posts where category_id = ${subject.categoryId}`
      : sql`select post_id from post_tags where tag_id = ${subject.tagId}`;
  return sql`${within(span)} and post_id in (${posts})`;
}

import { createHash } from 'node:crypto';
import { excerptOf } from '#shared/content/excerpt.ts';
import { plainLine, plainTitle } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { draftFields, type PostFields, postFields } from '#shared/contract/posts/post-input.ts';
import {
  lineKeyOf,
  type PostFieldName,
  plainTexts,
  postFieldNames,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { noProvenance, type Provenance } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { PostTimes } from '../posts/post-writer.ts';
import type { SourcePost } from './import-source.ts';
import { withoutOpening } from './opening-excerpt.ts';

const LONGEST_EXCERPT = postFieldTable.excerpt.max;

/** The fields of a post in its file; fields that the file does not give are undefined. */
export type ReadFields = Pick<PostFields, 'title' | 'content' | 'published'> & Partial<PostFields>;

/** Requires a value for each field, so that no field is forgotten. The slug is determined separately. */
type EveryField = Record<Exclude<PostFieldName, 'slug'>, unknown>;

/** The fields that have to be looked up first. */
export interface LookedUp {
  /** The text with the pictures' addresses on this site. */
  content: string;
  /** Only for our own exports. */
  provenance?: Provenance;
  featuredImage: string | null | undefined;
  categoryId: number | undefined;
  authorId: number | undefined;
}

/** The fields of a post of another generator. Throws ImportFault for a value that a post cannot have. */
export function foreignFields(source: SourcePost, { featuredImage, ...lookedUp }: LookedUp): ReadFields {
  const { front, date } = source;
  const summary = front.excerpt?.trim() ? front.excerpt : front.description;
  const title = plainTitle(front.title);
  // A post that consists only of pictures has no opening words.
  const excerpt = withoutOpening(plainLine(summary ?? ''), lookedUp.content) || excerptOf(lookedUp.content) || title;
  // When the post has an excerpt too, its description is meant for search engines.
  const description = front.excerpt?.trim() ? plainLine(front.description ?? '') : '';
  return checked(source, {
    ...lookedUp,
    title,
    excerpt: excerpt.length > LONGEST_EXCERPT ? excerptOf(excerpt, LONGEST_EXCERPT) : excerpt,
    featuredImage: featuredImage ?? undefined,
    published: isPublished(front),
    publishedAt: date === null ? undefined : isoDate(date),
    featured: front.featured,
    tags: front.tags,
    ...recordOf(plainTexts, (name) => [name, front[lineKeyOf(name)] ?? undefined]),
    featuredImageAlt: front.featuredimagealt ?? altOf(front),
    metaDescription: front.metadescription ?? (description || undefined),
    readTime: front.readtime ?? undefined,
    seriesNumber: front.seriesnumber ?? undefined,
    provenance: undefined,
  } satisfies EveryField);
}

/**
 * Another generator's alternative text of the picture; a very long text is cut at a sentence or a word instead of being
 * refused.
 */
function altOf({ image, imagealt }: SourcePost['front']): string | undefined {
  return image && imagealt ? excerptOf(plainLine(imagealt), postFieldTable.featuredImageAlt.max) : undefined;
}

/** The fields of a post of our own export, exactly as written: a missing line means an empty field. */
export function exportedFields(source: SourcePost, lookedUp: LookedUp): ReadFields {
  const { front, date } = source;
  return checked(source, {
    ...lookedUp,
    title: front.title,
    excerpt: front.excerpt ?? '',
    featuredImage: lookedUp.featuredImage ?? null,
    published: isPublished(front),
    publishedAt: date === null ? null : isoDate(date),
    featured: front.featured ?? false,
    tags: front.tags ?? [],
    ...recordOf(plainTexts, (name) => [name, front[lineKeyOf(name)] ?? null]),
    readTime: front.readtime ?? undefined,
    seriesNumber: front.seriesnumber ?? 0,
    provenance: lookedUp.provenance ?? noProvenance,
  } satisfies EveryField);
}

/** The times at which a new post was created and last changed; a scheduled post was created before it appears. */
export function timesOf({ front, date }: SourcePost, now: number): PostTimes {
  const createdAt = Math.min(front.created ?? date ?? now, now);
  const untilNow = (time: number | undefined) => (time === undefined ? undefined : Math.min(time, now));
  return { createdAt, updatedAt: untilNow(front.updated), contentUpdatedAt: untilNow(front.contentupdated) };
}

function isPublished(front: SourcePost['front']): boolean {
  return front.draft === undefined ? (front.published ?? true) : !front.draft && (front.published ?? true);
}

const isoDate = (time: number) => new Date(time).toISOString();

/** In the order that was used when the first hashes were stored. */
const HASHED_LAST = ['metaTitle', 'metaDescription', 'readTime', 'productApp', 'productAppUrl'] as const;

/** Fields that were added to posts since. */
const HASHED_LATER = postFieldNames.filter(
  (name): name is Exclude<PostFieldName, 'provenance'> =>
    name === 'seriesNumber' || (postFieldTable[name].isPlain && !HASHED_LAST.some((last) => last === name)),
);

/**
 * The hash of a file's fields. A field that was added to posts later counts only if the file has it: otherwise a file
 * that was imported earlier would seem to have changed.
 */
export function hashOfFields({ provenance, ...fields }: ReadFields): string {
  const isFirst = (name: string) => ![...HASHED_LAST, ...HASHED_LATER].some((other) => other === name);
  const first = Object.keys(fields).filter(isFirst);
  const later = HASHED_LATER.filter((name) => fields[name]);
  const text = JSON.stringify(fields, [...first, ...HASHED_LAST, ...later]);
  const marks = provenance && provenance.ranges.length > 0 ? JSON.stringify(provenance) : '';
  return createHash('sha256')
    .update(text + marks)
    .digest('hex');
}

/**
 * Checks the fields against the contract's rules, and reports the line of a fault. The slug is our own, and derived
 * values are not known yet.
 */
function checked(source: SourcePost, fields: ReadFields): ReadFields {
  const sample = { ...fields, slug: 'slug', readTime: fields.readTime ?? 1, categoryId: 1, authorId: undefined };
  const result = (fields.published ? postFields : draftFields).safeParse(sample);
  if (result.success) return fields;
  const issue = result.error.issues.find(({ path }) => path[0] === 'content') ?? result.error.issues[0];
  const [name = '', entry] = issue?.path ?? [];
  const message = issue?.message ?? 'Is not valid';
  if (name === 'content') throw new ImportFault(message, source.bodyLine);
  const known = postFieldNames.find((each) => each === name);
  const field = (known && postFieldTable[known].line) ?? 'title';
  throw new ImportFault(
    `${String(name)}: ${message}`,
    source.lineOf(field.toLowerCase() as Lowercase<typeof field>, typeof entry === 'number' ? entry : undefined),
  );
}

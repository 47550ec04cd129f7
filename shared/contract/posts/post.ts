import { z } from 'zod';
import { fieldsWith } from '#shared/kernel/post-field-table.ts';
import { MODEL_WORDS, MOST_RANGES, MOST_SOURCES } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { TOKEN_KINDS } from '#shared/kernel/token-scope.ts';
import { author } from '../authors.ts';
import { category } from '../categories.ts';
import { isoDate, storedInteger, textUpTo } from '../fields.ts';
import { tag } from '../tags.ts';

// The fields of a post in answers.

/**
 * Size and sources of a featured picture of our own or, where readers see a post without one in a list, of the first
 * such picture in its text. `srcset` is ready for the attribute, sizes are in CSS pixels.
 */
const postImage = z.object({ width: z.int(), height: z.int(), srcset: z.string() }).meta({ id: 'PostImage' });

/** A plain text in an answer. A server from before this field does not send it: it is null then. */
const answeredText = z.string().nullable().default(null);

/** A post as lists answer it: without `content`, `html` and the other fields that only its page shows. */
export const postSummary = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    featuredImage: z.string().nullable(),
    image: postImage.nullable(),
    featured: z.boolean(),
    published: z.boolean(),
    publishedAt: isoDate.nullable(),
    createdAt: isoDate,
    updatedAt: isoDate,
    deletedAt: isoDate.nullable(),
    /**
     * For the owner, where the post has a pending change: when the change is due, and why it did not take the post's
     * place.
     */
    pending: z.object({ version: z.int(), dueAt: isoDate.nullable(), problem: z.string().nullable() }).optional(),
    /**
     * For the owner, where another program proposed the post, or a change of it. `waiting` while the owner has not
     * decided: the post was never published, or the change still waits.
     */
    proposed: z
      .object({
        kind: z.enum(['draft', 'change']),
        state: z.enum(['waiting', 'settled']),
        name: z.string(),
        origin: z.enum(TOKEN_KINDS),
        note: z.string(),
        at: isoDate,
      })
      .optional(),
    version: z.int(),
    /** In minutes, at least 1. */
    readTime: z.int(),
    views: z.int(),
    ...recordOf(fieldsWith({ isPlain: true, isListed: true }), (name) => [name, answeredText]),
    tags: z.array(z.string()),
    tagList: z.array(tag),
    category,
    author,
  })
  .meta({ id: 'PostSummary' });
export type PostSummary = z.output<typeof postSummary>;

/**
 * Which characters of a post's content a model wrote; `ranges` are in UTF-16 code units, in order, and do not overlap.
 */
export const provenance = z
  .object({
    sources: z
      .array(
        z.object({
          model: textUpTo(200).nullable(),
          run: textUpTo(200).nullable(),
          step: textUpTo(60).nullable(),
          promptVersion: storedInteger().min(0),
          help: textUpTo(60).nullable(),
          at: isoDate.nullable(),
        }),
      )
      .max(MOST_SOURCES)
      .readonly(),
    ranges: z
      .array(z.tuple([storedInteger().min(0), storedInteger().min(1), storedInteger().min(0)]).readonly())
      .max(MOST_RANGES)
      .readonly(),
  })
  .refine(
    ({ sources, ranges }) =>
      ranges.every(([start, end, source], place) => {
        const before = ranges[place - 1]?.[1] ?? 0;
        return start >= before && end > start && source < sources.length;
      }),
    'Ranges must be in order, and name one of the sources',
  )
  .meta({ id: 'Provenance' });

/** A post with its Markdown and the sanitized HTML that was made from it at the save. */
export const post = postSummary
  .extend({
    ...recordOf(fieldsWith({ isPlain: true, isListed: false }), (name) => [name, answeredText]),
    content: z.string(),
    /** Only for the owner. */
    provenance: provenance.optional(),
    html: z.string(),
    /** When the text that readers see last changed; null where it never did. */
    contentUpdatedAt: isoDate.nullable().default(null),
    /** 0 for no number. */
    seriesNumber: z.int().default(0),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** A neighbouring post by publication date within the category, for the foot of a post page. */
export const postNeighbour = z.object({ id: z.int(), slug: z.string(), title: z.string() });

/**
 * The series of a post. The post is the `part`th of `total` live parts, whatever their numbers are; a long series lists
 * only the parts near the post.
 */
const postSeries = z
  .object({
    name: z.string(),
    part: z.int(),
    total: z.int(),
    parts: z.array(postNeighbour.extend({ part: z.int() })),
  })
  .meta({ id: 'PostSeries' });
export type PostSeries = z.output<typeof postSeries>;

/** The sections of a text by the ids of their headings; of very many, only the first. `total` counts all. */
const postContents = z
  .object({ sections: z.array(z.object({ id: z.string(), title: z.string() })), total: z.int() })
  .meta({ id: 'PostContents' });

/** One post with everything its page needs. `contents` is null where there is too little to list. */
export const postPage = post
  .extend({
    previous: postNeighbour.nullable(),
    next: postNeighbour.nullable(),
    series: postSeries.nullable(),
    contents: postContents.nullable(),
    /** How much of the text models wrote, where the owner wants readers to know. */
    modelWords: z.enum(MODEL_WORDS).optional(),
  })
  .meta({ id: 'PostPage' });
export type PostPage = z.output<typeof postPage>;

import { z } from 'zod';
import {
  comparedTexts,
  fieldsWith,
  type PlainText,
  type PostFieldName,
  plainTexts,
  postFieldNames,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { MODEL_WORDS, MOST_RANGES, MOST_SOURCES } from '#shared/kernel/provenance.ts';
import { pick, recordOf } from '#shared/kernel/record-of.ts';
import { TOKEN_KINDS } from '#shared/kernel/token-scope.ts';
import { PICTURE_IS_NOT_SENT, waitingPicturesIn } from '#shared/kernel/waiting-picture.ts';
import { author } from './authors.ts';
import { category } from './categories.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { errorBody } from './error-body.ts';
import {
  idParam,
  isoDate,
  pagingQuery,
  periodParam,
  queryFlag,
  requiredText,
  slugParam,
  storedDate,
  storedInteger,
  textUpTo,
} from './fields.ts';
import { fromField } from './statistics.ts';
import { tag, tagName } from './tags.ts';

/**
 * Size and sources of a featured picture of our own, where readers list a post without one of the first in its text:
 * `srcset` is ready for the attribute, sizes in CSS pixels.
 */
const postImage = z.object({ width: z.int(), height: z.int(), srcset: z.string() }).meta({ id: 'PostImage' });

/** A plain text in an answer. A server from before this field says nothing of it: it is empty there. */
const answeredText = z.string().nullable().default(null);

/** A post as lists answer it: without `content`, `html` and what else its page alone shows. */
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
    /** For the owner, of a post beside which a change waits: when it is due, and why it did not take its place. */
    pending: z.object({ version: z.int(), dueAt: isoDate.nullable(), problem: z.string().nullable() }).optional(),
    /**
     * For the owner, of a post that another program proposed, or a change of which it did. `waiting` while the owner has
     * not decided: it was never published, or the change still waits.
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
    /** Minutes, at least 1. */
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

/** Which characters of a post's content a model wrote; `ranges` in UTF-16 code units, in order, none in another. */
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

/** A post with its Markdown and the sanitized HTML made from it at save. */
export const post = postSummary
  .extend({
    ...recordOf(fieldsWith({ isPlain: true, isListed: false }), (name) => [name, answeredText]),
    content: z.string(),
    /** For the owner alone. */
    provenance: provenance.optional(),
    html: z.string(),
    /** When readers last got another text than they had; null where they never did. */
    contentUpdatedAt: isoDate.nullable().default(null),
    /** 0 for none. */
    seriesNumber: z.int().default(0),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** Neighbours by publication date within the category, for the foot of a post page. */
export const postNeighbour = z.object({ id: z.int(), slug: z.string(), title: z.string() });

/**
 * The series a post is the `part`th of `total` live parts of, whatever their numbers are; a long one names the parts
 * about the post alone.
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

/** The sections of a text by the ids of their headings, the first ones of very many; `total` counts all. */
const postContents = z
  .object({ sections: z.array(z.object({ id: z.string(), title: z.string() })), total: z.int() })
  .meta({ id: 'PostContents' });

/** One post as its page needs it. `contents` is null where there is too little to list. */
const postPage = post
  .extend({
    previous: postNeighbour.nullable(),
    next: postNeighbour.nullable(),
    series: postSeries.nullable(),
    contents: postContents.nullable(),
    /** How much of it models wrote, where the owner wants readers to know. */
    modelWords: z.enum(MODEL_WORDS).optional(),
  })
  .meta({ id: 'PostPage' });
export type PostPage = z.output<typeof postPage>;

const { title, slug, excerpt, content, featuredImage, categoryId, readTime } = postFieldTable;

/** A full URL, a path under /uploads/, or empty. */
export const featuredImageField = textUpTo(featuredImage.max).refine(
  (value) => value === '' || /^\/uploads\/[^\s]+$/.test(value) || /^https?:\/\/[^\s]+$/i.test(value),
  'Must be a URL or a path starting /uploads/',
);

const plainText = (name: PlainText) => textUpTo(postFieldTable[name].max);

const changes = {
  title: requiredText(title.required, title.max),
  slug: requiredText(slug.required, slug.max),
  excerpt: requiredText(excerpt.required, excerpt.max),
  content: requiredText(content.required, content.max),
  /** Absent where the content changes: what stays of it stays marked. */
  provenance: provenance.optional(),
  featuredImage: featuredImageField.nullable().optional(),
  categoryId: storedInteger(categoryId.required).min(1, categoryId.required),
  /** 0 or absent means the first author. */
  authorId: storedInteger().min(0).optional(),
  published: z.boolean(),
  featured: z.boolean(),
  ...recordOf(plainTexts, (name) => [name, plainText(name).nullable().optional()]),
  readTime: storedInteger(readTime.required).min(1, readTime.required).max(10_000, 'At most 10,000 minutes, please.'),
  publishedAt: storedDate.nullable().optional(),
  /** 0 for none. */
  seriesNumber: storedInteger().min(0).max(10_000, 'At most 10,000, please.').optional(),
  tags: z.array(tagName).max(50, 'At most 50 tags, please.').optional(),
} satisfies Record<PostFieldName, z.ZodType>;

/**
 * What the post form sends, limits in characters, without defaults: in a change, an absent field stays as it is, and a
 * default would overwrite it. In the order of the table: a body that was kept is known again by its text.
 */
export const postChanges = z.object(pick(changes, postFieldNames));

export const postFields = postChanges.extend({
  published: z.boolean().default(false),
  featured: z.boolean().default(false),
});
export type PostFields = z.output<typeof postFields>;

const fieldFingerprint = z
  .string()
  .regex(/^[0-9a-f]{14}$/)
  .optional();
const fingerprints = Object.fromEntries(
  Object.keys(postChanges.shape).map((name) => [name, fieldFingerprint]),
) as Record<keyof typeof postChanges.shape, typeof fieldFingerprint>;

/**
 * The version that was edited. A number alone proves nothing where a copy of the data was put back by hand: `base` says
 * what its fields said, each as its fingerprint.
 */
const editedVersion = {
  version: storedInteger().min(1).optional(),
  base: z.object(fingerprints).optional(),
};

/** A draft needs a title only; the rest may be blank until it is published. */
export const draftFields = z.object({
  ...postChanges.partial().shape,
  ...editedVersion,
  id: storedInteger().min(1).optional(),
  title: postChanges.shape.title,
  slug: textUpTo(slug.max).optional(),
  excerpt: textUpTo(excerpt.max).optional(),
  content: textUpTo(content.max).optional(),
});

/** What the owner's list can be ordered by. */
const postSort = z.enum(['relevance', 'created', 'updated', 'published', 'title', 'views', 'author', 'category']);
export type PostSort = z.output<typeof postSort>;

const postListQuery = pagingQuery.extend({
  published: queryFlag.optional(),
  featured: queryFlag.optional(),
  category: z.string().max(300).optional(),
  tag: z.string().max(300).optional(),
  /** An author's slug. */
  author: z.string().max(300).optional(),
  /** Published in this year or month, in UTC. */
  period: periodParam.optional(),
  /** At most one post has it. */
  slug: z.string().max(300).optional(),
  status: z.enum(['published', 'draft', 'scheduled', 'pending', 'proposed', 'deleted']).optional(),
  /** For the owner, what matches best first, typing errors forgiven as in the public search. */
  q: z.string().max(500).optional(),
  /** The owner's order; without it by relevance where words are searched for, else the newest first. */
  sort: postSort.optional(),
  /** Of `sort`; names ascend where it is absent, all else descends. */
  direction: z.enum(['asc', 'desc']).optional(),
});

export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/posts',
  access: 'public',
  token: 'read',
  summary:
    'Posts, newest first. Without a session only live ones, whatever the query says. X-Total-Count and Link carry the paging, X-Search-Meant the words that mistyped ones were taken for',
  query: postListQuery,
  response: z.array(postSummary),
  errors: ['rate_limited'],
});

export const listFeaturedPosts = endpoint({
  name: 'listFeaturedPosts',
  method: 'GET',
  path: '/api/posts/featured',
  access: 'public',
  token: 'read',
  summary: 'Live featured posts, newest first',
  query: pagingQuery,
  response: z.array(postSummary),
});

/** How many live posts a month has; `month` in UTC, "2025-07". */
const archiveMonth = z.object({ month: z.string(), posts: z.int() }).meta({ id: 'ArchiveMonth' });
export type ArchiveMonth = z.output<typeof archiveMonth>;

export const getArchive = endpoint({
  name: 'getArchive',
  method: 'GET',
  path: '/api/archive',
  access: 'public',
  token: 'read',
  summary: 'The months in which live posts were published, newest first, with their numbers of posts',
  response: z.array(archiveMonth),
});

export const getPost = endpoint({
  name: 'getPost',
  method: 'GET',
  path: '/api/posts/:slug',
  access: 'public',
  token: 'read',
  summary: 'One post; what is not live is 404 without a session',
  params: z.object({ slug: slugParam }),
  response: postPage,
  errors: ['post_not_found'],
});

export const getPostById = endpoint({
  name: 'getPostById',
  method: 'GET',
  path: '/api/posts/by-id/:id',
  token: 'read',
  summary: 'One post of the owner’s, live or not, for its form; what lies in the bin is 404',
  params: z.object({ id: idParam }),
  response: post,
  errors: ['post_not_found'],
});

export const listRelatedPosts = endpoint({
  name: 'listRelatedPosts',
  method: 'GET',
  path: '/api/posts/:id/related',
  access: 'public',
  token: 'read',
  summary: 'At most six live posts that share tags or category',
  params: z.object({ id: idParam }),
  response: z.array(postSummary),
  errors: ['post_not_found'],
});

export const countView = endpoint({
  name: 'countView',
  method: 'POST',
  path: '/api/posts/:id/view',
  access: 'public',
  fromPublished: true,
  summary: 'Counts one reading, once a reader a day',
  params: z.object({ id: idParam }),
  query: z.object({ from: fromField }),
  errors: ['post_not_found', 'rate_limited'],
});

export const countReadToEnd = endpoint({
  name: 'countReadToEnd',
  method: 'POST',
  path: '/api/posts/:id/end',
  access: 'public',
  fromPublished: true,
  summary: 'Says that a reading that was counted today has come to the end of the post; once a reader a day',
  params: z.object({ id: idParam }),
  errors: ['rate_limited'],
});

/** What is stored of a post names no picture that waits on a computer: nobody else could see it. */
export function withoutWaitingPictures<
  Body extends z.ZodType<{ content?: string | undefined; featuredImage?: string | null | undefined }>,
>(body: Body): Body {
  return body.superRefine(({ content, featuredImage }, context) => {
    for (const [name, text] of Object.entries({ content, featuredImage })) {
      if (!text || waitingPicturesIn(text).length === 0) continue;
      context.addIssue({ code: 'custom', path: [name], message: PICTURE_IS_NOT_SENT });
    }
  });
}

/** Of a post that is made: the owner wants no letter for it when it goes live. */
const letterWish = { isLetterHeld: z.boolean().optional() };

export const createPost = endpoint({
  name: 'createPost',
  method: 'POST',
  path: '/api/posts',
  token: 'publish',
  summary: 'Makes a post',
  body: withoutWaitingPictures(postFields.extend(letterWish)),
  bodyLimit: bodyLimits.text,
  status: 201,
  response: post,
  errors: ['slug_taken', 'content_too_complex', 'idempotency_mismatch'],
  idempotent: true,
});

export const updatePost = endpoint({
  name: 'updatePost',
  method: 'PUT',
  path: '/api/posts/:id',
  token: 'publish',
  summary: 'Changes any of a post’s fields; `version` names the one that was edited, `base` says what it said',
  params: z.object({ id: idParam }),
  body: withoutWaitingPictures(postChanges.partial().extend(editedVersion)),
  bodyLimit: bodyLimits.text,
  response: post,
  errors: ['post_not_found', 'slug_taken', 'post_conflict', 'content_too_complex'],
});

export const saveDraft = endpoint({
  name: 'saveDraft',
  method: 'POST',
  path: '/api/posts/draft',
  token: 'write',
  summary: 'Saves a draft: published false, updated when `id` is given',
  body: withoutWaitingPictures(draftFields.extend(letterWish)),
  bodyLimit: bodyLimits.text,
  response: post,
  errors: ['post_not_found', 'slug_taken', 'post_conflict', 'content_too_complex', 'idempotency_mismatch'],
  idempotent: true,
});

export const deletePost = endpoint({
  name: 'deletePost',
  method: 'DELETE',
  path: '/api/posts/:id',
  token: 'publish',
  summary: 'Moves a post to the bin, where it stays for 30 days',
  params: z.object({ id: idParam }),
  errors: ['post_not_found'],
});

export const undeletePost = endpoint({
  name: 'undeletePost',
  method: 'POST',
  path: '/api/posts/:id/undelete',
  token: 'publish',
  summary: 'Takes a post back out of the bin',
  params: z.object({ id: idParam }),
  response: post,
  errors: ['post_not_found', 'slug_taken'],
});

/**
 * What one action gives many posts: what is absent stays as it is. Tags are told apart as everywhere. A date of null takes
 * the one that there is, but of a post that is published.
 */
const manyPostsFields = z.object({
  ...pick(postChanges.shape, ['published', 'featured', 'categoryId']),
  /** As answers have it: an undo is sent as it came. */
  publishedAt: isoDate.nullable(),
  authorId: storedInteger().min(1),
  /** Into the bin, or out of it. */
  deleted: z.boolean(),
  /** All of them, in their order; the next two are done to these then. */
  tags: z.array(tagName).max(50, 'At most 50 tags, please.'),
  addTags: z.array(tagName).max(50, 'At most 50 tags, please.'),
  removeTags: z.array(tagName).max(50, 'At most 50 tags, please.'),
});

/** The posts one call may change. */
export const MOST_POSTS_AT_ONCE = 5000;

/** Posts that are to be given the same. A post with a `version` is changed only while it is that version. */
const manyPostsChange = z
  .object({
    posts: z.array(z.object({ id: storedInteger().min(1), version: storedInteger().min(1).optional() })).min(1),
    set: manyPostsFields.partial().refine((set) => Object.keys(set).length > 0, 'Say what is to be changed.'),
  })
  .meta({ id: 'ManyPostsChange' });
export type ManyPostsChange = z.output<typeof manyPostsChange>;

const manyPostsOutcome = z.object({
  /** How many are other than before. Those that were as they should be count in neither. */
  changed: z.int(),
  failed: z.array(z.object({ id: z.int(), title: z.string(), message: z.string() })),
  undo: z.array(manyPostsChange),
});

const manyPostsEnd = z.object({
  /** It was stopped: posts that were not gone through by then are as they were. */
  isStopped: z.boolean(),
});

/**
 * In order: a `part` for each few posts, whose `ids` are those that were gone through; then `done`; or `error`, after which
 * nothing comes, while what the parts have told is done.
 */
const manyPostsEvent = z
  .discriminatedUnion('event', [
    z.object({
      event: z.literal('part'),
      data: manyPostsOutcome.extend({ ids: z.array(z.int()) }).meta({ id: 'ManyPostsPart' }),
    }),
    z.object({ event: z.literal('done'), data: manyPostsEnd }),
    z.object({ event: z.literal('error'), data: errorBody }),
  ])
  .meta({ id: 'ManyPostsEvent' });
export type ManyPostsEvent = z.output<typeof manyPostsEvent>;

/** What its sender calls a change of many posts, to stop it by. */
const manyPostsKey = z.uuid();

export const changePosts = endpoint({
  name: 'changePosts',
  method: 'POST',
  path: '/api/posts/bulk',
  token: 'publish',
  summary:
    'Changes many posts in one action. One that cannot be changed is named in `failed` and stops no other; `undo` is what to send to have all as it was. With `Accept: text/event-stream` it is told part by part',
  body: z
    .object({ changes: z.array(manyPostsChange).min(1), key: manyPostsKey.optional() })
    .refine(
      ({ changes }) => changes.reduce((count, { posts }) => count + posts.length, 0) <= MOST_POSTS_AT_ONCE,
      'At most 5,000 posts at once, please.',
    ),
  response: manyPostsOutcome.extend(manyPostsEnd.shape),
  stream: 'text/event-stream',
  events: manyPostsEvent,
});

export const stopChangingPosts = endpoint({
  name: 'stopChangingPosts',
  method: 'DELETE',
  path: '/api/posts/bulk/:key',
  token: 'publish',
  summary:
    'Ends the change of many posts that has this key after the posts it is at; its own answer tells what is done',
  params: z.object({ key: manyPostsKey }),
  errors: ['not_found'],
});

/** What a post said before a save. */
const postRevision = z
  .object({
    id: z.int(),
    postId: z.int(),
    version: z.int(),
    ...recordOf(comparedTexts, (name) => [name, postFieldTable[name].isPlain ? z.string().default('') : z.string()]),
    /**
     * Fields whose stored value cannot be read, and those a newer program has named, where there are some: restoring
     * leaves them as they are.
     */
    unread: z.array(z.string()).optional(),
    createdAt: isoDate,
  })
  .meta({ id: 'PostRevision' });
export type PostRevision = z.output<typeof postRevision>;

export const listPostRevisions = endpoint({
  name: 'listPostRevisions',
  method: 'GET',
  path: '/api/posts/:id/revisions',
  token: 'read',
  summary: 'Every version before the present one, newest first',
  params: z.object({ id: idParam }),
  query: pagingQuery,
  response: z.array(postRevision),
  errors: ['post_not_found'],
});

export const restorePostRevision = endpoint({
  name: 'restorePostRevision',
  method: 'POST',
  path: '/api/posts/:id/revisions/:revisionId/restore',
  token: 'publish',
  summary: 'Makes a revision the present text; what it replaces becomes a revision itself',
  params: z.object({ id: idParam, revisionId: idParam }),
  response: post,
  errors: ['post_not_found', 'not_found', 'slug_taken', 'content_too_complex'],
});

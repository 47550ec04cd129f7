import { z } from 'zod';
import {
  type PlainText,
  type PostFieldName,
  plainTexts,
  postFieldNames,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { pick, recordOf } from '#shared/kernel/record-of.ts';
import { PICTURE_IS_NOT_SENT, waitingPicturesIn } from '#shared/kernel/waiting-picture.ts';
import { requiredText, storedDate, storedInteger, textUpTo } from '../fields.ts';
import { tagName } from '../tags.ts';
import { provenance } from './post.ts';

// The fields of a post that calls take.

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
  /** If absent while the content changes, the characters that stay keep their marks. */
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
  /** 0 for no number. */
  seriesNumber: storedInteger().min(0).max(10_000, 'At most 10,000, please.').optional(),
  tags: z.array(tagName).max(50, 'At most 50 tags, please.').optional(),
} satisfies Record<PostFieldName, z.ZodType>;

/**
 * The fields that the post form sends, with limits in characters and without defaults: in a change, an absent field
 * stays as it is, and a default would overwrite it. They are in the order of the table, because a stored body is
 * recognized by its text.
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
 * The version that was edited. Its number alone proves nothing where a copy of the data was restored by hand: `base`
 * has the fingerprint of each field of that version.
 */
export const editedVersion = {
  version: storedInteger().min(1).optional(),
  base: z.object(fingerprints).optional(),
};

/** A draft needs only a title; the rest may be blank until it is published. */
export const draftFields = z.object({
  ...postChanges.partial().shape,
  ...editedVersion,
  id: storedInteger().min(1).optional(),
  title: postChanges.shape.title,
  slug: textUpTo(slug.max).optional(),
  excerpt: textUpTo(excerpt.max).optional(),
  content: textUpTo(content.max).optional(),
});

/** Refuses stored content that names a picture which waits on a computer: nobody else could see it. */
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

/** For a new post: whether the owner wants no letter for it when it goes live. */
export const letterWish = { isLetterHeld: z.boolean().optional() };

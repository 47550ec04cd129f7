import { z } from 'zod';
import { postFields } from '#shared/contract/posts/post-input.ts';
import { type PlainText, type PostFieldName, plainTexts, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';

const { shape } = postFields;

/**
 * A text without a field in the form is not checked here, since its fault could not be shown; the server's refusal is
 * shown.
 */
const plainText = (name: PlainText) =>
  postFieldTable[name].place === null ? z.string() : shape[name].unwrap().unwrap();

/** The post form's rules and their messages: those of the contract, for values that are always present. */
export const postSchema = z.object({
  title: shape.title,
  slug: shape.slug,
  excerpt: shape.excerpt,
  content: shape.content,
  provenance: shape.provenance.unwrap(),
  featuredImage: shape.featuredImage.unwrap().unwrap(),
  categoryId: shape.categoryId,
  authorId: z.int().min(0),
  published: z.boolean(),
  featured: z.boolean(),
  ...recordOf(plainTexts, (name) => [name, plainText(name)]),
  readTime: shape.readTime,
  publishedAt: z.string().nullable(),
  seriesNumber: shape.seriesNumber.unwrap(),
  tags: shape.tags.unwrap().readonly(),
} satisfies Record<PostFieldName, z.ZodType>);

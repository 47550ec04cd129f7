import { z } from 'zod';
import { type PostFields, postFields } from '#shared/contract/posts.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

const { shape } = postFields;

/** The post form's rules and their texts (admin spec §5): the contract's own, over values that are always there. */
export const postSchema = z.object({
  title: shape.title,
  slug: shape.slug,
  excerpt: shape.excerpt,
  content: shape.content,
  featuredImage: shape.featuredImage.unwrap().unwrap(),
  categoryId: shape.categoryId,
  authorId: z.int().min(0),
  published: z.boolean(),
  featured: z.boolean(),
  metaTitle: shape.metaTitle.unwrap().unwrap(),
  metaDescription: shape.metaDescription.unwrap().unwrap(),
  readTime: shape.readTime,
  publishedAt: z.string().nullable(),
  tags: shape.tags.unwrap().readonly(),
  productApp: z.string(),
  productAppUrl: z.string(),
});

/** What the server is sent for the form's values. Empty texts mean none. */
export function fieldsOfValues(values: PostValues): PostFields {
  return { ...values, tags: [...values.tags], slug: values.slug.trim() };
}

/** What is sent for a draft: a field the server would refuse while it is empty is left out. */
export function draftFieldsOfValues(values: PostValues): Omit<PostFields, 'published' | 'categoryId' | 'readTime'> & {
  categoryId?: number;
  readTime?: number;
} {
  const { published: _, categoryId, readTime, ...fields } = fieldsOfValues(values);
  return {
    ...fields,
    ...(categoryId >= 1 ? { categoryId } : {}),
    ...(readTime >= 1 ? { readTime } : {}),
  };
}

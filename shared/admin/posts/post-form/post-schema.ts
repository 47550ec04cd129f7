import { z } from 'zod';
import { postFields } from '#shared/contract/posts.ts';

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

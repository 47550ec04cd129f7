import type { PostValues } from '#shared/workspace/post-values.ts';
import { dateAndTime } from '../../dates.ts';

/** What each field is called in the form. */
export const fieldLabels: Record<keyof PostValues, string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  featuredImage: 'Featured Image',
  categoryId: 'Category',
  authorId: 'Author',
  published: 'Published',
  featured: 'Featured',
  metaTitle: 'Meta Title',
  metaDescription: 'Meta Description',
  readTime: 'Read Time',
  publishedAt: 'Publish Date',
  tags: 'Tags',
  productApp: 'Product/App',
  productAppUrl: 'Product/App URL',
};

export interface FieldNames {
  categories: readonly { id: number; name: string }[];
  authors: readonly { id: number; name: string }[];
}

/** A field's value as words, for a difference. */
export function fieldText<Name extends keyof PostValues>(
  name: Name,
  value: PostValues[Name],
  known: FieldNames,
): string {
  if (name === 'categoryId') return known.categories.find(({ id }) => id === value)?.name ?? `Category ${value}`;
  if (name === 'authorId') return known.authors.find(({ id }) => id === value)?.name ?? 'Default';
  if (name === 'publishedAt') return typeof value === 'string' ? dateAndTime(value) : '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object' && value !== null) return value.join(', ');
  return String(value ?? '');
}

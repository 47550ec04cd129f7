import type { PostValues } from '#shared/workspace/post-values.ts';
import { useAuthors, useCategories } from '../../../catalog/index.ts';
import { dateAndTime } from '../../../dates.ts';

interface FieldNames {
  categories: readonly { id: number; name: string }[];
  authors: readonly { id: number; name: string }[];
}

/** Returns a function that gives a field's value in words: categories and authors by their names. */
export function useFieldText(): (name: keyof PostValues, value: PostValues[keyof PostValues]) => string {
  const categories = useCategories().data ?? [];
  const authors = useAuthors().data ?? [];
  return (name, value) => fieldText(name, value, { categories, authors });
}

/** Returns a field's value in words, for a difference. */
function fieldText<Name extends keyof PostValues>(name: Name, value: PostValues[Name], known: FieldNames): string {
  if (name === 'categoryId') return known.categories.find(({ id }) => id === value)?.name ?? `Category ${value}`;
  if (name === 'authorId') return known.authors.find(({ id }) => id === value)?.name ?? 'Default';
  if (name === 'publishedAt') return typeof value === 'string' ? dateAndTime(value) : '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  // The owner is never asked about the provenance.
  if (name === 'provenance') return '';
  if (Array.isArray(value)) return value.join(', ');
  return String(value ?? '');
}

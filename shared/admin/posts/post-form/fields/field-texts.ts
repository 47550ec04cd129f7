import type { PostValues } from '#shared/workspace/post-values.ts';
import { dateAndTime } from '../../../dates.ts';

interface FieldNames {
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

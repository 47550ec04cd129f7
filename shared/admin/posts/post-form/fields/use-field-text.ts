import type { PostValues } from '#shared/workspace/post-values.ts';
import { useAuthors, useCategories } from '../../../catalog/index.ts';
import { fieldText } from './field-texts.ts';

/** Reads a field's value as words: categories and authors by their names. */
export function useFieldText(): (name: keyof PostValues, value: PostValues[keyof PostValues]) => string {
  const categories = useCategories().data ?? [];
  const authors = useAuthors().data ?? [];
  return (name, value) => fieldText(name, value, { categories, authors });
}

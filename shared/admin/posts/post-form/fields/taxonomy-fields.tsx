import { memo } from 'react';
import { Field } from '#shared/ui/field.tsx';
import { TagInput } from '#shared/ui/tag-input.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { useAuthors, useCategories, useTags } from '../../../catalog/index.ts';
import { SuggestButton } from '../../../suggest/index.ts';
import { type FormProps, showsOnly } from '../form-props.ts';

interface ListRetryProps {
  /** The list from which a field chooses, as far as it is loaded. */
  list: { data: unknown; isError: boolean; refetch: () => unknown };
}

/** Category, tags, author and read time. */
export const TaxonomyFields = memo(
  function TaxonomyFields({ session, values, errors, isReadOnly }: FormProps) {
    const categories = useCategories();
    const authors = useAuthors();
    const tags = useTags();
    const [firstAuthor] = authors.data ?? [];
    return (
      <>
        <Field label="Category" error={errors.categoryId} aside={<ListRetry list={categories} />}>
          {(control) => (
            <Select
              {...control}
              value={categories.data?.some(({ id }) => id === values.categoryId) ? values.categoryId : 0}
              onChange={({ target }) => session.setValues({ categoryId: Number(target.value) })}
            >
              <option value={0}>{firstOption(categories, 'Choose a category')}</option>
              {categories.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Tags"
          error={errors.tags}
          hint="Enter or a comma adds one."
          aside={<SuggestButton kind="tags" disabled={isReadOnly} />}
        >
          {(control) => (
            <TagInput
              {...control}
              values={values.tags}
              onChange={(next) => session.setValues({ tags: next })}
              suggestions={tags.data?.map(({ name }) => name) ?? []}
            />
          )}
        </Field>
        <Field label="Author" error={errors.authorId} aside={<ListRetry list={authors} />}>
          {(control) => (
            <Select
              {...control}
              value={authors.data?.some(({ id }) => id === values.authorId) ? values.authorId : 0}
              onChange={({ target }) => session.setValues({ authorId: Number(target.value) })}
            >
              <option value={0}>
                {firstOption(authors, firstAuthor ? `Default (${firstAuthor.name})` : 'Default')}
              </option>
              {authors.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Read Time" hint="In minutes." error={errors.readTime}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              min={1}
              value={values.readTime === 0 ? '' : values.readTime}
              // The browser gives NaN for an empty field and for text that is not a number; the post then has 0.
              onChange={({ target }) => session.setValues({ readTime: target.valueAsNumber || 0 })}
            />
          )}
        </Field>
      </>
    );
  },
  showsOnly('categoryId', 'tags', 'authorId', 'readTime'),
);

/** Returns the first entry of a list: `loaded` when the list has loaded. Until then the post keeps its value. */
function firstOption({ data, isError }: { data: unknown; isError: boolean }, loaded: string): string {
  if (data !== undefined) return loaded;
  return isError ? 'Could not be loaded' : 'Loading...';
}

/** A button at a field whose list could not be loaded: it loads the list again. */
function ListRetry({ list }: ListRetryProps) {
  if (!list.isError || list.data !== undefined) return null;
  return (
    <button type="button" className="min-h-6 font-semibold text-accent underline" onClick={() => list.refetch()}>
      Load the list again
    </button>
  );
}

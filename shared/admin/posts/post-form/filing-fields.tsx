import { Controller } from 'react-hook-form';
import { Field } from '#shared/ui/field.tsx';
import { TagInput } from '#shared/ui/tag-input.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { useAuthors, useCategories, useTags } from '../../catalog/index.ts';
import type { FormProps } from './form-props.ts';

/** Category, tags, author and read time. */
export function FilingFields({ form }: FormProps) {
  const { errors } = form.formState;
  const categories = useCategories();
  const authors = useAuthors();
  const tags = useTags();
  const [firstAuthor] = authors.data ?? [];
  return (
    <>
      <Controller
        control={form.control}
        name="categoryId"
        render={({ field }) => (
          <Field label="Category" error={errors.categoryId?.message}>
            {(control) => (
              <Select
                {...control}
                ref={field.ref}
                name={field.name}
                value={categories.data?.some(({ id }) => id === field.value) ? field.value : 0}
                onBlur={field.onBlur}
                onChange={(event) => field.onChange(Number(event.target.value))}
              >
                <option value={0}>{categories.isPending ? 'Loading...' : 'Choose a category'}</option>
                {categories.data?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => (
          <Field label="Tags" error={errors.tags?.message} hint="Enter or a comma adds one.">
            {(control) => (
              <TagInput
                {...control}
                values={field.value}
                onChange={field.onChange}
                suggestions={tags.data?.map(({ name }) => name) ?? []}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="authorId"
        render={({ field }) => (
          <Field label="Author" error={errors.authorId?.message}>
            {(control) => (
              <Select
                {...control}
                ref={field.ref}
                name={field.name}
                value={authors.data?.some(({ id }) => id === field.value) ? field.value : 0}
                onBlur={field.onBlur}
                onChange={(event) => field.onChange(Number(event.target.value))}
              >
                <option value={0}>{firstAuthor ? `Default (${firstAuthor.name})` : 'Default'}</option>
                {authors.data?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      />
      <Field label="Read Time" hint="In minutes." error={errors.readTime?.message}>
        {(control) => (
          <TextInput {...control} {...form.register('readTime', { valueAsNumber: true })} type="number" min={1} />
        )}
      </Field>
    </>
  );
}

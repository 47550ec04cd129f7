import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { slugify } from '#shared/content/slug.ts';
import { type Category, categoryFields, createCategory, updateCategory } from '#shared/contract/categories.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import type { CatalogFormProps } from './catalog-kind.ts';
import { categoryColors, categoryIcons } from './category-looks.ts';

type CategoryValues = z.output<typeof categoryFields>;

const newCategory: CategoryValues = {
  name: '',
  slug: '',
  description: '',
  color: categoryColors[0][0],
  icon: categoryIcons[0][0],
};

/** Returns the options with the stored value, so that a stored value that we do not offer can be kept. */
function withStored(options: readonly (readonly [string, string])[], stored: string): (readonly [string, string])[] {
  return options.some(([value]) => value === stored) ? [...options] : [...options, [stored, stored]];
}

export function CategoryForm({ item: category, onDone }: CatalogFormProps<Category>) {
  const form = useForm({
    resolver: zodResolver(categoryFields),
    defaultValues: category
      ? {
          name: category.name,
          slug: category.slug,
          description: category.description,
          color: category.color,
          icon: category.icon,
        }
      : newCategory,
  });
  const { errors } = form.formState;
  const save = useAction({
    name: category ? 'category_updated' : 'category_created',
    run: ({ api }, body: CategoryValues) =>
      category ? api.call(updateCategory, { params: { id: category.id }, body }) : api.call(createCategory, { body }),
    refreshes: [queryKeys.categories, queryKeys.posts],
    success: category ? 'Category saved' : 'Category created',
    onSuccess: onDone,
  });
  const name = form.register('name', {
    onChange: () => {
      if (!category && !form.formState.dirtyFields.slug) form.setValue('slug', slugify(form.getValues('name')));
    },
  });
  const color = form.watch('color');
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <Field label="Name" error={errors.name?.message}>
        {(control) => <TextInput {...control} {...name} />}
      </Field>
      <Field label="Slug" hint="Its address on the site." error={errors.slug?.message}>
        {(control) => <TextInput {...control} {...form.register('slug')} className="font-mono text-sm!" />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <TextArea {...control} {...form.register('description')} rows={2} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Color"
          error={errors.color?.message}
          aside={<span aria-hidden className={`${color} inline-block size-3 rounded-full bg-category`} />}
        >
          {(control) => (
            <Select {...control} {...form.register('color')}>
              {withStored(categoryColors, category?.color ?? newCategory.color).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Icon" error={errors.icon?.message}>
          {(control) => (
            <Select {...control} {...form.register('icon')}>
              {withStored(categoryIcons, category?.icon ?? newCategory.icon).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}

import { Field } from '#shared/ui/field.tsx';
import { Select, TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { COLUMN_WORDS } from '#shared/workflow/batch/read-topics.ts';
import { useCategories } from '../../catalog/use-catalog.ts';
import type { TypedBatch } from './typed-batch.ts';

interface SharedInputsProps {
  typed: TypedBatch;
  onChange: (changes: Partial<TypedBatch>) => void;
}

/** What holds for every topic whose line says nothing else. */
export function SharedInputs({ typed: { form, categoryId }, onChange }: SharedInputsProps) {
  const { data: categories } = useCategories();
  const set = (name: 'productApp' | 'productAppFunction' | 'productAppUrl') => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ form: { ...form, [name]: event.target.value } }),
  });
  return (
    <fieldset aria-label="For every topic" className="grid gap-4 sm:grid-cols-2">
      <Field label={COLUMN_WORDS.productApp}>{(control) => <TextInput {...control} {...set('productApp')} />}</Field>
      <Field label={COLUMN_WORDS.category} hint="The drafts begin in it.">
        {(control) => (
          <Select
            {...control}
            value={categoryId ?? ''}
            onChange={(event) =>
              onChange({ categoryId: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">Chosen later</option>
            {categories?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={COLUMN_WORDS.productAppFunction}>
        {(control) => <TextArea {...control} rows={2} className="max-h-48 min-h-16" {...set('productAppFunction')} />}
      </Field>
      <Field label={COLUMN_WORDS.productAppUrl}>
        {(control) => <TextInput {...control} inputMode="url" {...set('productAppUrl')} />}
      </Field>
    </fieldset>
  );
}

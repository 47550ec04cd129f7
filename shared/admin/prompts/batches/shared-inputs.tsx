import { useStore } from 'zustand';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { COLUMN_WORDS } from '#shared/workflow/batch/read-topics.ts';
import { isSameForm } from '#shared/workflow/chain-form.ts';
import { useCategories } from '../../catalog/use-catalog.ts';
import { SavedInputsSelect } from '../runs/saved-inputs-select.tsx';
import { useRunStore } from '../runs/use-run-store.ts';
import type { TypedBatch } from './typed-batch.ts';

interface SharedInputsProps {
  typed: TypedBatch;
  onChange: (changes: Partial<TypedBatch>) => void;
}

/** The inputs of every topic whose line does not say otherwise. */
export function SharedInputs({ typed: { form, categoryId }, onChange }: SharedInputsProps) {
  const { data: categories } = useCategories();
  const inputs = useStore(useRunStore(), (state) => state.savedInputs);
  const product = { ...form, targetMarket: '', category: categoryId === null ? '' : String(categoryId) };
  const chosen = inputs.find((each) => isSameForm({ ...each.form, targetMarket: '' }, product));
  const set = (name: 'productApp' | 'productAppFunction' | 'productAppUrl') => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ form: { ...form, [name]: event.target.value } }),
  });
  return (
    <fieldset aria-label="For every topic" className="grid gap-4 sm:grid-cols-2">
      {inputs.length > 0 && (
        <Field label="Saved inputs" hint="Fill in category and product." className="sm:col-span-2">
          {(control) => (
            <SavedInputsSelect
              {...control}
              chosen={chosen}
              onChoose={({ form: saved }) =>
                onChange({ form: { ...saved, targetMarket: '' }, categoryId: Number(saved.category) || null })
              }
            />
          )}
        </Field>
      )}
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

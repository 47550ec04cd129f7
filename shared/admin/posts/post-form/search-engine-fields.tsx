import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import type { FormProps } from './form-props.ts';

export function SearchEngineFields({ form }: FormProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Meta Title" error={errors.metaTitle?.message}>
        {(control) => <TextInput {...control} {...form.register('metaTitle')} />}
      </Field>
      <Field label="Meta Description" error={errors.metaDescription?.message}>
        {(control) => <TextArea {...control} {...form.register('metaDescription')} rows={2} />}
      </Field>
    </>
  );
}

import { Field } from '#shared/ui/field.tsx';
import { TextArea } from '#shared/ui/text-input.tsx';
import type { FormProps } from './form-props.ts';

/** The post's Markdown. */
export function ContentField({ form }: FormProps) {
  return (
    <Field label="Content" error={form.formState.errors.content?.message}>
      {(control) => <TextArea {...control} {...form.register('content')} rows={12} />}
    </Field>
  );
}

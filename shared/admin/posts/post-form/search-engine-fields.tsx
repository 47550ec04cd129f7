import { memo } from 'react';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { type FormProps, showsOnly } from './form-props.ts';

export const SearchEngineFields = memo(
  function SearchEngineFields({ session, values, errors }: FormProps) {
    return (
      <>
        <Field label="Meta Title" error={errors.metaTitle}>
          {(control) => (
            <TextInput
              {...control}
              value={values.metaTitle}
              onChange={({ target }) => session.setValues({ metaTitle: target.value })}
            />
          )}
        </Field>
        <Field label="Meta Description" error={errors.metaDescription}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              value={values.metaDescription}
              onChange={({ target }) => session.setValues({ metaDescription: target.value })}
            />
          )}
        </Field>
      </>
    );
  },
  showsOnly('metaTitle', 'metaDescription'),
);

import { memo, type ReactNode } from 'react';
import { fieldsWith, type PlainText, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { type FormProps, showsOnly } from '../form-props.ts';

/** The plain texts that the form shows in one place. */
export function PlainTextFields({ place, ...props }: FormProps & { place: 'under title' | 'product' }) {
  return fieldsWith({ isPlain: true, place }).map((name) => <PlainTextField key={name} name={name} {...props} />);
}

type PlainTextProps = FormProps & {
  name: PlainText;
  /** The content at the end of the label's line, and below the field. */
  aside?: ReactNode;
  hint?: string | null;
};

/** The field of one plain text. */
export const PlainTextField = memo(function PlainTextField({
  name,
  session,
  values,
  errors,
  isReadOnly,
  aside,
  hint,
}: PlainTextProps) {
  const { label, kind } = postFieldTable[name];
  const control = {
    'data-field': name,
    readOnly: isReadOnly,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => session.setValues({ [name]: target.value }),
  };
  return (
    <Field label={label} error={errors[name]} aside={aside} hint={hint}>
      {(given) =>
        kind === 'prose' ? <TextArea {...given} {...control} rows={2} /> : <TextInput {...given} {...control} />
      }
    </Field>
  );
}, isShownAlike);

function isShownAlike(before: PlainTextProps, after: PlainTextProps): boolean {
  return showsOnly(after.name)(before, after);
}

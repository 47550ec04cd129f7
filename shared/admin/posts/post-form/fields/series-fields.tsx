import { memo, useId } from 'react';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useSeries } from '../../../catalog/index.ts';
import { type FormProps, showsOnly } from '../form-props.ts';

const { seriesName, seriesNumber } = postFieldTable;

/** The series of a post, chosen from the existing ones or with a new name, and the number of the post in it. */
export const SeriesFields = memo(
  function SeriesFields({ session, values, errors }: FormProps) {
    const series = useSeries().data ?? [];
    const listId = useId();
    const name = values.seriesName.trim().toLowerCase();
    const known = series.find((each) => each.name.toLowerCase() === name);
    return (
      <>
        <Field label={seriesName.label} error={errors.seriesName} hint="Posts that are read one after the other.">
          {(control) => (
            <>
              <TextInput
                {...control}
                list={listId}
                autoComplete="off"
                value={values.seriesName}
                onChange={({ target }) => session.setValues({ seriesName: target.value })}
              />
              <datalist id={listId}>
                {series.map((each) => (
                  <option key={each.name} value={each.name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field
          label={seriesNumber.label}
          error={errors.seriesNumber}
          hint={known && known.lastNumber > 0 ? `The highest so far is ${known.lastNumber}.` : 'Empty: by its date.'}
        >
          {(control) => (
            <TextInput
              {...control}
              type="number"
              min={1}
              value={values.seriesNumber === 0 ? '' : values.seriesNumber}
              // The browser gives NaN for an empty field and for text that is not a number; the post then has 0.
              onChange={({ target }) => session.setValues({ seriesNumber: target.valueAsNumber || 0 })}
            />
          )}
        </Field>
      </>
    );
  },
  showsOnly('seriesName', 'seriesNumber'),
);

import { memo } from 'react';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { fromLocalInput, toLocalInput } from '../../../dates.ts';
import { useNowAround } from '../../use-now-around.ts';
import { type FormProps, showsOnly } from '../form-props.ts';
import { isToCome } from '../saving/submit-text.ts';

interface PublishFieldsProps extends FormProps {
  /** The post's version on the server; null for a new post. */
  version: number | null;
}

/** The publication date of the post, and its version. */
export const PublishFields = memo(function PublishFields({ session, values, errors, version }: PublishFieldsProps) {
  const now = useNowAround(values.publishedAt);
  return (
    <>
      <Field
        label="Publish Date"
        hint={
          isToCome(values.publishedAt, now)
            ? 'Scheduled: it goes live by itself at that minute. Save Draft keeps the date and schedules nothing.'
            : 'Empty: now. A later date schedules it.'
        }
        error={errors.publishedAt}
      >
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            value={toLocalInput(values.publishedAt)}
            onChange={({ target }) => session.setValues({ publishedAt: fromLocalInput(target.value) })}
          />
        )}
      </Field>
      {version !== null && <p className="text-xs text-muted">Version {version}</p>}
    </>
  );
}, showsOnly('publishedAt'));

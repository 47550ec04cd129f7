import { memo } from 'react';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { fromLocalInput, toLocalInput } from '../../../dates.ts';
import { usePorts } from '../../../ports-context.tsx';
import { postStatus } from '../../post-status.ts';
import { type FormProps, showsOnly } from '../form-props.ts';

interface PublishFieldsProps extends FormProps {
  /** The version the post has on the server; null for a new one. */
  version: number | null;
}

/** Whether and when the post is live, and whether it is featured. */
export const PublishFields = memo(
  function PublishFields({ session, values, errors, isReadOnly, version }: PublishFieldsProps) {
    const { clock } = usePorts();
    const isScheduled = postStatus(values, clock.now()) === 'Scheduled';
    return (
      <>
        <Switch
          label="Published"
          hint="Live on the website"
          checked={values.published}
          disabled={isReadOnly}
          onChange={(published) => session.setValues({ published })}
        />
        <Switch
          label="Featured"
          hint="Shown in the featured section"
          checked={values.featured}
          disabled={isReadOnly}
          onChange={(featured) => session.setValues({ featured })}
        />
        <Field
          label="Publish Date"
          hint={
            isScheduled ? 'Scheduled: it goes live by itself at that minute.' : 'Empty: now. A later date schedules it.'
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
  },
  showsOnly('published', 'featured', 'publishedAt'),
);

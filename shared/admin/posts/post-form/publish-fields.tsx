import { Controller } from 'react-hook-form';
import type { Post } from '#shared/contract/posts.ts';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { fromLocalInput, toLocalInput } from '../../dates.ts';
import { usePorts } from '../../ports-context.tsx';
import { postStatus } from '../post-status.ts';
import type { FormProps } from './form-props.ts';

/** Whether and when the post is live, and whether it is featured. */
export function PublishFields({ form, post }: FormProps & { post: Post | null }) {
  const { clock } = usePorts();
  const [published, publishedAt] = form.watch(['published', 'publishedAt']);
  const isScheduled = postStatus({ published, publishedAt }, clock.now()) === 'Scheduled';
  return (
    <>
      <Controller
        control={form.control}
        name="published"
        render={({ field }) => (
          <Switch label="Published" hint="Live on the website" checked={field.value} onChange={field.onChange} />
        )}
      />
      <Controller
        control={form.control}
        name="featured"
        render={({ field }) => (
          <Switch
            label="Featured"
            hint="Shown in the featured section"
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="publishedAt"
        render={({ field }) => (
          <Field
            label="Publish Date"
            hint={
              isScheduled
                ? 'Scheduled: it goes live by itself at that minute.'
                : 'Empty: now. A later date schedules it.'
            }
            error={form.formState.errors.publishedAt?.message}
          >
            {(control) => (
              <TextInput
                {...control}
                ref={field.ref}
                type="datetime-local"
                value={toLocalInput(field.value)}
                onBlur={field.onBlur}
                onChange={(event) => field.onChange(fromLocalInput(event.target.value))}
              />
            )}
          </Field>
        )}
      />
      {post && <p className="text-xs text-muted">Version {post.version}</p>}
    </>
  );
}

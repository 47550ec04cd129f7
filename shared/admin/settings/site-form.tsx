import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { type Settings, settingsFields, updateSettings } from '#shared/contract/settings.ts';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { queryKeys } from '../query-client.ts';
import { useSettingsQuery } from '../settings-query.ts';
import { useAction } from '../use-action.ts';
import { SettingsSection } from './settings-section.tsx';

/** The form for the site's name, tagline and contact addresses, and for how its posts are shown. */
export function SiteForm() {
  const settings = useQuery(useSettingsQuery());
  return (
    <SettingsSection
      title="Site"
      hint="What readers see in the header, the footer and on the contact page, and how posts are shown."
    >
      {settings.isError && <LoadFailed error={settings.error} onTryAgain={() => settings.refetch()} />}
      {settings.isPending && <Skeleton className="h-64" />}
      {settings.data && <Form settings={settings.data} />}
    </SettingsSection>
  );
}

function Form({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(settingsFields), defaultValues: settings });
  const { errors } = form.formState;
  const { mutate, isPending } = useAction({
    name: 'settings_updated',
    run: ({ api }, body: BodyInput<typeof updateSettings>) => api.call(updateSettings, { body }),
    success: 'Site settings saved',
    onSuccess(saved) {
      queryClient.setQueryData(queryKeys.settings, saved);
      form.reset(saved);
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => mutate(values))}>
      {settings.termsPlaceholders.length > 0 && (
        <p className="border-l-4 border-danger bg-sunken px-4 py-3 text-sm">
          The Terms of Service still say “{settings.termsPlaceholders.join('” and “')}”, and readers see it. Fill them
          in in
          <code> server/site/texts/terms.ts</code>.
        </p>
      )}
      <Field label="Site name" error={errors.siteName?.message}>
        {(control) => <TextInput {...control} {...form.register('siteName')} />}
      </Field>
      <Field label="Tagline" error={errors.tagline?.message}>
        {(control) => <TextInput {...control} {...form.register('tagline')} />}
      </Field>
      <Field label="Support address" error={errors.contact?.support?.message}>
        {(control) => <TextInput {...control} {...form.register('contact.support')} type="email" />}
      </Field>
      <Field label="Partnerships address" error={errors.contact?.partnerships?.message}>
        {(control) => <TextInput {...control} {...form.register('contact.partnerships')} type="email" />}
      </Field>
      <Field
        label="Submissions address"
        hint="An address left empty is not shown."
        error={errors.contact?.submissions?.message}
      >
        {(control) => <TextInput {...control} {...form.register('contact.submissions')} type="email" />}
      </Field>
      <Field label="Pictures in posts" error={errors.postPictures?.message}>
        {(control) => (
          <Select {...control} {...form.register('postPictures')}>
            <option value="small">Small</option>
            <option value="column">Column width</option>
          </Select>
        )}
      </Field>
      <Field
        label="Bold and italics"
        hint="After a change of these two, all posts are rendered anew, which takes a while."
        error={errors.postEmphasis?.message}
      >
        {(control) => (
          <Select {...control} {...form.register('postEmphasis')}>
            <option value="remove">Remove</option>
            <option value="show">Show</option>
          </Select>
        )}
      </Field>
      <Field
        label="Note on AI"
        hint="Under posts in which a model wrote, and in what search engines read."
        error={errors.modelNote?.message}
      >
        {(control) => (
          <Select {...control} {...form.register('modelNote')}>
            <option value="hide">Tell readers nothing</option>
            <option value="show">Tell readers</option>
          </Select>
        )}
      </Field>
      <OfferingButton command="Save Site Settings" type="submit" className="justify-self-start" disabled={isPending}>
        Save site settings
      </OfferingButton>
    </form>
  );
}

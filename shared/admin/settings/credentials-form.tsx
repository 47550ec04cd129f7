import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { credentialsFields, updateCredentials } from '#shared/contract/session.ts';
import { Field } from '#shared/ui/field.tsx';
import { PasswordInput } from '#shared/ui/password-input.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { useMe } from '../auth/index.ts';
import { OfferingButton } from '../offer-commands.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { SettingsSection } from './settings-section.tsx';

const blank = { email: '', name: '', password: '' };

/**
 * The form for e-mail, name and password. A blank field leaves its value unchanged, and only filled fields are sent.
 */
export function CredentialsForm() {
  const me = useMe();
  const queryClient = useQueryClient();
  const toast = useToast();
  const form = useForm({ resolver: zodResolver(credentialsFields), defaultValues: blank });
  const { errors } = form.formState;
  const update = useAction({
    name: 'credentials_updated',
    run: ({ api }, body: BodyInput<typeof updateCredentials>) => api.call(updateCredentials, { body }),
    refreshes: [queryKeys.sessions],
    success: 'Admin credentials updated successfully!',
    onSuccess(updated) {
      queryClient.setQueryData(queryKeys.me, updated);
      form.reset(blank);
    },
  });
  const send = (values: BodyInput<typeof updateCredentials>) => {
    if (update.isPending) return;
    const isBlank = Object.values(values).every((value) => value === undefined || value === '');
    if (isBlank) toast({ title: 'Nothing to update', description: 'Fill in what you want to change.' });
    else update.mutate(values);
  };
  return (
    <SettingsSection title="Account" hint="What you leave blank stays as it is.">
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(send)}>
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('email')}
              type="email"
              autoComplete="off"
              placeholder={me.data?.email}
            />
          )}
        </Field>
        <Field label="Name" error={errors.name?.message}>
          {(control) => (
            <TextInput {...control} {...form.register('name')} autoComplete="off" placeholder={me.data?.name} />
          )}
        </Field>
        <Field
          label="Password"
          hint="At least 6 characters; common passwords are refused. A new one signs you out everywhere else."
          error={errors.password?.message}
        >
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
        </Field>
        <OfferingButton
          command="Update Settings"
          words={['password', 'email', 'account']}
          type="submit"
          variant="primary"
          className="justify-self-start"
          // Not disabled, so that the focus can come back to the button after the password was asked for.
          aria-disabled={update.isPending}
        >
          Update Settings
        </OfferingButton>
      </form>
    </SettingsSection>
  );
}

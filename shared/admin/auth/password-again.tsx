import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useStore } from 'zustand';
import { confirmPassword, loginFields } from '#shared/contract/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { PasswordInput } from '#shared/ui/password-input.tsx';
import { errorText } from '../error-text.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import type { PasswordStore } from './password-store.ts';
import { useIsSessionExpired, useSessionStore } from './session-context.tsx';
import { useMe } from './use-me.ts';

const fields = loginFields.pick({ password: true });

/**
 * Asks for the password over the open screen when a call needs it again; what is typed on the screen stays as it is.
 */
export function PasswordAgain({ store }: { store: PasswordStore }) {
  const { isAsked, answer } = useStore(store);
  const session = useSessionStore();
  const isExpired = useIsSessionExpired();
  // If the session has ended in the meantime, signing in also gives the password; the sign-in dialog must not be hidden
  // behind this one.
  useEffect(() => {
    if (!isAsked) return;
    return session.subscribe((now, before) => {
      if (before.isExpired && !now.isExpired) answer(now.signIns > before.signIns);
    });
  }, [isAsked, answer, session]);
  return (
    <Dialog
      isOpen={isAsked && !isExpired}
      isOver
      onClose={() => answer(false)}
      title="Your password, please"
      description="You signed in more than ten minutes ago. Who changes this has to know the password."
    >
      <PasswordForm onGiven={() => answer(true)} onCancel={() => answer(false)} />
    </Dialog>
  );
}

function PasswordForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const me = useMe();
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { password: '' } });
  const confirm = useAction({
    name: 'password_confirmed',
    async run({ api }, body: { password: string }) {
      try {
        await api.call(confirmPassword, { body });
      } catch (error) {
        form.setError('password', { message: errorText(error) }, { shouldFocus: true });
        throw error;
      }
    },
    refreshes: [queryKeys.sessions],
    // The reason is shown at the field.
    explain: () => null,
    onSuccess: onGiven,
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => confirm.mutate(values))}>
      {/* For password managers: whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={me.data?.email ?? ''} readOnly hidden />
      <Field label="Password" error={form.formState.errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} data-first-focus autoComplete="current-password" {...form.register('password')} />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" aria-disabled={confirm.isPending}>
          {confirm.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}

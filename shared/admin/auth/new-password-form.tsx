import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useReset } from '#shared/contract/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { PasswordInput } from '#shared/ui/password-input.tsx';
import { errorText } from '../error-text.ts';
import type { AdminPorts } from '../ports.ts';
import { useAction } from '../use-action.ts';

const chosen = useReset.body
  .pick({ password: true })
  .extend({ again: z.string() })
  .refine(({ password, again }) => password === again, { path: ['again'], message: 'The two are not the same' });

interface NewPasswordFormProps<Output> {
  /** The name of the action in the `admin_action` event. */
  name: string;
  set: (ports: AdminPorts, password: string) => Promise<Output>;
  onSet: (output: Output) => void;
  /** Whose password it is, for password managers; undefined where that is not known. */
  email?: string | undefined;
  /** Whether the first field gets the focus. */
  isFocused?: boolean;
  /** Buttons below the button that sets the password. */
  children?: ReactNode;
}

/** A form for a new password, typed twice. The reason for a refusal is shown at the field. */
export function NewPasswordForm<Output>(props: NewPasswordFormProps<Output>) {
  const { name, set, onSet, email, isFocused = false, children } = props;
  const form = useForm({ resolver: zodResolver(chosen), defaultValues: { password: '', again: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (isFocused) setFocus('password');
  }, [isFocused, setFocus]);
  const action = useAction<string, Output>({
    name,
    async run(ports, password) {
      try {
        return await set(ports, password);
      } catch (error) {
        form.setError('password', { message: errorText(error) }, { shouldFocus: true });
        throw error;
      }
    },
    explain: () => null,
    onSuccess: onSet,
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(({ password }) => action.mutate(password))}>
      {email !== undefined && (
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
      <Field
        label="New password"
        hint="At least 6 characters; several words are best. Common passwords are refused."
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput
            {...control}
            data-first-focus={isFocused || undefined}
            autoComplete="new-password"
            {...form.register('password')}
          />
        )}
      </Field>
      <Field label="New password, again" error={errors.again?.message}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.register('again')} />}
      </Field>
      <Button type="submit" variant="primary" disabled={action.isPending}>
        {action.isPending ? 'Setting...' : 'Set the password'}
      </Button>
      {children}
    </form>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import { login, loginFields } from '#shared/contract/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { PasswordInput } from '#shared/ui/password-input.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { errorText } from '../error-text.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { SecondStep } from './second-step/second-step.tsx';

interface SignInFormProps {
  /** The address that was signed in before, if there was one. */
  email?: string | undefined;
  /** Called once the current user has been fetched again. */
  onSignedIn: () => void;
}

/** E-mail and password, and one more step where a second factor is set up (docs/rules.md, "Login screen"). */
export function SignInForm(props: SignInFormProps) {
  const [isSecond, setSecond] = useState(false);
  const startOver = useCallback(() => setSecond(false), []);
  return isSecond ? (
    <SecondStep onSignedIn={props.onSignedIn} onStartOver={startOver} />
  ) : (
    <PasswordForm {...props} onSecondStep={() => setSecond(true)} />
  );
}

function PasswordForm({ email = '', onSignedIn, onSecondStep }: SignInFormProps & { onSecondStep: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(loginFields), defaultValues: { email, password: '' } });
  const { errors } = form.formState;
  const first = email === '' ? 'email' : 'password';
  const { setFocus } = form;
  useEffect(() => setFocus(first), [setFocus, first]);
  const signIn = useAction({
    name: 'login',
    async run({ api }, body: { email: string; password: string }) {
      await api.call(login, { body });
      // The current user is what the server says from now on, not what it answered to the login.
      await queryClient.refetchQueries({ queryKey: queryKeys.me });
    },
    failure: 'Login failed',
    explain(error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') {
        return errorText(error) || 'Invalid email or password';
      }
      onSecondStep();
      return null;
    },
    onSuccess: onSignedIn,
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => signIn.mutate(values))}>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            data-first-focus={first === 'email' || undefined}
            type="email"
            autoComplete="username"
            {...form.register('email')}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            data-first-focus={first === 'password' || undefined}
            autoComplete="current-password"
            {...form.register('password')}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

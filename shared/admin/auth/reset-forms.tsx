import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { askReset, loginFields, useReset as setByReset } from '#shared/contract/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useAction } from '../use-action.ts';
import { NewPasswordForm } from './new-password-form.tsx';

const asked = loginFields.pick({ email: true });

/** A step of the login screen. Its title takes the focus, so that screen readers read it out. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="font-serif text-xl font-medium focus:outline-none">
        {title}
      </h2>
      {children}
    </div>
  );
}

/**
 * Asks for the mail with the link (docs/rules.md, "Passwords"). The message that follows is the same for every address.
 */
export function AskResetForm({ onBack }: { onBack: () => void }) {
  const form = useForm({ resolver: zodResolver(asked), defaultValues: { email: '' } });
  const ask = useAction({
    name: 'reset_asked',
    run: ({ api }, body: { email: string }) => api.call(askReset, { body }),
    failure: 'Not sent',
  });
  if (ask.isSuccess)
    return (
      <Step key="sent" title="Look into your mail">
        <p>
          If this is the address of the account, a link is on its way to it. It is good for 30 minutes, and once.
          Nothing there? Look among the spam, or ask again.
        </p>
        <Button onClick={onBack}>Back to signing in</Button>
      </Step>
    );
  return (
    <Step title="Forgot your password?">
      <p className="text-sm text-muted">
        A link with which you choose a new one is sent to the address of the account.
      </p>
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => ask.mutate(values))}>
        <Field label="Email" error={form.formState.errors.email?.message}>
          {(control) => <TextInput {...control} type="email" autoComplete="username" {...form.register('email')} />}
        </Field>
        <Button type="submit" variant="primary" disabled={ask.isPending}>
          {ask.isPending ? 'Sending...' : 'Send the link'}
        </Button>
        <Button onClick={onBack}>Back to signing in</Button>
      </form>
    </Step>
  );
}

/** The form for a new password, for an owner who has followed the link of the mail. */
export function UseResetForm({ secret, onBack }: { secret: string; onBack: () => void }) {
  const [isSet, setIsSet] = useState(false);
  if (isSet)
    return (
      <Step key="set" title="Your new password is set">
        <p>Every device that was signed in is signed out. Sign in with the new password.</p>
        <Button variant="primary" onClick={onBack}>
          Sign in
        </Button>
      </Step>
    );
  return (
    <Step title="Choose a new password">
      <NewPasswordForm
        name="reset_used"
        set={({ api }, password) => api.call(setByReset, { body: { secret, password } })}
        onSet={() => setIsSet(true)}
      >
        <Button onClick={onBack}>Back to signing in</Button>
      </NewPasswordForm>
    </Step>
  );
}

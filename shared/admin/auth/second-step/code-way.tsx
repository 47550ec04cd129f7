import { useForm } from 'react-hook-form';
import { signInWithRecoveryCode, signInWithTotp } from '#shared/contract/auth/sign-in-steps.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useWay, type WayProps } from './use-way.ts';

const kinds = {
  totp: {
    call: signInWithTotp,
    label: 'Code',
    hint: 'The six digits that your authenticator app shows.',
    missing: 'Enter the six digits that your authenticator app shows.',
    field: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  },
  'recovery-code': {
    call: signInWithRecoveryCode,
    label: 'Recovery code',
    hint: 'One of the ten that you kept. Each is good once.',
    missing: 'Enter one of your recovery codes.',
    field: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 40 },
  },
} as const;

/** The second step by a typed code: a code of the authenticator app, or one of the recovery codes. */
export function CodeWay({ kind, ...props }: WayProps & { kind: keyof typeof kinds }) {
  const { call, label, hint, missing, field } = kinds[kind];
  const form = useForm({ defaultValues: { code: '' } });
  const way = useWay<{ code: string }>({
    ...props,
    run: ({ api }, body) => api.call(call, { body }),
    onRefused(message) {
      form.setError('code', { message });
      form.setFocus('code', { shouldSelect: true });
    },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => way.mutate(values))}>
      <Field label={label} hint={hint} error={form.formState.errors.code?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code', { validate: (code) => code.trim() !== '' || missing })}
            {...field}
            autoFocus
            className="font-mono text-lg tracking-wider"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={way.isPending}>
        {way.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

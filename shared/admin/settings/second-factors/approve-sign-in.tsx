import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import { answerApproval, findApproval, type WaitingSignIn } from '#shared/contract/auth/approvals.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { clockTime } from '../../dates.ts';
import { errorText } from '../../error-text.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';

/** Approves a sign-in of the desktop app: the owner types its code, sees what is signing in, and then decides. */
export function ApproveSignIn() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <OfferingButton command="Approve a Sign-in" words={['desktop', 'code']} size="sm" onClick={() => setOpen(true)}>
        Approve a sign-in
      </OfferingButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Approve a sign-in">
        <Approval onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Approval({ onDone }: { onDone: () => void }) {
  const [found, setFound] = useState<{ code: string; signIn: WaitingSignIn } | null>(null);
  return found ? (
    <Decision {...found} onDone={onDone} />
  ) : (
    <CodeForm onFound={(code, signIn) => setFound({ code, signIn })} />
  );
}

function CodeForm({ onFound }: { onFound: (code: string, signIn: WaitingSignIn) => void }) {
  const form = useForm({ defaultValues: { code: '' } });
  const find = useAction({
    name: 'approval_looked_up',
    run: ({ api }, code: string) => api.call(findApproval, { body: { code } }),
    explain(error) {
      const isOfCode = error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input');
      if (!isOfCode) return errorText(error);
      form.setError('code', { message: errorText(error) });
      form.setFocus('code', { shouldSelect: true });
      return null;
    },
    onSuccess: (signIn, code) => onFound(code, signIn),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(({ code }) => find.mutate(code))}>
      <p>When the desktop app signs in, it can show a code of eight letters. Type it here.</p>
      <Field label="Code of the app" error={form.formState.errors.code?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code', {
              validate: (code) => code.trim() !== '' || 'Enter the eight letters that the app shows.',
            })}
            data-first-focus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            className="font-mono text-lg tracking-wider uppercase"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={find.isPending}>
        Next
      </Button>
    </form>
  );
}

function Decision({ code, signIn, onDone }: { code: string; signIn: WaitingSignIn; onDone: () => void }) {
  const answer = useAction({
    name: 'approval_answered',
    run: ({ api }, isApproved: boolean) => api.call(answerApproval, { body: { code, isApproved } }),
    refreshes: [queryKeys.sessions],
    success: (_, isApproved) => (isApproved ? 'Sign-in approved' : 'Sign-in refused'),
    onSuccess: onDone,
  });
  const facts = [
    ['Device', signIn.device],
    ['Began', `today at ${clockTime(signIn.startedAt)}`],
    ['Network', signIn.network],
  ];
  return (
    <div className="grid gap-4">
      <p>This will be signed in, and may do everything you may:</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 rounded-md border border-line bg-sunken p-4">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Approve it only when the code is on your own screen. If somebody gave it to you, refuse, and change your
        password: they have it.
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="danger" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          Refuse
        </Button>
        <Button variant="primary" disabled={answer.isPending} onClick={() => answer.mutate(true)}>
          Approve
        </Button>
      </div>
    </div>
  );
}

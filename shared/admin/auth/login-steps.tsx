import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { getReset } from '#shared/contract/session.ts';
import { resetSecretOf } from '#shared/kernel/reset-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { AskResetForm, UseResetForm } from './reset-forms.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Step = { kind: 'sign-in' } | { kind: 'ask' } | { kind: 'choose'; secret: string };

/** The sign-in and, if a mail server is configured, the way to a new password. */
export function LoginSteps({ onSignedIn }: { onSignedIn: () => void }) {
  const { hash } = useLocation();
  const [step, setStep] = useState<Step>(() => stepOf(hash));
  useEffect(() => {
    if (resetSecretOf(hash) === null) return;
    setStep(stepOf(hash));
    // The secret must not stay in the browser's history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash]);
  const signIn = () => setStep({ kind: 'sign-in' });
  if (step.kind === 'ask') return <AskResetForm onBack={signIn} />;
  if (step.kind === 'choose') return <UseResetForm secret={step.secret} onBack={signIn} />;
  return (
    <div className="grid gap-4">
      <SignInForm onSignedIn={onSignedIn} />
      <Forgotten onAsk={() => setStep({ kind: 'ask' })} />
    </div>
  );
}

function stepOf(hash: string): Step {
  const secret = resetSecretOf(hash);
  return secret === null ? { kind: 'sign-in' } : { kind: 'choose', secret };
}

/** Renders nothing if no link can be sent, or an older server does not know of it. */
function Forgotten({ onAsk }: { onAsk: () => void }) {
  const { api } = usePorts();
  const { data } = useQuery({ queryKey: queryKeys.reset, queryFn: ({ signal }) => api.call(getReset, { signal }) });
  return (
    data?.isOpen && (
      <Button variant="plain" className="justify-self-center" onClick={onAsk}>
        Forgot your password?
      </Button>
    )
  );
}

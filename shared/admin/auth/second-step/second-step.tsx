import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ApiError } from '#shared/api-client/api-error.ts';
import { getSignInStep, type SignInWay } from '#shared/contract/auth/sign-in-steps.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../../error-text.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { ApprovalWay } from './approval-way.tsx';
import { CodeWay } from './code-way.tsx';
import { PasskeyWay } from './passkey-way.tsx';
import type { WayProps } from './use-way.ts';

const screens: Record<SignInWay, (props: WayProps) => React.JSX.Element> = {
  totp: (props) => <CodeWay kind="totp" {...props} />,
  'recovery-code': (props) => <CodeWay kind="recovery-code" {...props} />,
  passkey: PasskeyWay,
  approval: ApprovalWay,
};

/** The name of each way, where the owner can choose among several. */
const names: Record<SignInWay, string> = {
  totp: 'Use a code of the authenticator app',
  'recovery-code': 'Use a recovery code',
  passkey: 'Use a passkey',
  approval: 'Approve it in a browser',
};

interface SecondStepProps {
  onSignedIn: () => void;
  /** Called when the password must be asked for again. */
  onStartOver: () => void;
}

/** The step after the password: a second factor, in whichever way the owner can (docs/rules.md, "Second factors"). */
export function SecondStep({ onSignedIn, onStartOver }: SecondStepProps) {
  const { api, passkeys } = usePorts();
  const toast = useToast();
  const id = useId();
  const [chosen, setChosen] = useState<SignInWay | null>(null);
  const step = useQuery({
    queryKey: ['sign-in-step'],
    queryFn: ({ signal }) => api.call(getSignInStep, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const startOver = (error: Error) => {
    toast({ title: 'Login failed', description: errorText(error), variant: 'destructive' });
    onStartOver();
  };
  const isOver = step.error instanceof ApiError && step.error.code === 'sign_in_expired';
  useEffect(() => {
    if (isOver) onStartOver();
  }, [isOver, onStartOver]);

  const ways = (step.data?.ways ?? []).filter((way) => way !== 'passkey' || passkeys.isSupported());
  const way = chosen ?? ways[0];
  const Way = way && screens[way];
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <h2 id={id} className="font-serif text-xl font-medium">
        One more step
      </h2>
      {step.isPending && <Skeleton className="h-24" />}
      {step.isError && !isOver && <LoadFailed error={step.error} onTryAgain={() => step.refetch()} />}
      {Way && <Way key={way} onSignedIn={onSignedIn} onExpired={startOver} />}
      {step.data && ways.length === 0 && (
        <p>
          There is no way left to prove that it is you. Whoever runs the server can take the second factors off with{' '}
          <code className="wrap-anywhere">npm run admin:reset-password -- --remove-second-factors</code>.
        </p>
      )}
      <ul className="grid justify-items-start gap-1 border-t border-line pt-4">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <li key={other}>
              <Button variant="plain" size="sm" className="-ms-2.5" onClick={() => setChosen(other)}>
                {names[other]}
              </Button>
            </li>
          ))}
        <li>
          <Button variant="plain" size="sm" className="-ms-2.5" onClick={onStartOver}>
            Start again
          </Button>
        </li>
      </ul>
    </section>
  );
}

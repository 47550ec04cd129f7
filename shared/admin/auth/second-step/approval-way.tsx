import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#shared/api-client/api-error.ts';
import { askApproval, getApproval, signInApproved } from '#shared/contract/auth/sign-in-steps.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { useWay, type WayProps } from './use-way.ts';

/** Milliseconds between two checks whether the sign-in was approved (RFC 8628 §3.5). */
const LOOK_EVERY = 5000;

/** Shows the code that the owner types in a browser that is signed in, and waits until the sign-in is approved. */
export function ApprovalWay(props: WayProps) {
  const { api } = usePorts();
  const asked = useQuery({
    queryKey: ['sign-in-step', 'approval'],
    queryFn: ({ signal }) => api.call(askApproval, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const state = useQuery({
    queryKey: ['sign-in-step', 'approval-state'],
    queryFn: ({ signal }) => api.call(getApproval, { signal }),
    enabled: asked.isSuccess,
    refetchInterval: ({ state: { data, error } }) => (error || data?.state === 'waiting' ? LOOK_EVERY : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
  });
  const { mutate: finish } = useWay({ ...props, run: ({ api }) => api.call(signInApproved) });
  const { onExpired } = props;
  const isApproved = state.data?.state === 'approved';
  useEffect(() => {
    if (isApproved) finish();
  }, [isApproved, finish]);
  const expired = [asked.error, state.error].find(
    (error) => error instanceof ApiError && error.code === 'sign_in_expired',
  );
  useEffect(() => {
    if (expired) onExpired(expired);
  }, [expired, onExpired]);

  if (asked.isError && !expired) return <LoadFailed error={asked.error} onTryAgain={() => asked.refetch()} />;
  if (!asked.data) return <Skeleton className="h-24" />;
  if (state.data?.state === 'refused') {
    const again = async () => {
      await asked.refetch();
      await state.refetch();
    };
    return (
      <div className="grid gap-4">
        <p role="alert">This sign-in was refused in the browser.</p>
        <Button onClick={() => void again()}>Ask for a new code</Button>
      </div>
    );
  }
  const { code } = asked.data;
  return (
    <div className="grid gap-3">
      <p>
        In a browser that is signed in, open the admin, then Settings, “Two-step sign-in”, “Approve a sign-in”, and type
        this code:
      </p>
      <output
        aria-label="The code"
        className="rounded-md border border-line bg-sunken px-4 py-3 text-center font-mono text-2xl font-semibold tracking-[0.15em] select-all"
      >
        {code.slice(0, 4)}-{code.slice(4)}
      </output>
      <p role="status" className="text-sm text-muted">
        {isApproved ? 'Signing in...' : 'Waiting for your word. The code is good for ten minutes and once.'}
      </p>
    </div>
  );
}

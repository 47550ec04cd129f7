import { useQuery } from '@tanstack/react-query';
import { getSecondFactors, type SecondFactors } from '#shared/contract/auth/second-factors.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { SettingsSection } from '../settings-section.tsx';
import { ApproveSignIn } from './approve-sign-in.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpRow } from './totp-row.tsx';

/** What a sign-in asks for in addition to the password, and the ways in when that is lost. */
export function SecondFactorsSection() {
  const { api } = usePorts();
  const factors = useQuery({
    queryKey: queryKeys.secondFactors,
    queryFn: ({ signal }) => api.call(getSecondFactors, { signal }),
  });
  return (
    <SettingsSection
      title="Two-step sign-in"
      hint="With a second step, nobody signs in with your password alone."
      action={<ApproveSignIn />}
    >
      {factors.isError && <LoadFailed error={factors.error} onTryAgain={() => factors.refetch()} />}
      {factors.isPending && <Skeleton className="h-32" />}
      {factors.data && (
        <>
          <Notice factors={factors.data} />
          <div className="divide-y divide-line">
            <TotpRow totp={factors.data.totp} />
            <PasskeyList factors={factors.data} />
            <RecoveryCodes factors={factors.data} />
          </div>
        </>
      )}
    </SettingsSection>
  );
}

/** Says what the owner should do next, if there is something to do. */
function Notice({ factors: { totp, passkeys, recoveryCodes } }: { factors: SecondFactors }) {
  const isOn = totp !== null || passkeys.length > 0;
  if (totp && !totp.isReadable) {
    return (
      <Warning>
        The server’s key has changed, so that codes of your authenticator app cannot be checked any more. Set the app up
        anew.
      </Warning>
    );
  }
  if (isOn && recoveryCodes.left === 0) {
    return (
      <Warning>
        You have no recovery codes. Make some now: without them a lost phone or key keeps you out of your own site.
      </Warning>
    );
  }
  return null;
}

function Warning({ children }: { children: React.ReactNode }) {
  return <p className="mb-4 rounded-md border border-danger/40 px-3 py-2 text-sm text-danger">{children}</p>;
}

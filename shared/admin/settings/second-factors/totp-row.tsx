import { useState } from 'react';
import { removeTotp, type SecondFactors } from '#shared/contract/auth/second-factors.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { FactorRow } from './factor-row.tsx';
import { factorTimes } from './factor-words.ts';
import { TotpSetup } from './totp-setup.tsx';

/** The authenticator app: to set it up, set it up again on another device, and remove it. */
export function TotpRow({ totp }: { totp: SecondFactors['totp'] }) {
  const { clock } = usePorts();
  const confirm = useConfirm();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction({
    name: 'totp_removed',
    run: ({ api }) => api.call(removeTotp),
    refreshes: [queryKeys.secondFactors],
    success: 'Authenticator app removed',
  });
  const ask = async () => {
    const isSure = await confirm({
      title: 'Remove the authenticator app?',
      description: 'Its codes are not asked for any more, and sign nobody in.',
      confirm: 'Remove',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <FactorRow
      title={
        <>
          Authenticator app
          {totp && (totp.isReadable ? <Badge tone="good">On</Badge> : <Badge tone="danger">Not readable</Badge>)}
        </>
      }
      state={totp ? factorTimes(totp, clock.now()) : 'A program on your phone that shows a new code every 30 seconds.'}
    >
      <OfferingButton
        command="Set Up the Authenticator App"
        words={['totp', 'second step']}
        size="sm"
        onClick={() => setOpen(true)}
      >
        {totp ? 'Set up anew' : 'Set up'}
      </OfferingButton>
      {totp && (
        <Button size="sm" disabled={remove.isPending} onClick={() => void ask()}>
          Remove
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Authenticator app">
        <TotpSetup onDone={() => setOpen(false)} />
      </Dialog>
    </FactorRow>
  );
}

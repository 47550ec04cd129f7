import { useConfirm } from '#shared/ui/confirm.tsx';
import { endSession, useLeaveDashboard } from '../auth/index.ts';
import { OfferingButton } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { useExchangeFact } from '../sync/index.ts';
import { useAction } from '../use-action.ts';
import { waitingItems } from '../waiting/index.ts';

/**
 * Signs out and empties this browser, for a computer that belongs to somebody else; renders nothing if the host does
 * that in another way.
 */
export function LeaveNothing() {
  const { leaveNothing, store } = usePorts();
  const unsent = useExchangeFact((state) => state.unsent);
  const confirm = useConfirm();
  const leaveDashboard = useLeaveDashboard();
  const leave = useAction({
    name: 'left_nothing',
    async run({ api }) {
      await endSession(api);
      leaveDashboard();
      await leaveNothing?.();
    },
    failure: 'Nothing was removed',
  });
  if (leaveNothing === null) return null;
  const ask = async () => {
    const lost = lostWords({ unsent, waiting: (await waitingItems({ store })).length });
    const isSure = await confirm({
      title: 'Sign out and leave nothing in this browser?',
      description: `${lost ?? 'Everything that is kept here is on the server too, and stays there.'} Close other windows of the admin first.`,
      confirm: lost === null ? 'Sign out and remove' : 'Remove, and lose it',
      isDangerous: true,
    });
    if (isSure) leave.mutate();
  };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
        After signing out, drafts stay in this browser, so that no word is lost. On a computer that is not yours, have
        them removed.
      </p>
      <OfferingButton
        command="Sign Out and Leave Nothing"
        words={['public computer', 'remove drafts']}
        size="sm"
        disabled={leave.isPending}
        onClick={() => void ask()}
      >
        Sign out and leave nothing
      </OfferingButton>
    </div>
  );
}

/** Says in words what exists only on this computer; null for nothing. */
function lostWords({ unsent, waiting }: { unsent: number; waiting: number }): string | null {
  const parts = [
    ...(unsent > 0 ? [unsent === 1 ? 'one draft or prompt' : `${unsent} drafts or prompts`] : []),
    ...(waiting > 0
      ? [waiting === 1 ? 'one thing that waits to be sent' : `${waiting} things that wait to be sent`]
      : []),
  ];
  if (parts.length === 0) return null;
  const are = unsent + waiting === 1 ? 'is' : 'are';
  return `${parts.join(' and ')} ${are} not on the server yet, and would be lost.`.replace(/^./, (letter) =>
    letter.toUpperCase(),
  );
}

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Passkey, removePasskey, type SecondFactors } from '#shared/contract/auth/second-factors.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { FactorRow } from './factor-row.tsx';
import { factorTimes } from './factor-words.ts';
import { NewPasskey, RenamePasskey } from './passkey-forms.tsx';

/** The passkeys: to add, rename and remove them. */
export function PasskeyList({ factors }: { factors: SecondFactors }) {
  const { passkeys: host } = usePorts();
  const [isAdding, setAdding] = useState(false);
  const { totp, passkeys, passkeyOrigin, recoveryCodes } = factors;
  const hasCompany = totp?.isReadable === true || recoveryCodes.left > 0;
  const isHere = passkeyOrigin !== null && host.isSupported();
  return (
    <div>
      <FactorRow title="Passkeys" state={stateOf({ isHere, hasCompany, origin: passkeyOrigin })}>
        <OfferingButton
          command="Add a Passkey"
          words={['fingerprint', 'security key']}
          size="sm"
          disabled={!isHere || !hasCompany}
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </OfferingButton>
      </FactorRow>
      {passkeys.length > 0 && (
        <ul className="mb-3 divide-y divide-line border-t border-line ps-4">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title="New passkey">
        <NewPasskey onDone={() => setAdding(false)} />
      </Dialog>
    </div>
  );
}

function stateOf({ isHere, hasCompany, origin }: { isHere: boolean; hasCompany: boolean; origin: string | null }) {
  if (!isHere) {
    return origin === null
      ? 'Passkeys are added in a browser, at the site’s own https address or at localhost.'
      : 'This browser knows no passkeys.';
  }
  if (!hasCompany) return 'Set up an authenticator app or recovery codes first: a passkey is never the only one.';
  return 'The fingerprint, face or PIN of a device, or a security key.';
}

function Row({ passkey }: { passkey: Passkey }) {
  const { clock } = usePorts();
  const confirm = useConfirm();
  const [isNaming, setNaming] = useState(false);
  const remove = useAction({
    name: 'passkey_removed',
    run: ({ api }) => api.call(removePasskey, { params: { id: passkey.id } }),
    refreshes: [queryKeys.secondFactors],
    success: 'Passkey removed',
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove the passkey “${passkey.name}”?`,
      description: 'It signs nobody in any more. Your device may keep it, of no use, until you delete it there.',
      confirm: 'Remove',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <li className="flex items-center justify-between gap-2 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{passkey.name}</span>
          {!passkey.isUsable && <Badge tone="danger">For another address</Badge>}
        </p>
        <p className="text-sm text-muted">{factorTimes(passkey, clock.now())}</p>
      </div>
      <div className="flex">
        <IconButton label={`Rename the passkey “${passkey.name}”`} onClick={() => setNaming(true)}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={`Remove the passkey “${passkey.name}”`}
          disabled={remove.isPending}
          onClick={() => void ask()}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Dialog isOpen={isNaming} onClose={() => setNaming(false)} title="Rename the passkey">
        <RenamePasskey passkey={passkey} onDone={() => setNaming(false)} />
      </Dialog>
    </li>
  );
}

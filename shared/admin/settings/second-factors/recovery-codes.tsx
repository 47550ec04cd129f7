import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { makeRecoveryCodes, type SecondFactors } from '#shared/contract/auth/second-factors.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { CopyButton } from '../../suggest/card/copy-button.tsx';
import { useAction } from '../../use-action.ts';
import { FactorRow } from './factor-row.tsx';
import { recoverySheet, recoveryState } from './factor-words.ts';

/** The recovery codes: how many are left, and a way to make new ones. */
export function RecoveryCodes({ factors: { recoveryCodes } }: { factors: SecondFactors }) {
  const confirm = useConfirm();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = useAction({
    name: 'recovery_codes_made',
    run: ({ api }) => api.call(makeRecoveryCodes),
    refreshes: [queryKeys.secondFactors],
    onSuccess: (made) => setCodes(made.codes),
  });
  const ask = async () => {
    const isSure =
      recoveryCodes.left === 0 ||
      (await confirm({
        title: 'Make new recovery codes?',
        description: 'Those you have now are not good any more.',
        confirm: 'Make new ones',
      }));
    if (isSure) make.mutate();
  };
  // Escape, or a click outside the window, does not confirm that the codes were kept.
  const askWhetherKept = async () => {
    const isKept = await confirm({
      title: 'Have you kept the codes?',
      description:
        'They cannot be shown again. Without them you cannot sign in when your other second factors are lost.',
      confirm: 'I have kept them',
      cancel: 'Back to the codes',
    });
    if (isKept) setCodes(null);
  };
  return (
    <FactorRow title="Recovery codes" state={recoveryState(recoveryCodes)}>
      <OfferingButton
        command="Make Recovery Codes"
        words={['second step']}
        size="sm"
        disabled={make.isPending}
        onClick={() => void ask()}
      >
        {recoveryCodes.createdAt === null ? 'Make codes' : 'Make new codes'}
      </OfferingButton>
      <Dialog isOpen={codes !== null} onClose={() => void askWhetherKept()} title="Your recovery codes">
        {codes && <CodeSheet codes={codes} onDone={() => setCodes(null)} />}
      </Dialog>
    </FactorRow>
  );
}

function CodeSheet({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { site, files } = usePorts();
  const sheet = recoverySheet(site.name, site.url('/'), codes);
  return (
    <div className="grid gap-4">
      <p>Keep these where you do not keep the password. Each is good once. They cannot be shown again.</p>
      <div data-printed>
        <p className="mb-2 hidden font-semibold print:block">Recovery codes for {site.name}</p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono select-all sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={codes.join('\n')} />
        <Button size="sm" onClick={() => void files.saveText('recovery-codes.txt', sheet)}>
          <Download aria-hidden />
          Download
        </Button>
        <Button size="sm" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <Button size="sm" variant="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}

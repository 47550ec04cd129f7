import { useState } from 'react';
import type { IpcOutput, ServerProfile } from '#shared/contract/ipc.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import type { ConnectBridge } from './connect-flow.ts';

interface KnownServersProps {
  bridge: Pick<ConnectBridge, 'servers.list' | 'servers.use' | 'servers.remove'>;
  known: IpcOutput<'servers.list'>;
  onChange: (known: IpcOutput<'servers.list'>) => void;
  onBack: (() => void) | null;
}

/** The servers that this app knows: one is in use, the owner can switch to another, and each can be forgotten. */
export function KnownServers({ bridge, known, onChange, onBack }: KnownServersProps) {
  const confirm = useConfirm();
  const [fault, setFault] = useState('');
  const act = async (asked: Promise<IpcOutput<'servers.use'>>) => {
    const answer = await asked;
    setFault(answer.ok ? '' : answer.message);
    onChange(await bridge['servers.list']({}));
  };
  const remove = async ({ id, name }: ServerProfile) => {
    const question = {
      title: `Forget ${name}?`,
      description: 'You sign in anew when you connect to it again. What was written for it stays on this computer.',
      confirm: 'Forget',
      isDangerous: true,
    };
    if (await confirm(question)) await act(bridge['servers.remove']({ id }));
  };

  return (
    <section aria-label="Your servers" className="mb-6">
      <ul className="grid gap-2">
        {known.servers.map((server) => (
          <li
            key={server.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-4 py-3"
          >
            <div className="min-w-0">
              <p className="truncate font-semibold">{server.name}</p>
              <p className="truncate text-sm text-muted">{server.url}</p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {server.id === known.currentId ? (
                onBack ? (
                  <Button size="sm" onClick={onBack}>
                    Go back to it
                  </Button>
                ) : (
                  <Badge tone="accent">In use</Badge>
                )
              ) : (
                <Button size="sm" onClick={() => act(bridge['servers.use']({ id: server.id }))}>
                  Use
                </Button>
              )}
              <Button size="sm" variant="plain" aria-label={`Forget ${server.name}`} onClick={() => remove(server)}>
                Forget
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-2 text-sm font-semibold text-danger empty:hidden">
        {fault}
      </p>
    </section>
  );
}

import { useEffect, useState } from 'react';
import { SheetMark } from '#shared/admin/sheet-mark.tsx';
import type { IpcOutput } from '#shared/contract/ipc.ts';
import type { ConnectBridge } from './connect-flow.ts';
import { ConnectForm } from './connect-form.tsx';
import { KnownServers } from './known-servers.tsx';

interface ConnectScreenProps {
  bridge: ConnectBridge;
  version: string;
  /** Leaves the screen when a server is in use; null at the first start. */
  onBack: (() => void) | null;
}

/** The first question of a new app: which server it belongs to. Later the place to add and change servers. */
export function ConnectScreen({ bridge, version, onBack }: ConnectScreenProps) {
  const [known, setKnown] = useState<IpcOutput<'servers.list'> | null>(null);
  useEffect(() => {
    void bridge['servers.list']({}).then(setKnown);
  }, [bridge]);
  if (known === null) return null;
  const hasServers = known.servers.length > 0;

  return (
    <main className="grid grow grid-rows-[1fr_auto_2fr] px-4 py-8">
      <div className="row-start-2 mx-auto w-full max-w-[27rem]">
        <div className="mb-7 flex items-center gap-3">
          <SheetMark className="size-9" />
          <div>
            <h1 className="font-serif text-3xl font-medium tracking-tight">Ninefold</h1>
            <p className="text-sm text-muted">{hasServers ? 'Your servers' : 'Connect the app to your server'}</p>
          </div>
        </div>
        {hasServers && <KnownServers bridge={bridge} known={known} onChange={setKnown} onBack={onBack} />}
        <section aria-label="Connect to a server" className="rounded-md border border-line bg-surface p-6">
          <ConnectForm bridge={bridge} isFirst={!hasServers} />
        </section>
        <p className="mt-4 text-xs text-muted">Ninefold {version}</p>
      </div>
    </main>
  );
}

import { TriangleAlert, WifiOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { timeAgo } from '#shared/admin/dates.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { AppState } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import type { AnswerAge } from '../answer-age.ts';
import type { NetworkState } from '../network-state.ts';

interface DesktopNoticesProps {
  app: Pick<AppState, 'keepsSecrets' | 'storeNotice' | 'hasDamagedFile' | 'sync'>;
  onShowDamaged: () => void;
  /** Null before a server is chosen. */
  exchange: Pick<AdminPorts['exchange'], 'state'> | null;
  network: NetworkState;
  ages: AnswerAge;
  clock: Clock;
  /** The message of a menu command; null when there is none. */
  told: string | null;
  onToldSeen: () => void;
}

/** Notices for the owner about this computer and the connection to the server, above everything else. */
export function DesktopNotices(props: DesktopNoticesProps) {
  const { app, exchange, network, ages, clock, told, onToldSeen, onShowDamaged } = props;
  const [isStoreSeen, setIsStoreSeen] = useState(false);
  const [isSecretSeen, setIsSecretSeen] = useState(false);
  const isOnline = useStore(network);
  const isUnkept = useStore(exchange?.state ?? nothingKept, ({ status }) => status === 'not-kept');
  // The notice that nothing can be stored stays until something is stored; the one about a damaged database stays until
  // the owner closes it.
  const isOver = app.sync.status === 'not-kept' && !isUnkept;
  return (
    <div className="empty:hidden">
      {app.storeNotice !== null && !isStoreSeen && !isOver && (
        <Bar icon={<TriangleAlert aria-hidden />} onClose={() => setIsStoreSeen(true)}>
          {app.storeNotice}
          {app.hasDamagedFile && (
            <Button size="sm" className="ms-3" onClick={onShowDamaged}>
              Show in folder
            </Button>
          )}
        </Bar>
      )}
      {!app.keepsSecrets && !isSecretSeen && (
        <Bar icon={<TriangleAlert aria-hidden />} onClose={() => setIsSecretSeen(true)}>
          This system has no place for secrets. Your sign-in is not stored: you sign in again after each start. On
          Linux, GNOME Keyring or KWallet, installed and unlocked, is such a place.
        </Bar>
      )}
      {told !== null && <Bar onClose={onToldSeen}>{told}</Bar>}
      {!isOnline && <OfflineBar ages={ages} clock={clock} />}
    </div>
  );
}

/** The state before a server is chosen. */
const nothingKept = createStore(() => asleep);

const MINUTE = 60_000;

function OfflineBar({ ages, clock }: Pick<DesktopNoticesProps, 'ages' | 'clock'>) {
  const oldest = useStore(ages.oldest);
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), MINUTE);
    return () => clearInterval(timer);
  }, [clock]);
  return (
    <Bar icon={<WifiOff aria-hidden />}>
      {oldest === null
        ? 'Offline. What you write is kept on this computer.'
        : `Offline. What you see is from ${timeAgo(new Date(oldest).toISOString(), Math.max(now, oldest))}.`}
    </Bar>
  );
}

interface BarProps {
  icon?: ReactNode;
  onClose?: () => void;
  children: ReactNode;
}

function Bar({ icon, onClose, children }: BarProps) {
  return (
    <div className="border-b border-line-strong bg-mark text-ink">
      <div className="admin-width flex items-center gap-3 py-1.5 text-sm [&>svg]:size-4 [&>svg]:shrink-0">
        {icon}
        <p role="status" className="min-w-0 flex-1 wrap-anywhere">
          {children}
        </p>
        {onClose && (
          <IconButton label="Close" className="-my-1.5" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
}

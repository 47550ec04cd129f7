import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { AdminApp } from '#shared/admin/app.tsx';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { AppState, DesktopBridge } from '#shared/contract/ipc.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { ConfirmProvider } from '#shared/ui/confirm.tsx';
import type { AnswerAge } from './answer-age.ts';
import { ConnectScreen } from './connect/connect-screen.tsx';
import { FindBar } from './find/find-bar.tsx';
import { findInEditor } from './find/find-in-editor.ts';
import { answerMenu, menuAnswers } from './menu-answers.ts';
import type { NetworkState } from './network-state.ts';
import { DesktopNotices } from './notices/desktop-notices.tsx';

/** The page where servers are added and changed. The menu leads there. */
const SERVERS_PATH = '/servers';

interface DesktopAppProps {
  bridge: DesktopBridge;
  app: AppState;
  /** Null before a server is chosen. */
  ports: AdminPorts | null;
  network: NetworkState;
  ages: AnswerAge;
}

/**
 * The app's page: the admin of the server in use, or the screen that asks for a server. Must be rendered inside a
 * router.
 */
export function DesktopApp({ bridge, app, ports, network, ages }: DesktopAppProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [told, setTold] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const find = () =>
      void findInEditor(document).then((isFinding) => {
        if (!isFinding) setAsked((times) => times + 1);
      });
    const answers = menuAnswers({ bridge, tell: setTold, find });
    return bridge.on['menu.command'](({ command }) => answerMenu(answers, command));
  }, [bridge]);
  const isAdmin = ports !== null && pathname !== SERVERS_PATH;
  const notices = (
    <>
      {asked > 0 && <FindBar asked={asked} onClose={() => setAsked(0)} />}
      <DesktopNotices
        app={app}
        exchange={ports?.exchange ?? null}
        network={network}
        ages={ages}
        clock={systemClock}
        told={told}
        onToldSeen={() => setTold(null)}
        onShowDamaged={() => void bridge['files.show-damaged']({})}
      />
    </>
  );
  if (!isAdmin) {
    return (
      <div className="flex min-h-dvh flex-col">
        {notices}
        <ConfirmProvider>
          <ConnectScreen
            bridge={bridge}
            version={app.version}
            onBack={ports === null ? null : () => navigate('/admin')}
          />
        </ConfirmProvider>
      </div>
    );
  }
  return (
    <>
      {notices}
      <AdminApp ports={ports} />
      {app.server && pathname === '/admin/login' && (
        <p className="fixed inset-x-0 bottom-0 px-4 py-3 text-center text-sm text-muted">
          <span className="wrap-anywhere">{app.server.url}</span>{' '}
          <Link to={SERVERS_PATH} className="font-semibold whitespace-nowrap text-ink underline">
            Another server
          </Link>
        </p>
      )}
    </>
  );
}

import '#shared/admin-host/before-all.ts';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { KeyValue } from '#shared/admin/ports.ts';
import { pageStorage } from '#shared/admin-host/page-storage.ts';
import { openWindowChannel } from '#shared/admin-host/window-channel.ts';
import { type AppLink, type IpcEventPayload, type MenuCommand, NOTE_PLACE } from '#shared/contract/ipc.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { AS_SYSTEM, DEFAULT_THEME, findChoice, THEME_KEY } from '#shared/kernel/themes.ts';
import { applyTheme, followSystem } from '#shared/ui/apply-theme.ts';
import { createAnswerAge } from './answer-age.ts';
import { createBridgeStore } from './bridge-store.ts';
import { DesktopApp } from './desktop-app.tsx';
import { desktopPorts } from './desktop-ports.ts';
import { answerClosing, feedDocuments } from './heard-from-main.ts';
import { createInbox } from './inbox.ts';
import { createNetworkState } from './network-state.ts';
import { tellNotShown } from './tell-not-shown.ts';

/** The time, in milliseconds, that the first drawing waits for its fonts. */
const FONT_PATIENCE = 400;

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');
showStoredTheme(pageStorage());

// Main's events are received from the first moment; the admin listens once it is there.
const bridge = window.ninefold;
const store = createBridgeStore(bridge);
const commands = createInbox<MenuCommand>();
const links = createInbox<AppLink>();
const files = createInbox<IpcEventPayload<'file.opened'>>();
bridge.on['menu.command'](({ command }) => commands.take(command));
bridge.on['link.opened'](links.take);
bridge.on['file.opened'](files.take);
answerClosing(bridge, window, store.settled);
feedDocuments(bridge.on, openWindowChannel);

/** Applies the theme that was chosen before, whichever server is in use; without a choice, the system's. */
function showStoredTheme(storage: KeyValue): void {
  const stored = storage.get(THEME_KEY);
  applyTheme(stored === null ? AS_SYSTEM : (findChoice(stored) ?? DEFAULT_THEME.name));
}

/**
 * Waits for the fonts, so that the page is drawn once, in its own fonts: they lie on the disk, and are loaded at once.
 */
async function lettersAreThere(): Promise<void> {
  const fonts = ['500 1em "Newsreader Variable"', '1em "Schibsted Grotesk Variable"'];
  const patience = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE));
  await Promise.race([Promise.allSettled(fonts.map((font) => document.fonts.load(font))), patience]);
}

/** Whether this is the small window of the quick note. No other window loads its code. */
const isNote = location.pathname === `/${NOTE_PLACE}`;

const appState = bridge['app.state']({}).then((app) => {
  // Most starts show the list of drafts. Asked only after main's state has come: main answers one request after the
  // other.
  if (!isNote && location.search === '' && location.hash === '') store.askAhead();
  return app;
});
Promise.all([appState, lettersAreThere()])
  .then(async ([app]) => {
    const ages = createAnswerAge(systemClock);
    const network = createNetworkState(bridge.on, app.isOnline);
    network.subscribe((isOnline) => {
      if (isOnline) ages.forget();
    });
    const parts = { bridge, store, network, ages, commands, links, files };
    const ports = app.server ? desktopPorts(parts, app.server, app) : null;
    if (isNote) {
      const { QuickNote } = await import('./quick-note/quick-note.tsx');
      document.title = 'Quick note';
      followSystem();
      createRoot(root).render(<QuickNote ports={ports} onClose={() => void bridge['note.close']({})} />);
      return;
    }
    document.title = app.server ? `${app.server.name} · Ninefold` : 'Ninefold';
    const page = <DesktopApp bridge={bridge} app={app} ports={ports} network={network} ages={ages} />;
    createRoot(root).render(<RouterProvider router={createBrowserRouter([{ path: '*', element: page }])} />);
  })
  .catch((error: unknown) => tellNotShown({ root, bridge, error, reload: () => location.reload() }));

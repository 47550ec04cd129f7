import path from 'node:path';
import {
  app,
  dialog,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron';
import type { AppLink } from '#shared/contract/ipc.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { aboutPanel } from './about-panel.ts';
import type { Caller } from './ipc/answer-call.ts';
import { systemDialogs } from './ipc/dialogs.ts';
import { registerIpc, sendToWindows } from './ipc/register-channels.ts';
import { LINK_SCHEME, linkOfArguments, parseLink } from './links/parse-link.ts';
import { openLog } from './log.ts';
import { menuTemplate } from './menu/menu-template.ts';
import { APP_SCHEME, appSchemePrivileges } from './protocol/index.ts';
import { type Desktop, openDesktop } from './servers/index.ts';
import { createSystemSecretBox } from './servers/system-secret-box.ts';
import { createTray } from './tray.ts';
import { type AppWindow, createAppWindow } from './window/app-window.ts';
import { guardContents, guardPermissions } from './window/guard-contents.ts';
import { nameSiteToPlayers } from './window/name-site.ts';
import { createRunPresence, type RunPresence } from './window/run-presence.ts';
import { sheetBitmap } from './window/sheet-icon.ts';
import { openSpellChecker, type SpellChecker } from './window/spell-checker.ts';
import { createStayAwake } from './window/stay-awake.ts';

/** What is still being written when the app quits has so long, in milliseconds. */
const QUIT_PATIENCE = 10_000;
/** The menu calls what the page calls. */
const MENU: Caller = { contentsId: 0, url: null, isMainFrame: true };

/** As in electron-builder.yml. */
const APP_ID = 'app.ninefold.desktop';

const isDevelopment = !app.isPackaged;
const out = path.join(import.meta.dirname, '..');
const log = openLog({ folder: app.getPath('logs'), clock: systemClock });

/** The mark at twice the size it is shown at, for screens that have the pixels. */
function icon(size: number) {
  const pixels = size * 2;
  return nativeImage.createFromBitmap(Buffer.from(sheetBitmap(pixels)), {
    width: pixels,
    height: pixels,
    scaleFactor: 2,
  });
}

/** What of the app is there by now. */
interface Running {
  desktop: Desktop | null;
  window: AppWindow | null;
  /** Opened as soon as there is a window. */
  firstLink: AppLink | null;
}

function start(): void {
  // What nobody had foreseen is told in the log, and the app goes on: the owner's words are in its window.
  process.on('uncaughtException', (error) => log.error('An error that nothing caught', error));
  process.on('unhandledRejection', (cause) => log.error('A promise that nobody waited for failed', cause));
  const running: Running = { desktop: null, window: null, firstLink: linkOfArguments(process.argv) };
  hearSystem(running);
  endInOrder(running);
  guardContents();
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  // Without a name of its own Windows shows no notification of the app.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);

  // Not awaited at the top level: in an ES module that hangs Electron (electron/electron#40719).
  app
    .whenReady()
    .then(() => open(running))
    .catch((error: unknown) => {
      log.error('The app cannot start', error);
      dialog.showErrorBox('Ninefold cannot start', `The log says why: ${log.file}`);
      app.exit(1);
    });
}

function follow(running: Running, link: AppLink | null): void {
  if (running.window === null) running.firstLink = link ?? running.firstLink;
  else if (link !== null) running.window.tell('link.opened', link);
}

function hearSystem(running: Running): void {
  app.on('open-url', (event, url) => {
    event.preventDefault();
    running.window?.show();
    follow(running, parseLink(url));
  });
  app.on('second-instance', (_event, args) => {
    running.window?.show();
    follow(running, linkOfArguments(args));
  });
  app.on('activate', () => running.window?.show());
  app.on('before-quit', () => running.window?.quitting());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** The app ends when everything is written, or after a while. */
function endInOrder(running: Running): void {
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed || running.desktop === null) return;
    event.preventDefault();
    const late = setTimeout(() => end('The app ends although something is still being written'), QUIT_PATIENCE);
    const end = (warning?: string, cause?: unknown) => {
      if (warning !== undefined) log.warn(warning, cause);
      clearTimeout(late);
      isClosed = true;
      app.quit();
    };
    running.desktop.close().then(
      () => end(),
      (error: unknown) => end('The app does not end cleanly', error),
    );
  });
}

async function open(running: Running): Promise<void> {
  log.info(`Ninefold ${app.getVersion()} starts`);
  guardPermissions(session.defaultSession);
  app.setAboutPanelOptions(aboutPanel(app.getVersion(), process.versions));

  const spelling = openSpellChecker({
    session: session.defaultSession,
    folder: app.getPath('userData'),
    platform: process.platform,
    warn: log.warn,
  });
  const { view, presence } = createView();
  const desktop = await openHere({
    onServerChanging: view.flush,
    onServerChanged() {
      void drawMenu(desktop, view, spelling);
      void view.go('admin', true);
    },
  });
  running.desktop = desktop;
  const { handlers } = desktop;
  registerIpc(
    {
      ...handlers,
      async 'servers.remove'(input, caller) {
        const answer = await handlers['servers.remove'](input, caller);
        await drawMenu(desktop, view, spelling);
        return answer;
      },
      'workflow.progress': presence.report,
      'app.flushed': view.flushed,
    },
    log,
  );
  protocol.handle(APP_SCHEME, desktop.handleRequest);
  powerMonitor.on('resume', desktop.wake);
  nameSiteToPlayers(session.defaultSession, desktop.siteUrl);
  await drawMenu(desktop, view, spelling);
  running.window = view;
  view.show();
  follow(running, running.firstLink);
}

/** The window, and what shows a run outside of it: the tray, the bar, notifications. */
function createView(): { view: AppWindow; presence: RunPresence } {
  const showTray = createTray(icon(16), {
    show: () => view.show(),
    stop: () => view.tell('menu.command', { command: 'stop' }),
    quit: () => app.quit(),
  });
  const stayAwake = createStayAwake();
  const shown = new Set<Notification>();
  const presence = createRunPresence({
    clock: systemClock,
    isInSight: () => view.isInSight(),
    show({ bar, tray }) {
      view.setProgress(bar);
      showTray(tray);
      stayAwake(bar !== null);
    },
    notify(words, runId) {
      const notification = new Notification(words);
      // One that nothing refers to is collected, and its click with it.
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        view.show();
        if (runId !== null) view.tell('link.opened', { type: 'run', id: runId });
      });
      notification.show();
    },
  });
  const view = createAppWindow({
    preload: path.join(out, 'preload/preload.cjs'),
    folder: app.getPath('userData'),
    icon: icon(64),
    isDevelopment,
    isRunning: presence.isRunning,
    onGone: presence.forget,
    quit: () => app.quit(),
    warn: log.warn,
  });
  return { view, presence };
}

type ServerChanges = Pick<Parameters<typeof openDesktop>[0], 'onServerChanging' | 'onServerChanged'>;

/** What is behind the window, on this computer and its system. */
function openHere(changes: ServerChanges): Promise<Desktop> {
  return openDesktop({
    ...changes,
    folder: app.getPath('userData'),
    rendererFolder: path.join(out, 'renderer'),
    version: app.getVersion(),
    platform: process.platform,
    fetchOf(partition) {
      const own = session.fromPartition(partition, { cache: false });
      return (address, init) => own.fetch(address, init);
    },
    secrets: createSystemSecretBox(safeStorage, {
      platform: process.platform,
      timers: systemTimers,
      warn: log.warn,
    }),
    dialogs: systemDialogs,
    openExternal: (url) => shell.openExternal(url),
    showInFolder: (file) => shell.showItemInFolder(file),
    send: sendToWindows,
    clock: systemClock,
    log,
  });
}

async function drawMenu(desktop: Desktop, view: AppWindow, spelling: SpellChecker): Promise<void> {
  const { handlers } = desktop;
  const redraw = () => void drawMenu(desktop, view, spelling);
  const known = await handlers['servers.list']({}, MENU);
  const template = menuTemplate(
    { platform: process.platform, isDevelopment, ...known, spelling: spelling.state() },
    {
      command(command) {
        view.show();
        view.tell('menu.command', { command });
      },
      useServer: (id) => void handlers['servers.use']({ id }, MENU),
      showServers() {
        view.show();
        void view.go('servers');
      },
      showAbout: () => app.showAboutPanel(),
      openLogFolder: () => void shell.openPath(app.getPath('logs')),
      switchSpelling() {
        spelling.switchOn();
        redraw();
      },
      switchLanguage(language) {
        spelling.switchLanguage(language);
        redraw();
      },
    },
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

if (app.requestSingleInstanceLock()) {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: appSchemePrivileges }]);
  start();
} else {
  app.quit();
}

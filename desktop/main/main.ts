import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { app, dialog, powerMonitor, protocol, safeStorage, session, shell } from 'electron';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { aboutPanel } from './about-panel.ts';
import { drawMenu } from './app-menu.ts';
import { openFiles, openRecentFiles } from './files/index.ts';
import { followWaiting } from './follow-waiting.ts';
import { type HandedOver, ofArguments, ofFile, ofLink } from './handed-over.ts';
import { systemDialogs } from './ipc/dialogs.ts';
import { registerIpc, sendToWindows } from './ipc/register-channels.ts';
import { LINK_SCHEME } from './links/parse-link.ts';
import { openLog } from './log.ts';
import { APP_SCHEME, appSchemePrivileges } from './protocol/index.ts';
import { type Desktop, openDesktop, StartRefused } from './servers/index.ts';
import { createSystemSecretBox } from './servers/system-secret-box.ts';
import type { AppTray } from './tray.ts';
import {
  createUpdates,
  openUpdateChoice,
  openUpdater,
  readUpdateSource,
  type Updates,
  updateQuestions,
} from './updates/index.ts';
import { createViews, openDragOut } from './views.ts';
import type { AppWindows } from './window/app-windows.ts';
import { guardContents, guardPermissions } from './window/guard-contents.ts';
import { nameSiteToPlayers } from './window/name-site.ts';
import type { RunPresence } from './window/run-presence.ts';
import { openSpellChecker } from './window/spell-checker.ts';

/** The time, in milliseconds, that a quitting app waits for pending writes. */
const QUIT_PATIENCE = 10_000;

/** The same as in electron-builder.yml. */
const APP_ID = 'app.ninefold.desktop';

const isDevelopment = !app.isPackaged;
const out = path.join(import.meta.dirname, '..');
const log = openLog({ folder: app.getPath('logs'), clock: systemClock });

/** The parts of the app once it is open. */
interface Opened {
  desktop: Desktop;
  windows: AppWindows;
  presence: RunPresence;
  updates: Updates;
  follow(handedOver: HandedOver): void;
}

/** The parts of the app that exist so far. */
interface Running {
  opened: Opened | null;
  /** Links, files and texts to follow as soon as the app is open. */
  first: HandedOver[];
  /** Whether a workflow was running when the app began to quit. */
  wasRunning: boolean;
  isClosed: boolean;
}

function start(): void {
  // An unforeseen error is logged, and the app goes on: its window holds the owner's words.
  process.on('uncaughtException', (error) => log.error('An error that nothing caught', error));
  process.on('unhandledRejection', (cause) => log.error('A promise that nobody waited for failed', cause));
  const first = [ofArguments(process.argv, process.cwd())];
  const running: Running = { opened: null, first, wasRunning: false, isClosed: false };
  hearSystem(running);
  endInOrder(running);
  guardContents({ openBeside: (place) => running.opened?.windows.open(place), warn: log.warn });
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  // Windows shows no notifications of an app without this id.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);

  // Not awaited at the top level: in an ES module that hangs Electron (electron/electron#40719).
  app
    .whenReady()
    .then(() => open(running))
    .catch(refuseStart);
}

function refuseStart(error: unknown): void {
  log.error('The app cannot start', error);
  const words = error instanceof StartRefused ? error.message : `The log says why: ${log.file}`;
  dialog.showErrorBox('Ninefold cannot start', words);
  app.exit(1);
}

/**
 * Ends a second start: without the lock, another instance of the app is running, unless the app's folder does not
 * accept a lock.
 */
function endAtOnce(): void {
  const folder = app.getPath('userData');
  try {
    accessSync(folder, constants.W_OK);
    app.quit();
  } catch {
    const words = `Ninefold cannot write into its folder, so nothing you type could be kept: ${folder}`;
    app.whenReady().then(() => refuseStart(new StartRefused(words)), refuseStart);
  }
}

function hearSystem(running: Running): void {
  const follow = (handedOver: HandedOver) => {
    // While an update is being installed, the new program must be started only once.
    if (running.isClosed) return;
    running.opened?.windows.show();
    if (running.opened) running.opened.follow(handedOver);
    else running.first.push(handedOver);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(ofLink(url));
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    follow(ofFile(file));
  });
  app.on('second-instance', (_event, args, folder) => follow(ofArguments(args, folder)));
  app.on('activate', () => running.opened?.windows.show());
  app.on('before-quit', () => {
    running.wasRunning = running.opened?.presence.isRunning() ?? false;
    running.opened?.windows.quitting();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** Makes the app end when everything is written, or after a time limit. */
function endInOrder(running: Running): void {
  app.on('will-quit', (event) => {
    const { opened } = running;
    if (running.isClosed || opened === null) return;
    event.preventDefault();
    const late = setTimeout(() => end('The app ends although something is still being written'), QUIT_PATIENCE);
    const end = (warning?: string, cause?: unknown) => {
      if (warning !== undefined) log.warn(warning, cause);
      clearTimeout(late);
      if (running.isClosed) return;
      running.isClosed = true;
      const wasBusy = warning !== undefined || running.wasRunning || opened.windows.leftUnsaved();
      if (!opened.updates.atQuit(wasBusy)) app.quit();
    };
    opened.desktop.close().then(
      () => end(),
      (error: unknown) => end('The app does not end cleanly', error),
    );
  });
}

async function open(running: Running): Promise<void> {
  log.info(`Ninefold ${app.getVersion()} starts`);
  guardPermissions(session.defaultSession);
  app.setAboutPanelOptions(aboutPanel(app.getVersion(), process.versions));
  const folder = app.getPath('userData');

  const spelling = openSpellChecker({
    session: session.defaultSession,
    folder,
    platform: process.platform,
    warn: log.warn,
  });
  const recent = openRecentFiles(folder, log.warn);
  const onStay = () => updates.quitCalledOff();
  const { windows, presence, note, tray, command } = createViews({ out, isDevelopment, onStay, log });
  const isBusy = async () => presence.isRunning() || (await windows.flush()).isUnsaved;
  const updates = openUpdates(folder, isBusy);
  let tellWaiting = () => {};
  const desktop = await openHere({
    onServerChanging: windows.flush,
    onServerChanged() {
      void draw();
      tellWaiting();
      windows.startOver();
      note.startOver();
    },
    onFileOpened: remember,
    send: followWaiting({ send: sendToWindows, onChanged: () => tellWaiting(), timers: systemTimers }),
  });
  tellWaiting = () => sayWhatWaits(desktop, tray);
  const openFile = (files: readonly string[]) =>
    openFiles(files, {
      dialogs: systemDialogs,
      log,
      tell: (file) => windows.tell('file.opened', file),
      onOpened: remember,
    });
  const draw = () =>
    drawMenu({
      ...{ desktop, windows, note, tray, command, spelling, recent, updates, isDevelopment },
      openFile: (file) => void openFile([file]),
    });
  function remember(file: string): void {
    recent.add(file);
    app.addRecentDocument(file);
    void draw();
  }
  const dragOut = openDragOut(log);
  registerIpc(
    {
      ...desktop.handlers,
      ...note.handlers,
      async 'servers.remove'(input, caller) {
        const answer = await desktop.handlers['servers.remove'](input, caller);
        await draw();
        return answer;
      },
      'workflow.progress': (report, { contentsId }) => presence.report(report, contentsId),
      'app.flushed': (flushed, { contentsId }) => windows.flushed(flushed, contentsId),
      'updates.look': updates.look,
      'files.drag-text': (text, { contentsId }) => dragOut.start(text, contentsId),
    },
    log,
  );
  protocol.handle(APP_SCHEME, desktop.handleRequest);
  powerMonitor.on('resume', desktop.wake);
  nameSiteToPlayers(session.defaultSession, desktop.siteUrl);
  windows.show();
  desktop.opened.then(tellWaiting, refuseStart);
  // In the same turn, while the window is being made: the menu's names of languages load the machine's language data.
  await draw();
  updates.start();
  const follow = ({ link, text, files }: HandedOver) => {
    if (link !== null) windows.tell('link.opened', link);
    if (text !== null) windows.tell('file.opened', text);
    void openFile(files);
  };
  running.opened = { desktop, windows, presence, updates, follow };
  for (const handedOver of running.first.splice(0)) follow(handedOver);
}

/** Updates the icon's text. When the count fails, the icon keeps its former text. */
function sayWhatWaits(desktop: Desktop, tray: AppTray): void {
  const failed = (error: unknown) => log.warn('What waits to be sent could not be counted', error);
  desktop.waiting().then((waiting) => tray.say({ waiting }), failed);
}

function openUpdates(folder: string, isBusy: () => Promise<boolean>): Updates {
  const own = session.fromPartition('updates', { cache: false });
  return createUpdates({
    source: () =>
      readUpdateSource({
        resources: process.resourcesPath,
        isPackaged: app.isPackaged,
        platform: process.platform,
        appImage: process.env.APPIMAGE,
      }),
    openUpdater: (feed) =>
      openUpdater({ ...feed, fetchFeed: (address, init) => own.fetch(address, init), timers: systemTimers, log }),
    choice: openUpdateChoice(folder, log.warn),
    questions: updateQuestions,
    isBusy,
    quit: () => app.quit(),
    timers: systemTimers,
    log,
  });
}

type HereOptions = Pick<
  Parameters<typeof openDesktop>[0],
  'onServerChanging' | 'onServerChanged' | 'onFileOpened' | 'send'
>;

/** Opens everything behind the windows, on this computer and its system. */
function openHere(changes: HereOptions): Promise<Desktop> {
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
    clock: systemClock,
    log,
  });
}

if (process.env.APPIMAGE_EXIT_AFTER_INSTALL === 'true') {
  // electron-updater runs the new program once it is in its place, and waits until that ends.
  app.exit(0);
} else if (app.requestSingleInstanceLock()) {
  // A Wayland session offers system-wide shortcuts only through its portal.
  if (process.platform === 'linux') app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal');
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: appSchemePrivileges }]);
  start();
} else {
  endAtOnce();
}

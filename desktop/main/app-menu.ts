import { app, Menu, shell } from 'electron';
import type { MenuCommand } from '#shared/contract/ipc.ts';
import type { RecentFiles } from './files/index.ts';
import type { Caller } from './ipc/answer-call.ts';
import { type MenuActions, menuTemplate } from './menu/menu-template.ts';
import type { Desktop } from './servers/index.ts';
import type { AppTray } from './tray.ts';
import type { Updates } from './updates/index.ts';
import type { AppWindows } from './window/app-windows.ts';
import type { SpellChecker } from './window/spell-checker.ts';

/** The menu calls the same handlers as the page. */
const MENU: Caller = { contentsId: 0, url: null, isMainFrame: true };

interface MenuParts {
  desktop: Desktop;
  windows: AppWindows;
  note: { show(): void };
  tray: Pick<AppTray, 'isWanted' | 'switchOn'>;
  /** Sends a command to the page of a window that is shown. */
  command(command: MenuCommand): void;
  spelling: SpellChecker;
  recent: RecentFiles;
  updates: Updates;
  isDevelopment: boolean;
  openFile(file: string): void;
}

/** Draws the app's menu for the current state. */
export async function drawMenu(parts: MenuParts): Promise<void> {
  const { desktop, tray, spelling, recent, updates, isDevelopment } = parts;
  const known = await desktop.handlers['servers.list']({}, MENU);
  const template = menuTemplate(
    {
      platform: process.platform,
      isDevelopment,
      ...known,
      spelling: spelling.state(),
      recent: recent.list(),
      updates: updates.choice(),
      hasTray: tray.isWanted(),
    },
    actionsOf(parts),
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function actionsOf(parts: MenuParts): MenuActions {
  const { desktop, windows, note, tray, command, spelling, recent, updates, openFile } = parts;
  const changing =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      change(...args);
      void drawMenu(parts);
    };
  return {
    command,
    newWindow: () => windows.open('admin'),
    quickNote: note.show,
    openFile,
    forgetFiles: changing(() => {
      recent.clear();
      app.clearRecentDocuments();
    }),
    useServer: (id) => void desktop.handlers['servers.use']({ id }, MENU),
    showServers() {
      windows.show();
      void windows.go('servers');
    },
    showAbout: () => app.showAboutPanel(),
    openLogFolder: () => void shell.openPath(app.getPath('logs')),
    lookForUpdates: () => void updates.look(),
    chooseUpdates: changing(updates.choose),
    switchTray: changing(tray.switchOn),
    switchSpelling: changing(spelling.switchOn),
    switchLanguage: changing(spelling.switchLanguage),
  };
}

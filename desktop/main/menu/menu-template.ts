import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, ServerProfile } from '#shared/contract/ipc.ts';
import { channels, type UpdateChoice } from '../updates/update-choice.ts';
import type { Spelling } from '../window/spelling.ts';

export interface MenuFacts {
  /** Node's name of the platform: "darwin", "linux", "win32". */
  platform: string;
  /** Whether the app runs from the sources: then the menu shows the items for developers. */
  isDevelopment: boolean;
  servers: readonly Pick<ServerProfile, 'id' | 'name' | 'url'>[];
  currentId: string | null;
  /**
   * `available`: the languages that the system lets the app choose from; empty when the system chooses by itself
   * (macOS).
   */
  spelling: Spelling & { available: readonly string[] };
  /** The text files that were opened, the latest first. */
  recent: readonly string[];
  updates: UpdateChoice;
  /** Whether the icon beside the clock is wanted. */
  hasTray: boolean;
}

export interface MenuActions {
  /** Sends a command to the page. */
  command(command: MenuCommand): void;
  newWindow(): void;
  quickNote(): void;
  openFile(file: string): void;
  forgetFiles(): void;
  useServer(id: string): void;
  /** Shows the page where servers are added and removed. */
  showServers(): void;
  showAbout(): void;
  openLogFolder(): void;
  lookForUpdates(): void;
  chooseUpdates(choice: Partial<UpdateChoice>): void;
  switchTray(): void;
  /** Switches the spelling check on or off. */
  switchSpelling(): void;
  /** Switches the spelling check of a language on or off. */
  switchLanguage(language: string): void;
}

/** The parts that every menu uses. */
interface Parts {
  facts: MenuFacts;
  actions: MenuActions;
  isMac: boolean;
  /** Makes an item that sends a command to the page. Its id is the command's name. */
  ask(command: MenuCommand, label: string, accelerator?: string): MenuItemConstructorOptions;
}

const line = { type: 'separator' } as const;

/**
 * Returns the app's menu with all its shortcuts. Items have ids; the id of an item that sends a command is the
 * command's name.
 */
export function menuTemplate(facts: MenuFacts, actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = facts.platform === 'darwin';
  const parts: Parts = {
    ...{ facts, actions, isMac },
    ask: (command, label, accelerator) => ({
      id: command,
      label,
      // Without a server there is no admin to answer the command.
      enabled: facts.currentId !== null,
      click: () => actions.command(command),
      ...(accelerator === undefined ? {} : { accelerator }),
    }),
  };
  return [
    ...(isMac ? [appMenu(parts)] : []),
    fileMenu(parts),
    editMenu(parts),
    workflowMenu(parts),
    viewMenu(parts),
    { role: 'windowMenu' },
    helpMenu(parts),
  ];
}

const about = ({ actions }: Parts) => ({ id: 'about', label: 'About Ninefold', click: actions.showAbout });

const settings = ({ ask, isMac }: Parts) => ask('settings', isMac ? 'Settings…' : 'Settings', 'CmdOrCtrl+,');

function appMenu(parts: Parts): MenuItemConstructorOptions {
  return {
    label: 'Ninefold',
    submenu: [
      about(parts),
      line,
      settings(parts),
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
}

function fileMenu(parts: Parts): MenuItemConstructorOptions {
  const { facts, actions, ask, isMac } = parts;
  return {
    label: '&File',
    submenu: [
      ask('new-post', 'New Post', 'CmdOrCtrl+N'),
      { id: 'new-window', label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
      { id: 'quick-note', label: 'Quick Note', enabled: facts.currentId !== null, click: actions.quickNote },
      line,
      ask('open-file', 'Open Markdown File…', 'CmdOrCtrl+O'),
      {
        id: 'recent',
        label: 'Open Recent',
        enabled: facts.currentId !== null && facts.recent.length > 0,
        submenu: recentItems(facts, actions),
      },
      line,
      ask('save', 'Save', 'CmdOrCtrl+S'),
      ask('save-file', 'Save as Markdown File…', 'CmdOrCtrl+Shift+S'),
      line,
      ask('sync-now', 'Sync Now', 'CmdOrCtrl+Shift+Y'),
      ask('export', 'Export Everything…'),
      line,
      { id: 'server', label: 'Server', submenu: serverItems(facts, actions) },
      ...(isMac ? [] : [line, settings(parts)]),
      line,
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' } as const]),
    ],
  };
}

function editMenu({ facts, actions, ask }: Parts): MenuItemConstructorOptions {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'selectAll' },
      line,
      ask('find-in-page', 'Find…', 'CmdOrCtrl+F'),
      ask('find', 'Find a Post', 'CmdOrCtrl+Shift+F'),
      line,
      { id: 'spelling', label: 'Spelling', submenu: spellingItems(facts, actions) },
    ],
  };
}

function workflowMenu({ isMac, ask }: Parts): MenuItemConstructorOptions {
  return {
    label: '&Workflow',
    submenu: [
      ask('run', 'Run All Steps', 'CmdOrCtrl+Shift+Enter'),
      ask('stop', 'Stop', isMac ? 'Cmd+.' : 'Ctrl+Shift+.'),
    ],
  };
}

function viewMenu({ facts, actions, isMac }: Parts): MenuItemConstructorOptions {
  return {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
      {
        id: 'tray',
        label: isMac ? 'Icon in the Menu Bar' : 'Icon Beside the Clock',
        type: 'checkbox',
        checked: facts.hasTray,
        click: actions.switchTray,
      },
      ...(facts.isDevelopment ? [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
    ],
  };
}

function helpMenu(parts: Parts): MenuItemConstructorOptions {
  const { facts, actions, isMac } = parts;
  return {
    role: 'help',
    submenu: [
      { id: 'look-for-updates', label: 'Look for Updates…', click: actions.lookForUpdates },
      { id: 'updates', label: 'Updates', submenu: updateItems(facts, actions) },
      line,
      { id: 'open-logs', label: 'Open Log Folder', click: actions.openLogFolder },
      ...(isMac ? [] : [about(parts)]),
    ],
  };
}

/** A single ampersand would underline the letter after it. */
const asLabel = (text: string) => text.replaceAll('&', '&&');

function recentItems({ recent }: MenuFacts, actions: MenuActions): MenuItemConstructorOptions[] {
  const files = recent.map(
    (file, index): MenuItemConstructorOptions => ({
      id: `recent-${index}`,
      label: asLabel(`${path.basename(file)} (${path.basename(path.dirname(file))})`),
      click: () => actions.openFile(file),
    }),
  );
  return [
    ...files,
    { type: 'separator' },
    { id: 'forget-files', label: 'Clear This List', click: actions.forgetFiles },
  ];
}

const CHANNEL_NAMES = { stable: 'Finished Versions', beta: 'Test Versions, Too' };

function updateItems({ updates }: MenuFacts, actions: MenuActions): MenuItemConstructorOptions[] {
  const kinds = channels.map(
    (channel): MenuItemConstructorOptions => ({
      id: `updates-${channel}`,
      label: CHANNEL_NAMES[channel],
      type: 'radio',
      checked: updates.channel === channel,
      click: () => actions.chooseUpdates({ channel }),
    }),
  );
  const byItself: MenuItemConstructorOptions = {
    id: 'updates-automatic',
    label: 'Look by Itself',
    type: 'checkbox',
    checked: updates.isAutomatic,
    click: () => actions.chooseUpdates({ isAutomatic: !updates.isAutomatic }),
  };
  return [byItself, { type: 'separator' }, ...kinds];
}

function spellingItems({ spelling }: MenuFacts, actions: MenuActions): MenuItemConstructorOptions[] {
  const { isOn, languages, available } = spelling;
  const check: MenuItemConstructorOptions = {
    id: 'check-spelling',
    label: 'Check Spelling While Typing',
    type: 'checkbox',
    checked: isOn,
    click: actions.switchSpelling,
  };
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const choices = available
    .map((language) => ({ language, name: names.of(language) ?? language }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(
      ({ language, name }): MenuItemConstructorOptions => ({
        id: `spelling-${language}`,
        label: name,
        type: 'checkbox',
        enabled: isOn,
        checked: languages.includes(language),
        click: () => actions.switchLanguage(language),
      }),
    );
  return choices.length === 0 ? [check] : [check, { type: 'separator' }, ...choices];
}

function serverItems({ servers, currentId }: MenuFacts, actions: MenuActions): MenuItemConstructorOptions[] {
  const known = servers.map(
    ({ id, name, url }): MenuItemConstructorOptions => ({
      id: `server-${id}`,
      label: asLabel(`${name} (${url})`),
      type: 'radio',
      checked: id === currentId,
      click: () => actions.useServer(id),
    }),
  );
  const others = { id: 'servers', label: 'Add or Remove Servers…', click: actions.showServers };
  return known.length === 0 ? [others] : [...known, { type: 'separator' }, others];
}

import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { menuCommands } from '#shared/contract/ipc.ts';
import { type MenuActions, type MenuFacts, menuTemplate } from './menu-template.ts';

const actions = (): MenuActions => ({
  command: vi.fn(),
  newWindow: vi.fn(),
  quickNote: vi.fn(),
  switchTray: vi.fn(),
  openFile: vi.fn(),
  forgetFiles: vi.fn(),
  lookForUpdates: vi.fn(),
  chooseUpdates: vi.fn(),
  useServer: vi.fn(),
  showServers: vi.fn(),
  showAbout: vi.fn(),
  openLogFolder: vi.fn(),
  switchSpelling: vi.fn(),
  switchLanguage: vi.fn(),
});
const facts: MenuFacts = {
  platform: 'linux',
  isDevelopment: false,
  servers: [
    { id: 'a', name: 'Salt & Sea', url: 'https://a.example' },
    { id: 'b', name: 'B', url: 'https://b.example' },
  ],
  currentId: 'b',
  spelling: { isOn: true, languages: ['de'], available: ['en-US', 'de'] },
  recent: ['/home/a/Notes & more/tea.md', '/b.md'],
  updates: { channel: 'stable', isAutomatic: true },
  hasTray: true,
};
const platforms = ['linux', 'win32', 'darwin'];

/** Returns every item, the items of submenus included. */
function allItems(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? allItems(item.submenu) : [])]);
}
const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.();

describe.each(platforms)('on %s', (platform) => {
  test('everything the page can be asked for has one item', () => {
    const told = actions();
    const items = allItems(menuTemplate({ ...facts, platform }, told));
    for (const command of menuCommands) {
      const found = items.filter(({ id }) => id === command);
      expect(found).toHaveLength(1);
      click(found[0]);
      expect(told.command).toHaveBeenLastCalledWith(command);
    }
  });

  test('no shortcut is given twice', () => {
    const shortcuts = allItems(menuTemplate({ ...facts, platform, isDevelopment: true }, actions()))
      .map(({ accelerator }) => accelerator)
      .filter((accelerator) => accelerator !== undefined);
    expect(shortcuts.length).toBeGreaterThan(8);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  test('before a server is chosen the page is asked for nothing', () => {
    const items = allItems(menuTemplate({ ...facts, platform, servers: [], currentId: null }, actions()));
    const asking = items.filter(({ id }) => menuCommands.some((command) => command === id));
    expect(asking.every(({ enabled }) => enabled === false)).toBe(true);
    expect(items.some(({ id }) => id === 'servers')).toBe(true);
  });
});

test('everything the page can be asked for is told to the owner, who looks for it in docs/desktop.md', () => {
  const told = readFileSync(new URL('../../../docs/desktop.md', import.meta.url), 'utf8');
  const [, section = ''] = told.split('\n## Menu, shortcuts, links\n');
  const asking = allItems(menuTemplate(facts, actions())).filter(({ id }) => menuCommands.some((each) => each === id));
  const labels = asking.map(({ label = '' }) => label.replace('…', ''));
  expect(labels.filter((label) => !section.includes(label))).toEqual([]);
  expect(labels).toContain('Export Everything');
});

test('developers alone get to reload and to the tools', () => {
  const roles = (isDevelopment: boolean) =>
    allItems(menuTemplate({ ...facts, isDevelopment }, actions())).map(({ role }) => role);
  expect(roles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
  expect(roles(false)).not.toContain('reload');
  expect(roles(false)).not.toContain('toggleDevTools');
});

test('the server in use is marked, another one can be chosen', () => {
  const told = actions();
  const items = allItems(menuTemplate(facts, told));
  const a = items.find(({ id }) => id === 'server-a');
  expect(a).toMatchObject({ label: 'Salt && Sea (https://a.example)', checked: false });
  expect(items.find(({ id }) => id === 'server-b')).toMatchObject({ checked: true });
  click(a);
  expect(told.useServer).toHaveBeenCalledWith('a');
});

test('About, the log folder and the list of servers are there', () => {
  const told = actions();
  const items = allItems(menuTemplate(facts, told));
  for (const id of ['about', 'open-logs', 'servers']) click(items.find((item) => item.id === id));
  expect(told.showAbout).toHaveBeenCalledOnce();
  expect(told.openLogFolder).toHaveBeenCalledOnce();
  expect(told.showServers).toHaveBeenCalledOnce();
});

test('spelling is switched on and off, language by language, by their names', () => {
  const told = actions();
  const items = allItems(menuTemplate(facts, told));
  const item = (id: string) => items.find((each) => each.id === id);
  expect(item('check-spelling')).toMatchObject({ checked: true });
  expect(item('spelling-de')).toMatchObject({ label: 'German', checked: true, enabled: true });
  expect(item('spelling-en-US')).toMatchObject({ checked: false });
  click(item('check-spelling'));
  click(item('spelling-en-US'));
  expect(told.switchSpelling).toHaveBeenCalledOnce();
  expect(told.switchLanguage).toHaveBeenCalledWith('en-US');
  // macOS knows the languages of its owner without a choice in the menu.
  const mac = allItems(menuTemplate({ ...facts, spelling: { isOn: false, languages: [], available: [] } }, told));
  expect(mac.filter(({ id }) => id?.startsWith('spelling-'))).toEqual([]);
});

test('files that were opened are opened again, or forgotten', () => {
  const told = actions();
  const items = allItems(menuTemplate(facts, told));
  const item = (id: string) => items.find((each) => each.id === id);
  expect(item('recent-0')?.label).toBe('tea.md (Notes && more)');
  click(item('recent-0'));
  expect(told.openFile).toHaveBeenCalledExactlyOnceWith('/home/a/Notes & more/tea.md');
  click(item('forget-files'));
  expect(told.forgetFiles).toHaveBeenCalledOnce();
  const without = allItems(menuTemplate({ ...facts, recent: [] }, told));
  expect(without.find(({ id }) => id === 'recent')).toMatchObject({ enabled: false });
});

test('updates are looked for when asked, by itself or not, and of the channel that was chosen', () => {
  const told = actions();
  const items = allItems(menuTemplate(facts, told));
  const item = (id: string) => items.find((each) => each.id === id);
  click(item('look-for-updates'));
  expect(told.lookForUpdates).toHaveBeenCalledOnce();
  expect(item('updates-stable')).toMatchObject({ type: 'radio', checked: true });
  click(item('updates-beta'));
  expect(told.chooseUpdates).toHaveBeenLastCalledWith({ channel: 'beta' });
  click(item('updates-automatic'));
  expect(told.chooseUpdates).toHaveBeenLastCalledWith({ isAutomatic: false });
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { textCommands } from '../content-editor/text-commands.ts';
import { dashboardTabs } from '../dashboard/active-tab.ts';
import { placeAt, places } from '../dashboard/places.tsx';
import { QUICK_NOTE, settingsSections } from '../settings-sections.ts';
import { type ActionParts, paletteActions } from './palette-actions.ts';
import { shortcuts } from './shortcuts.ts';

const parts = (given: Partial<ActionParts> = {}): ActionParts => ({
  go: vi.fn(),
  tabs: dashboardTabs,
  places,
  form: null,
  offered: [],
  open: vi.fn(),
  hasQuickNote: false,
  chooseFile: vi.fn(),
  viewSite: vi.fn(),
  syncNow: vi.fn(),
  chooseTheme: vi.fn(),
  signOut: vi.fn(),
  ...given,
});

const titles = (given: ActionParts) =>
  paletteActions(given).flatMap(({ actions }) => actions.map(({ title }) => title));

function run(title: string, given: ActionParts) {
  paletteActions(given)
    .flatMap(({ actions }) => actions)
    .find((action) => action.title === title)
    ?.run();
}

const form = { save: vi.fn(), saveFile: vi.fn(), suggest: vi.fn() };
/** All actions that are offered while a post is being written. */
const writing = () => parts({ form, hasQuickNote: true, offered: textCommands({ view: {} as never, step: vi.fn() }) });

test('no two actions have one name', () => {
  const all = titles(writing());
  expect(new Set(all).size).toBe(all.length);
});

test('every screen is gone to by its name', () => {
  const all = titles(writing());
  for (const { label } of dashboardTabs) expect(all).toContain(label);
  for (const section of [...settingsSections, QUICK_NOTE]) expect(all).toContain(`Settings: ${section}`);
  for (const place of places) {
    const given = parts({});
    run(place.name, given);
    const [[address] = []] = vi.mocked(given.go).mock.calls;
    expect(placeAt(new URL(address ?? '', 'https://a.example'))?.name).toBe(place.name);
  }
});

test('every address of the admin is led to', () => {
  const led = new Set<string>();
  const given = parts({ go: (address) => void led.add(address), form });
  for (const { actions } of paletteActions(given)) for (const action of actions) action.run();
  const root = new URL('..', import.meta.url).pathname;
  const named = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/export const \w+_ADDRESS = '([^']+)'/g)].map(([, to]) => to),
  );
  expect(named.length).toBeGreaterThan(5);
  expect([...led]).toEqual(expect.arrayContaining(named));
});

test('what has keys is found by its name, too, but for what is done at a place', () => {
  const all = new Set(titles(writing()).map((title) => title.toLowerCase()));
  // The buttons above the text offer these themselves.
  const byButtons = ['add hyperlinks', 'focus mode'];
  const missing = shortcuts
    .flatMap(({ list }) => list)
    .map(({ does, command }) => (command === undefined ? does : command)?.toLowerCase())
    .filter((title) => title !== undefined && !all.has(title) && !byButtons.includes(title));
  expect(missing).toEqual([]);
});

test('what stands under a heading of its own is offered there', () => {
  const groups = paletteActions(writing());
  const text = groups.find(({ title }) => title === 'In the text')?.actions.map(({ title }) => title);
  expect(text).toEqual(expect.arrayContaining(['Undo', 'Bold', 'Heading 6', 'Indent']));
  expect(groups.find(({ title }) => title === 'Do')?.actions.map(({ title }) => title)).not.toContain('Bold');
});

test('posts of one state are listed by its name', () => {
  const given = parts();
  run('Posts: Bin', given);
  expect(given.go).toHaveBeenLastCalledWith('/admin?status=deleted', { state: { tab: 'posts' } });
});

test('what concerns a post is offered while one is open, and does it', () => {
  expect(titles(parts())).not.toContain('Save This Post');
  run('Save This Post', parts({ form }));
  expect(form.save).toHaveBeenCalledOnce();
});

test('what the open screen offers stands beside what can be done anywhere, and does it', () => {
  const costs = { title: 'Costs', run: vi.fn() };
  expect(titles(parts())).not.toContain('Costs');
  run('Costs', parts({ offered: [costs] }));
  expect(costs.run).toHaveBeenCalledOnce();
});

test('the log of what happened is gone to by its name', () => {
  const given = parts();
  run('History: Log', given);
  expect(given.go).toHaveBeenLastCalledWith('/admin#history', { state: { view: 'log' } });
});

test('a tab, a section of the settings and a window are gone to by name', () => {
  const given = parts();
  run('Posts', given);
  expect(given.go).toHaveBeenLastCalledWith('/admin', { state: { tab: 'posts' } });
  run('Settings: Backups', given);
  expect(given.go).toHaveBeenLastCalledWith('/admin', { state: { tab: 'settings', section: 'Backups' } });
  run('Calendar', given);
  expect(given.go).toHaveBeenLastCalledWith('/admin#calendar');
  run('Messages', given);
  expect(given.open).toHaveBeenLastCalledWith('messages');
});

import { expect, test, vi } from 'vitest';
import { type ActionParts, paletteActions } from './palette-actions.ts';

const parts = (given: Partial<ActionParts> = {}): ActionParts => ({
  go: vi.fn(),
  tabs: [{ name: 'posts', label: 'Posts' }],
  form: null,
  offered: [],
  open: vi.fn(),
  hasQuickNote: false,
  chooseFile: vi.fn(),
  viewSite: vi.fn(),
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

test('no two actions have one name', () => {
  const all = titles(parts({ form: { save: vi.fn(), saveFile: vi.fn(), suggest: vi.fn() } }));
  expect(new Set(all).size).toBe(all.length);
});

test('what concerns a post is offered while one is open, and does it', () => {
  const form = { save: vi.fn(), saveFile: vi.fn(), suggest: vi.fn() };
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

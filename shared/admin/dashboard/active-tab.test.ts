import { expect, it } from 'vitest';
import { ACTIVE_TAB_KEY, dashboardTabs, readActiveTab } from './active-tab.ts';

const holding = (value: string | null) => ({
  get: (key: string) => (key === ACTIVE_TAB_KEY ? value : null),
  set: () => undefined,
  remove: () => undefined,
});

it('Posts is the tab nobody has chosen', () => {
  expect(readActiveTab(holding(null))).toBe('posts');
  expect(readActiveTab(holding('images'))).toBe('posts');
});

it.each(dashboardTabs.map(({ name }) => name))('%s is remembered', (name) => {
  expect(readActiveTab(holding(name))).toBe(name);
});

it('there are four tabs, in their order', () => {
  expect(ACTIVE_TAB_KEY).toBe('adminActiveTab');
  expect(dashboardTabs.map(({ label }) => label)).toEqual(['Posts', 'Landing Pages', 'Chained Prompts', 'Settings']);
});

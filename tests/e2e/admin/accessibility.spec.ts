import { shareOf } from '#tests/share.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { accessibilityFaults, faultsInEveryTheme } from '../support/accessibility.ts';
import { expect, type Page, test } from './admin-test.ts';

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};

/** Every screen of the admin: its address, and what is done to see all of it. */
const screens: { name: string; path: string; show?: (page: Page) => Promise<void> }[] = [
  { name: 'the posts', path: '/admin' },
  {
    name: 'a selection',
    path: '/admin',
    show: async (page) => page.getByRole('checkbox', { name: 'Select' }).first().check(),
  },
  {
    name: 'the form with its faults',
    path: '/admin#new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Debug Form' }).click();
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Title is required', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'the Image Manager',
    path: '/admin?edit=1',
    show: async (page) => {
      await page.getByRole('button', { name: 'Manage Images' }).click();
      await page.getByRole('dialog').getByRole('article').first().waitFor();
    },
  },
  { name: 'the landing pages', path: '/admin', show: tab('Landing Pages') },
  { name: 'the chained prompts', path: '/admin', show: tab('Chained Prompts') },
  {
    name: 'the settings',
    path: '/admin',
    show: async (page) => {
      await tab('Settings')(page);
      await page.getByText('Last seen').first().waitFor();
      await page.getByLabel('Find a category').waitFor();
    },
  },
  {
    name: 'the messages',
    path: '/admin',
    show: async (page) => page.getByRole('button', { name: /^Messages/ }).click(),
  },
];

for (const { name, path, show } of shareOf(screens, 3)) {
  test(`axe finds nothing on ${name}, in both themes, on a phone too, and nothing sticks out`, async ({
    page,
    openAdmin,
  }) => {
    await openAdmin(path);
    await show?.(page);
    expect(await faultsInEveryTheme(page, [DESKTOP, PHONE])).toEqual([]);
  });
}

test('axe finds nothing on the login page with its faults', async ({ page, faults }) => {
  faults.allow(/status of 401/);
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Password is required').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

import path from 'node:path';
import { argon2Passwords } from '#server/adapters/passwords.ts';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { resetOwnerPassword } from '#server/services/reset-password.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { Site } from '../site/sites.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { toasts } from '../support/toast.ts';
import { test as base, expect, type Page } from './admin-test.ts';

// A site of its own: the owner of the shared site keeps the password.
const test = base.extend({ site: async ({ newSite }, use) => use(await newSite([])) });

/** Returns the login that the command prints. */
async function madeUp({ dataFolder }: Site): Promise<{ email: string; password: string }> {
  const { db, close } = openDatabase(path.join(dataFolder, DATABASE_FILE));
  try {
    const made = await resetOwnerPassword({ db, clock: systemClock, passwords: argon2Passwords });
    if (!made) throw new Error('The site has no account');
    return made;
  } finally {
    await close();
  }
}

const OWN = 'seven words that nobody else would choose';
const heading = (page: Page) => page.getByRole('heading', { name: 'Choose your password' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test('with a password that was made up the owner chooses one before anything else, by keys alone', async ({
  page,
  site,
  faults,
}) => {
  // On the way past, the test asks for a post that this site does not have: the server says so once the password is
  // chosen.
  faults.allow(/status of 40[0134]/);
  const login = await madeUp(site);
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(login.email);
  await field(page, 'Password').fill(login.password);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeVisible();
  await expect(field(page, 'New password')).toBeFocused();
  expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);

  await test.step('there is no way past it', async () => {
    await page.goto('/admin?edit=1');
    await expect(heading(page)).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a common one is refused at its field', async () => {
    await page.keyboard.type('iloveyou');
    await field(page, 'New password, again').fill('iloveyou');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('tried first when somebody breaks in');
    await expect(field(page, 'New password')).toBeFocused();
  });

  await test.step('one of their own opens what was asked for', async () => {
    await field(page, 'New password').fill(OWN);
    await field(page, 'New password, again').fill(OWN);
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('Your password is set');
    await expect(page.getByText('Welcome, ')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
  });
});

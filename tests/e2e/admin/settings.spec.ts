import { shareOf } from '#tests/share.ts';
import { OWNER } from '../site/owner.ts';
import { longStep } from '../support/long-step.ts';
import { signIn } from '../support/sign-in.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test, uniqueTitle } from './admin-test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.beforeEach(async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
});

test('the owner’s account, the site, a category and the sessions', async ({ page, site, browser }) => {
  await test.step('what is filled is checked, and what is blank stays as it is', async () => {
    const account = section(page, 'Account');
    await account.getByRole('button', { name: 'Update Settings' }).click();
    await expect(toasts(page)).toContainText('Nothing to update');
    await account.getByLabel('Email').fill('nonsense');
    await account.getByLabel('Password', { exact: true }).fill('short');
    await account.getByLabel('Name').fill('   ');
    await account.getByRole('button', { name: 'Update Settings' }).click();
    for (const text of ['Must be a valid email', 'Password must be at least 6 characters', 'Name is required']) {
      await expect(account.getByText(text, { exact: true })).toBeVisible();
    }
    await account.getByLabel('Email').fill('');
    await account.getByLabel('Password', { exact: true }).fill('');
    await account.getByLabel('Name').fill('Olive the Owner');
    const sent = page.waitForRequest('**/api/auth/admin/credentials');
    await account.getByRole('button', { name: 'Update Settings' }).click();
    expect((await sent).postDataJSON()).toEqual({ name: 'Olive the Owner' });
    await expect(toasts(page)).toContainText('Admin credentials updated successfully!');
    await expect(page.getByText('Welcome, Olive the Owner')).toBeVisible();
    await expect(account.getByLabel('Name')).toHaveValue('');
    await account.getByLabel('Name').fill(OWNER.name);
    await account.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByText(`Welcome, ${OWNER.name}`)).toBeVisible();
  });

  await test.step('the site is renamed for readers', async () => {
    const form = section(page, 'Site');
    await form.getByLabel('Site name').fill('Renamed & Co');
    await form.getByLabel('Support address').fill('nonsense');
    await form.getByRole('button', { name: 'Save site settings' }).click();
    await expect(form.getByText('Must be a valid email')).toBeVisible();
    await form.getByLabel('Support address').fill('');
    await form.getByRole('button', { name: 'Save site settings' }).click();
    await expect(toasts(page)).toContainText('Site settings saved');
    expect(await (await fetch(`${site.url}/about`)).text()).toContain('Renamed &amp; Co');
    await form.getByLabel('Site name').fill('Ninefold');
    await form.getByRole('button', { name: 'Save site settings' }).click();
    await expect.poll(async () => (await fetch(`${site.url}/about`)).text()).not.toContain('Renamed');
  });

  await test.step('a category is made, renamed and deleted', async () => {
    const categories = section(page, 'Categories');
    const name = uniqueTitle('Board Games');
    await categories.getByRole('button', { name: 'New category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await expect(dialog.getByLabel('Slug')).toHaveValue(/^board-games-/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await categories.getByLabel('Find a category').fill(name);
    await categories.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByLabel('Name').fill(`${name} II`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await categories.getByRole('button', { name: `Merge or delete ${name} II` }).click();
    await dialog.getByRole('button', { name: 'Delete category' }).click();
    await expect(toasts(page)).toContainText('Category deleted');
    await expect(categories.getByRole('listitem')).toHaveCount(0);
  });

  await longStep(
    'the sessions seen last are listed, the others when they are asked for, and each can be signed out',
    async () => {
      const elsewhere = await browser.newContext();
      for (let many = 0; many < 9; many += 1) await signIn(elsewhere, site);
      await page.reload();
      const sessions = section(page, 'Signed in');
      await expect(sessions.getByText('This one')).toHaveCount(1);
      const buttons = sessions.getByRole('listitem').getByRole('button', { name: /Sign out/ });
      await expect(buttons).toHaveCount(7);
      await sessions.getByRole('button', { name: /Show all \d+/ }).press('Enter');
      await expect(buttons.nth(8)).toBeVisible();
      await expect(sessions.locator(':focus')).toHaveCount(1);
      const before = await buttons.count();
      await buttons.first().click();
      await expect(buttons).toHaveCount(before - 1);
      await elsewhere.close();
    },
  );
});

const dialogs = [
  ['Categories', 'category', 'Edit category', 'Travel'],
  ['Tags', 'tag', 'Rename tag', 'paper'],
  ['Authors', 'author', 'Edit author', 'Ninefold Editors'],
] as const;
test('categories, tags and authors', { tag: '@long' }, async ({ page, faults }) => {
  await test.step('each dialog says what it is for', async () => {
    for (const [title, noun, edit, known] of shareOf(dialogs, 3)) {
      const list = section(page, title);
      const opensAs = async (button: string, name: string) => {
        await list.getByRole('button', { name: button }).click();
        await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      };
      await opensAs(`New ${noun}`, `New ${noun}`);
      await opensAs(`Edit ${known}`, edit);
      await opensAs(`Merge or delete ${known}`, `Merge or delete "${known}"`);
    }
  });

  await test.step('an author is made and deleted', async () => {
    const authors = section(page, 'Authors');
    const dialog = page.getByRole('dialog');
    const name = uniqueTitle('Guest');
    await authors.getByRole('button', { name: 'New author' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Email').fill(`${name.replaceAll(' ', '')}@example.org`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await authors.getByRole('button', { name: `Merge or delete ${name}` }).click();
    await dialog.getByRole('button', { name: 'Delete author' }).click();
    await expect(toasts(page)).toContainText('Author deleted');
  });

  await test.step('a tag is made, renamed and merged', async () => {
    const tags = section(page, 'Tags');
    const dialog = page.getByRole('dialog');
    const name = uniqueTitle('zebra');
    await tags.getByRole('button', { name: 'New tag' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await tags.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByLabel('Name').fill(`${name} two`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await tags.getByRole('button', { name: `Merge or delete ${name} two` }).click();
    await page.getByLabel('Its posts go to').selectOption('paper');
    await dialog.getByRole('button', { name: 'Merge tag' }).click();
    await expect(toasts(page)).toContainText('Tags merged');
    await expect(tags.getByText(`${name} two`)).toHaveCount(0);
  });

  await test.step('a category is merged into another', async () => {
    const categories = section(page, 'Categories');
    const dialog = page.getByRole('dialog');
    const name = uniqueTitle('Short-lived');
    await categories.getByRole('button', { name: 'New category' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toasts(page)).toContainText('Category created');
    await categories.getByLabel('Find a category').fill(name);
    await categories.getByRole('button', { name: `Merge or delete ${name}` }).click();
    await page.getByLabel('Its posts go to').selectOption('Business');
    await dialog.getByRole('button', { name: 'Merge category' }).click();
    await expect(toasts(page)).toContainText('Categories merged');
    await expect(categories.getByText(name)).toHaveCount(0);
    await categories.getByLabel('Find a category').fill('');
  });

  await test.step('a category in use is not deleted without saying where its posts go', async () => {
    faults.allow(/status of 409/);
    await section(page, 'Categories').getByRole('button', { name: 'Merge or delete Travel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete category' }).click();
    await expect(toasts(page)).toContainText('Say what should take its place first.');
    await page.getByLabel('Its posts go to').selectOption('Business');
    await expect(page.getByRole('button', { name: 'Merge category' })).toBeVisible();
  });
});

test('a list that could not be loaded', { tag: '@long' }, async ({ page, faults }) => {
  await test.step('a list that could not be loaded is asked for again by hand', async () => {
    faults.allow(/ERR_FAILED/);
    await page.route('**/api/categories', (route) => route.abort());
    await page.reload();
    const categories = section(page, 'Categories');
    await expect(categories).toContainText('The server cannot be reached.');
    await expect(section(page, 'Tags').getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.unroute('**/api/categories');
    await categories.getByRole('button', { name: 'Try again' }).click();
    await expect(categories.getByText('Technology', { exact: true })).toBeVisible();
  });

  await test.step('a list that could not be loaded comes by itself when the server is back', async () => {
    faults.allow(/ERR_FAILED/);
    // The network is there all the time; only the server is away, as during a restart.
    await page.route(/\/api\/(categories|workspace)/, (route) => route.abort());
    await page.reload();
    const categories = section(page, 'Categories');
    await expect(categories).toContainText('The server cannot be reached.');
    await expect(page.getByRole('button', { name: 'Sync: Offline' })).toBeVisible();
    await page.unroute(/\/api\/(categories|workspace)/);
    await expect(categories.getByText('Technology', { exact: true })).toBeVisible();
  });
});

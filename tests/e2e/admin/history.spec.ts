import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { expect, type Page, test } from './admin-test.ts';
import { makePost } from './post-steps.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const restore = (page: Page, title: string) => page.getByRole('button', { name: `Restore ${title}` });

/** Deletes a category; returns its name. */
async function deletedCategory(page: Page): Promise<string> {
  const name = `Old news ${Date.now()}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const made = await page.request.post('/api/categories', { data: { name, slug, color: 'c', icon: 'sun' } });
  const { id } = await made.json();
  expect((await page.request.delete(`/api/categories/${id}`)).ok()).toBe(true);
  return name;
}

const names = async (page: Page): Promise<string[]> =>
  (await (await page.request.get('/api/categories')).json()).map(({ name }: { name: string }) => name);

test('what was deleted is found in History, restored by keyboard, and the restoring undone', async ({
  page,
  openAdmin,
  faults,
}) => {
  await openAdmin('/admin');
  const name = await deletedCategory(page);
  const title = `Deleted the category “${name}”`;
  const link = page.getByRole('link', { name: 'History' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(link).toHaveAttribute('aria-current', 'page');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText(title)).toBeVisible();
  await expect(row(page, title)).toContainText(/browser, \d\d:\d\d/);

  await restore(page, title).press('Enter');
  await expect(page.getByText(`“${name}” is restored.`)).toBeVisible();
  await expect(today.getByText(`Restored the category “${name}”`)).toBeVisible();
  expect(await names(page)).toContain(name);
  await expect(restore(page, title)).toBeFocused();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`The restoring of “${name}” is taken back.`)).toBeVisible();
  expect(await names(page)).not.toContain(name);

  await page.getByRole('searchbox', { name: 'Search History' }).fill(name.toUpperCase());
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await page.getByLabel('What was done').selectOption('Restored');
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Kind').selectOption('Posts');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByLabel('Kind').selectOption('Categories');
  await page.getByLabel('What was done').selectOption('Deleted');

  const slug = name.toLowerCase().replaceAll(' ', '-');
  await page.request.post('/api/categories', { data: { name: `${name} again`, slug, color: 'c', icon: 'sun' } });
  faults.allow(/status of 409/);
  await restore(page, title).first().click();
  await expect(page.getByText('Rename that one, then restore this one.', { exact: false }).first()).toBeVisible();
  expect(await names(page)).not.toContain(name);
});

test('what one action did to many posts stands together, is brought back together, and that is undone', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin('/admin');
  const made = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    made.push(await makePost(page, { title: `${name} of a bundle`, published: false }));
  }
  const posts = made.map(({ id }) => ({ id }));
  await page.request.post('/api/posts/bulk', { data: { changes: [{ posts, set: { deleted: true } }] } });
  const left = async () => {
    const answers = await Promise.all(posts.map(({ id }) => page.request.get(`/api/posts/by-id/${id}`)));
    return (await Promise.all(answers.map(async (each) => (await each.json()).deletedAt))).filter(
      (deletedAt) => deletedAt === null,
    ).length;
  };
  expect(await left()).toBe(0);
  await page.getByRole('link', { name: 'History' }).click();
  const group = page.getByRole('listitem').filter({ hasText: 'Deleted 4 posts' }).first();
  await expect(group).toContainText('“Four of a bundle”, “Three of a bundle” and 2 others');
  await group.getByRole('button', { name: 'Each' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(4);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await group.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByText('4 restored.')).toBeVisible();
  expect(await left()).toBe(4);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('4 taken back.')).toBeVisible();
  expect(await left()).toBe(0);
  expect(calls.filter((path) => /bulk|history/.test(path))).toEqual(['/api/posts/bulk', '/api/posts/bulk']);
});

test('a phone has it in the menu; axe finds nothing in both themes; without the server it says so', {
  tag: '@long',
}, async ({ page, openAdmin, faults }) => {
  await page.setViewportSize(PHONE);
  await openAdmin('/admin');
  const name = await deletedCategory(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByText(name)).toBeVisible();
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);

  faults.allow(/ERR_FAILED|Failed to load|net::/);
  await page.route(/\/api\/history/, (route) => route.abort());
  await page.getByLabel('Kind').selectOption('Runs');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(/\/api\/history/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
});

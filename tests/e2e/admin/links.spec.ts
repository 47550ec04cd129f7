import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';
import { button, content, expectContent, fillContent } from './editor-steps.ts';
import { makePost, storedContent } from './post-steps.ts';

// Links from post to post, and addresses that redirect.

test('a redirect is added, refused in words, followed, changed and ended; links to it are written anew', {
  tag: '@long',
}, async ({ page, openAdmin, site, faults }) => {
  // The browser reports an answer that is a refusal.
  faults.allow(/status of 400/);
  await openAdmin();
  const old = `/${process.pid}/old-post.html`;
  const post = await makePost(page, { text: `[there](${old}) and [nowhere](/post/never-there)` });
  await page.getByRole('tab', { name: 'Settings' }).click();
  const redirects = page.getByRole('region', { name: 'Redirects', exact: true });
  const links = page.getByRole('region', { name: 'Links', exact: true });
  const dialog = page.getByRole('dialog');
  await expect(links.getByText(`“there” (${old}) leads to nothing.`)).toBeVisible();

  await redirects.getByRole('button', { name: 'New redirect' }).click();
  await expect(dialog.getByLabel('From', { exact: true })).toBeFocused();
  await dialog.getByLabel('From', { exact: true }).fill('/post/live-one');
  await dialog.getByLabel('To', { exact: true }).fill('//evil.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The post “A Live Post” is at this address.')).toBeVisible();
  await dialog.getByLabel('From', { exact: true }).fill(`${old}/`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^It can lead to a path of this site/)).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill('/post/live-one');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Redirect saved');
  await expect(dialog).toHaveCount(0);
  const led = async () => {
    const { status, headers } = await fetch(site.url + old, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await led()).toEqual([301, '/post/live-one']);

  const row = links.getByRole('listitem').filter({ hasText: `“there” (${old}) is redirected to /post/live-one.` });
  await row.getByRole('button', { name: 'Update the link' }).click();
  await expect(row).toHaveCount(0);
  expect(await storedContent(page, post.id)).toBe('[there](/post/live-one) and [nowhere](/post/never-there)');

  await redirects.getByRole('button', { name: `Edit the redirect from ${old}` }).click();
  await dialog.getByLabel('For how long').selectOption('For now (302)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(redirects.getByRole('listitem').filter({ hasText: old })).toContainText('For now');
  expect(await led()).toEqual([302, '/post/live-one']);
  await redirects.getByRole('button', { name: `Delete the redirect from ${old}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(redirects.getByText(old)).toHaveCount(0);
  expect(await led()).toEqual([404, null]);

  await links.getByRole('button', { name: `Edit ${post.title}` }).click();
  await expect(button(page, '“nowhere” (/post/never-there) leads to nothing.')).toBeVisible();
});

test('two brackets and the panel of links find posts by their words, and older posts on the same are proposed', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await fillContent(page, 'See ');
  await page.keyboard.type('[[live');
  const menu = page.getByRole('listbox', { name: 'Completions' });
  await expect(menu.getByRole('option', { name: 'A Live Post' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expectContent(page, 'See [[live');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type(' post');
  await expect(menu.getByRole('option', { name: 'A Live Post' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectContent(page, 'See [A Live Post](/post/live-one)');

  await page.keyboard.press('Control+k');
  const url = page.getByLabel('URL', { exact: true });
  await url.fill('draft');
  const posts = page.getByRole('listbox', { name: 'Posts' });
  await expect(posts.getByRole('option', { name: /^A Draft/ })).toContainText('Draft');
  await url.press('Escape');
  await expect(posts).toBeHidden();
  await expect(url).toBeFocused();
  await url.press('ArrowDown');
  await expect(url).toHaveAttribute('aria-activedescendant', /.+/);
  await url.press('Enter');
  await expect(url).toHaveValue('/post/draft-one');
  await expect(page.getByLabel('Link Text')).toHaveValue('A Draft');
  await url.press('Enter');
  await expectContent(page, 'See [A Live Post](/post/live-one)[A Draft](/post/draft-one)');
  await expect(
    button(page, '“A Draft” (/post/draft-one) leads to something that readers do not see yet.'),
  ).toBeVisible();

  await makePost(page, { title: 'Marmalade', text: 'Seville oranges, marmalade, a copper saucepan and patience.' });
  await fillContent(page, 'Patience: a copper saucepan for marmalade of Seville oranges. ');
  const proposed = page.getByRole('region', { name: 'Older posts on the same' });
  await proposed.getByRole('button', { name: 'Insert link to Marmalade' }).click();
  await expect(toasts(page)).toContainText('Link Added!');
  await expect(proposed).toHaveCount(0);
  await expect(content(page)).toBeFocused();
  await expect(button(page, 'Add Hyperlinks')).toBeVisible();
});

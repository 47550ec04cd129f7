import { content, expectContent } from '../support/content-field.ts';
import { idle } from '../support/idle.ts';
import { longStep } from '../support/long-step.ts';
import { signInAgain, signInDialog } from '../support/sign-in-again.ts';
import { toasts } from '../support/toast.ts';
import { expect, fillPost, type Page, test, uniqueTitle } from './admin-test.ts';
import { edit, kept, makePost, retype, storedContent, title } from './post-steps.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

test('a save without a network is sent when it is back', { tag: '@long' }, async ({
  page,
  signInOwner,
  context,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', 'Two, typed.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(toasts(page)).toContainText('The server cannot be reached.');
  await expect(page.getByText(/Offline: sent when the network is back/)).toBeVisible();
  await retype(page, 'Three.', 'Three, meanwhile.');
  await context.setOffline(false);
  await expect(toasts(page)).toContainText('Blog post updated successfully!');
  expect(await storedContent(page, id)).toBe('One.\n\nTwo, typed.\n\nThree.');
  await expectContent(page, 'One.\n\nTwo, typed.\n\nThree, meanwhile.');
  await expect(page.getByText(/^Unsaved changes · /)).toBeVisible();
});

test('a post created without a network is sent after its form was left, and the list says how it stands', {
  tag: '@long',
}, async ({ page, openAdmin, faults }) => {
  faults.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await openAdmin();
  await page.getByRole('link', { name: 'Create New Post' }).click();
  const name = uniqueTitle('Created on the train');
  await fillPost(page, name);
  await page.route('**/api/posts', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByText(/Offline: sent when the network is back/)).toBeVisible();
  await page.evaluate(() => window.history.back());
  const leaving = page.getByRole('alertdialog', { name: 'Leave before it is sent?' });
  await expect(leaving).toContainText('sent when the network is back');
  await leaving.getByRole('button', { name: 'Leave' }).click();
  const waits = page
    .getByRole('region', { name: /^Waiting to be sent/ })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(waits).toContainText('Publish');
  await page.getByRole('link', { name: 'Calendar' }).click();
  const queue = page.getByRole('complementary', { name: 'Queue' });
  await expect(queue).toContainText('A new post waits to be sent: it is here once the server has it.');
  await queue.getByRole('link', { name: 'What waits' }).click();
  await expect(page.getByRole('link', { name: `Continue with ${name}` })).toHaveCount(0);
  await waits.getByRole('button', { name: `Send now: ${name}` }).click();
  await expect(toasts(page)).toContainText('It still waits');
  await page.unroute('**/api/posts');
  await page.reload();
  await expect(toasts(page)).toContainText('Blog post created successfully!');
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1);
  await expect(waits).toHaveCount(0);
});

test('several new posts are begun one after the other, named by their first words, and none asks', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('link', { name: 'Create New Post' }).click();
  const name = uniqueTitle('The first of several');
  await title(page).fill(name);
  await page.keyboard.press('Control+Shift+P');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('Create New Post');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveValue('');
  const words = uniqueTitle('Words without a title');
  await content(page).pressSequentially(`# ${words}`);
  await kept(page);
  await page.evaluate(() => window.history.back());
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(title(page)).toHaveValue(name);
  await page.evaluate(() => window.history.back());
  await question(page).getByRole('button', { name: 'Leave' }).click();
  for (const each of [name, words])
    await expect(page.getByRole('link', { name: `Continue with ${each}` })).toBeVisible();
});

test('a session that has ended asks for the password over the form, and the save goes on', { tag: '@long' }, async ({
  page,
  signInOwner,
  context,
  faults,
}) => {
  faults.allow(/status of 401/);
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', 'Two, typed.');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(signInDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectContent(page, 'One.\n\nTwo, typed.\n\nThree.');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await signInAgain(page);
  await expect(toasts(page)).toContainText('Blog post updated successfully!');
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
  expect(await storedContent(page, id)).toContain('Two, typed.');
});

test('who has signed in in another tab goes on in this one, with the save that was on its way', {
  tag: '@long',
}, async ({ page, signInOwner, context, faults }) => {
  faults.allow(/status of 401/);
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', 'Two, typed.');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(signInDialog(page)).toBeVisible();
  // Comes back to this tab, while nobody has signed in.
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const answered = page.waitForResponse(/\/api\/auth\/me/);
  await comeBack();
  expect((await answered).status()).toBe(401);
  await expect(signInDialog(page).getByLabel('Password', { exact: true })).toBeFocused();
  await signInOwner();
  await comeBack();
  await expect(signInDialog(page)).toHaveCount(0);
  await expect(toasts(page)).toContainText('Blog post updated successfully!');
  expect(await storedContent(page, id)).toContain('Two, typed.');
});

test('Back asks while something is unsaved, and what was left is there again', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin');
  await page.getByRole('link', { name: 'Create New Post' }).click();
  await title(page).fill('Left behind');
  const back = () => page.evaluate(() => window.history.back());
  await back();
  await expect(question(page)).toContainText('is kept on this computer');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/#new$/);
  await expect(title(page)).toHaveValue('Left behind');
  await back();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goForward();
  await expect(title(page)).toHaveValue('Left behind');
});

test('what is unsaved is asked about, and what is wrong with it said', async ({ page, signInOwner, faults }) => {
  await signInOwner();
  const { id } = await makePost(page);
  await test.step('another tab of the dashboard asks as well, and nothing asks when nothing is unsaved', async () => {
    await edit(page, id);
    await longStep('a form as it was opened is left at once', async () => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
      await edit(page, id);
    });
    await retype(page, 'Two.', 'Two, typed.');
    await page.getByRole('tab', { name: 'Landing Pages' }).click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expectContent(page, 'One.\n\nTwo, typed.\n\nThree.');
    await idle(page);
    await expect(question(page)).toBeHidden();
  });

  await test.step('the browser asks before the page is closed with unsaved words', async () => {
    await content(page).press('Control+End');
    await content(page).pressSequentially(' Four.');
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expectContent(page, 'One.\n\nTwo, typed.\n\nThree. Four.');
    await kept(page);
  });

  await test.step('what the server refuses stands at its field until that is mended', async () => {
    faults.allow(/status of 409/);
    await page.getByLabel('Slug').fill('live-one');
    await page.getByRole('button', { name: 'Update Post' }).click();
    const error = page.getByRole('alert').filter({ hasText: 'Another post already uses this slug.' });
    await expect(error).toBeVisible();
    await expect(page.getByLabel('Slug')).toBeFocused();
    await page.getByLabel('Slug').fill(`mended-${id}`);
    await expect(error).toBeHidden();
    await page.getByRole('tab', { name: 'Landing Pages' }).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('tab', { name: 'Landing Pages' })).toHaveAttribute('aria-selected', 'true');
  });
});

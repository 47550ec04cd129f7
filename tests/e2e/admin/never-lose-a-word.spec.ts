import { faultsInPassing } from '../support/accessibility.ts';
import { content, expectContent } from '../support/content-field.ts';
import { toasts } from '../support/toast.ts';
import { expect, otherComputer, type Page, test } from './admin-test.ts';
import { edit, kept, makePost, retype, storedContent, title } from './post-steps.ts';

const notice = (page: Page) => page.getByText(/^Unsaved changes from \d\d:\d\d are back$/);
const difference = (page: Page) => page.getByRole('region', { name: 'Difference to the saved version' });

test('a reload', async ({ page, signInOwner }) => {
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await test.step('typed words survive a reload, with their difference, and are kept', async () => {
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await retype(page, 'Two.', 'Two, typed.');
    await page.getByLabel('Meta Title').fill('For search engines');
    await kept(page);
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await expectContent(page, 'One.\n\nTwo, typed.\n\nThree.');
    const changed = difference(page).getByRole('region', { name: 'Changed: Content' });
    await expect(changed.locator('ins')).toContainText('typed');
    await expect(difference(page).getByRole('region', { name: 'Changed: Meta Title' })).toContainText(
      'For search engines',
    );
    expect(await faultsInPassing(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(notice(page)).toBeHidden();
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(toasts(page)).toContainText('Blog post updated successfully!');
    expect(await storedContent(page, id)).toBe('One.\n\nTwo, typed.\n\nThree.');
    await edit(page, id);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

  await test.step('words typed a moment before a reload survive it, whatever the database is busy with', async () => {
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await keepDatabaseBusy(page);
    await retype(page, 'Three.', 'Three, again.');
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await expectContent(page, 'One.\n\nTwo, typed.\n\nThree, again.');
  });
});

/** Keeps the database busy until the page goes away: every other write to it waits behind that. */
async function keepDatabaseBusy(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('ninefold-workspace');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const updates = opening.result.transaction('updates', 'readwrite').objectStore('updates');
          const again = () => {
            updates.count().onsuccess = again;
          };
          again();
          resolve();
        };
      }),
  );
}

test('typed words survive a closed page, and can be given up', { tag: '@long' }, async ({
  page,
  signInOwner,
  context,
}) => {
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', 'Two, typed.');
  await kept(page);
  await page.close();
  const again = await context.newPage();
  await edit(again, id);
  await expectContent(again, 'One.\n\nTwo, typed.\n\nThree.');
  await again.getByRole('button', { name: 'Discard' }).click();
  await again.getByRole('button', { name: 'Keep editing' }).click();
  await expectContent(again, 'One.\n\nTwo, typed.\n\nThree.');
  await again.getByRole('button', { name: 'Discard' }).click();
  await again.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expectContent(again, 'One.\n\nTwo.\n\nThree.');
  await expect(notice(again)).toBeHidden();
  await expect(again.getByText('Saved', { exact: true })).toBeVisible();
  // Discarding is a step of undo like any other.
  await content(again).press('Control+z');
  await expectContent(again, 'One.\n\nTwo, typed.\n\nThree.');
});

// On a computer of its own: later tests cannot use a page that has crashed.
test('typed words survive a crashed page', { tag: '@long' }, async ({ browser, site }) => {
  const page = await otherComputer(browser, site);
  const context = page.context();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', 'Two, typed.');
  await kept(page);
  const crashed = page.waitForEvent('crash');
  const devTools = await context.newCDPSession(page);
  // The call is never answered: the page that could answer is gone.
  devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await edit(again, id);
  await expectContent(again, 'One.\n\nTwo, typed.\n\nThree.');
  await expect(notice(again)).toBeVisible();
  await context.close();
});

test('new posts that were never saved', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('a new post that was never saved is back, and Cancel discards it', async () => {
    await openAdmin('/admin#new');
    await title(page).fill('Never saved');
    await kept(page);
    await page.reload();
    await expect(title(page)).toHaveValue('Never saved');
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Create New Post' }).click();
    await expect(title(page)).toHaveValue('');
    await expect(page.getByText('Nothing to save yet')).toBeVisible();
  });

  await test.step('Create New Post is empty each time, and what was left unsaved stays at the head of the list', async () => {
    await page.goto('/admin');
    const create = page.getByRole('link', { name: 'Create New Post' });
    for (const words of ['First of two', 'Second of two']) {
      await create.click();
      await expect(title(page)).toHaveValue('');
      await title(page).fill(words);
      await kept(page);
      await page.evaluate(() => window.history.back());
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    }
    const unsaved = page.getByRole('region', { name: 'Not saved yet: 2' });
    await expect(unsaved.getByRole('listitem')).toHaveText([/Second of two/, /First of two/]);
    await unsaved.getByRole('link', { name: 'Continue with First of two' }).click();
    await expect(title(page)).toHaveValue('First of two');
  });
});

test('words that come back after the post has moved on say so, and merge', { tag: '@long' }, async ({
  page,
  signInOwner,
  faults,
}) => {
  faults.allow(/status of 409/);
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'One.', 'One, typed.');
  await kept(page);
  await page.goto('about:blank');
  const other = { content: 'One.\n\nTwo.\n\nThree, elsewhere.' };
  expect((await page.request.put(`/api/posts/${id}`, { data: other })).ok()).toBe(true);
  await edit(page, id);
  await expect(page.getByText('The post was saved elsewhere in the meantime.')).toBeVisible();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(toasts(page)).toContainText('Changes made elsewhere came in with it.');
  expect(await storedContent(page, id)).toBe('One, typed.\n\nTwo.\n\nThree, elsewhere.');
});

test('undo and redo go through the draft, in every long text', { tag: '@long' }, async ({ page, signInOwner }) => {
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  const excerpt = page.getByLabel('Excerpt');
  await excerpt.press('End');
  await excerpt.pressSequentially('xtra');
  await content(page).press('Control+End');
  await content(page).pressSequentially(' Four.');
  await content(page).press('Control+z');
  await expectContent(page, 'One.\n\nTwo.\n\nThree.');
  await excerpt.press('Control+z');
  await expect(excerpt).toHaveValue('E');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await excerpt.press('Control+Shift+z');
  await expect(excerpt).toHaveValue('Extra');
  await excerpt.press('Control+y');
  await expectContent(page, 'One.\n\nTwo.\n\nThree. Four.');
});

test('a browser that keeps nothing says so, asks before signing out, and saving works', { tag: '@long' }, async ({
  page,
  signInOwner,
  context,
}) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is blocked', 'SecurityError');
    };
  });
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await expect(page.getByText('Not kept on this computer', { exact: true })).toBeVisible();
  await retype(page, 'Two.', 'Two, typed.');
  await expect(page.getByText('Unsaved changes · Not kept on this computer')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('this computer does not keep it');
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(toasts(page)).toContainText('Blog post updated successfully!');
  expect(await storedContent(page, id)).toContain('Two, typed.');
});

test('a full disk is said while typing, and no more once there is room', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  // A full disk can be simulated only for a browser storage that has not been used yet.
  const page = await otherComputer(browser, site);
  const devTools = await page.context().newCDPSession(page);
  // This comes before the first write: Chromium remembers for half a minute that there was room.
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 });
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', `Two, typed. ${'More. '.repeat(2000)}`);
  await expect(page.getByText('Not kept on this computer', { exact: true })).toBeVisible();
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: site.url });
  await expect(page.getByText(/Unsaved changes · (kept on this computer|synced)/)).toBeVisible();
  await expect(page.getByText('Not kept on this computer', { exact: true })).toBeHidden();
  await page.context().close();
});

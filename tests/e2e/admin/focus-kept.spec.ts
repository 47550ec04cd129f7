import { PHONE } from '../site-test.ts';
import { idle } from '../support/idle.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, fillPost, type Locator, type Page, test, uniqueTitle } from './admin-test.ts';
import { type MadePost, makePost } from './post-steps.ts';

// Where the focus goes when the control that has it goes away, or is disabled for a while.

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

async function confirm(page: Page, answer: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  // The question takes the focus a moment after it is shown: an earlier key would be lost.
  await expect(question.locator(':focus')).toHaveCount(1);
  await question.getByRole('button', { name: answer }).press('Enter');
}

/** Writes a new draft and saves it; returns the button that was pressed. */
async function saveByKeys(page: Page): Promise<Locator> {
  await fillPost(page, uniqueTitle('Saved by keys'));
  const save = page.getByRole('button', { name: 'Save Draft' });
  await save.press('Enter');
  await expect(toasts(page)).toContainText('Draft saved successfully!');
  return save;
}

/** Makes two posts and deletes the upper one with keys; `next` is the post below it. */
async function deleteFirstOfTwo(page: Page): Promise<{ next: MadePost; gone: MadePost }> {
  const next = await makePost(page);
  const gone = await makePost(page);
  await page.reload();
  await card(page, gone.title).getByRole('button', { name: 'Delete' }).press('Enter');
  await confirm(page, 'Delete');
  return { next, gone };
}

test('in the list and its windows', { tag: '@long' }, async ({ page, openAdmin, site }) => {
  await test.step('a post that is deleted leaves the focus at the next one', async () => {
    await openAdmin();
    const { next, gone } = await deleteFirstOfTwo(page);
    await expect(card(page, gone.title)).toHaveCount(0);
    await expect(card(page, next.title).getByRole('checkbox', { name: 'Select' })).toBeFocused();
  });

  await test.step('a selection that is given up leaves the focus in the list', async () => {
    await page.getByRole('checkbox', { name: 'Select' }).first().press('Space');
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Selected posts' })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Posts' }).locator(':focus')).toHaveCount(1);
  });

  await test.step('a blank form that opens is ready for its title, and the list that comes back has the focus', async () => {
    const panel = page.getByRole('tabpanel', { name: 'Posts' });
    const inPanel = panel.locator(':focus').or(panel.and(page.locator(':focus')));
    await page.getByRole('link', { name: 'Create New Post' }).press('Enter');
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('article').first().waitFor();
    await expect(inPanel).toHaveCount(1);
  });

  await longStep('a form that is left leaves the focus at its post in the list', async () => {
    const post = await makePost(page);
    await makePost(page);
    await page.reload();
    await card(page, post.title).getByRole('link', { name: 'Edit' }).press('Enter');
    await page.getByLabel('Title', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(card(page, post.title).getByRole('link', { name: post.title })).toBeFocused();
  });

  await longStep('a message that is deleted leaves the focus at the next one', async () => {
    for (const name of ['The One That Stays', 'The One That Goes']) {
      const data = { name, email: 'reader@example.org', subject: '', message: 'A few words.' };
      expect((await page.request.post(`${site.url}/api/contact`, { data })).ok()).toBe(true);
    }
    await page.reload();
    await page.getByRole('button', { name: /^Messages/ }).press('Enter');
    const message = (name: string) => page.getByRole('article', { name: `Message from ${name}` });
    await message('The One That Goes').getByRole('button').first().press('Enter');
    await message('The One That Goes').getByRole('button', { name: 'Delete' }).press('Enter');
    await confirm(page, 'Delete');
    await expect(message('The One That Goes')).toHaveCount(0);
    await expect(message('The One That Stays').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await longStep('Escape answers a question before it closes the toast that came after it', async () => {
    const { promise: isAsked, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/posts/*', async (route) => {
      await isAsked;
      await route.continue();
    });
    const { next } = await deleteFirstOfTwo(page);
    await card(page, next.title).getByRole('button', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(next.title);
    goOn();
    await expect(toasts(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
  });

  await test.step('a form that opens by itself, from another tab, does not leave the focus nowhere', async () => {
    await page.unroute('**/api/posts/*');
    await page.getByRole('tab', { name: 'Settings' }).press('Enter');
    await page.getByLabel('Find a category').press('a');
    // A finished run opens a form in this way.
    await page.evaluate(() => {
      location.hash = '#new';
    });
    await page.getByLabel('Title', { exact: true }).waitFor();
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
});

test('among the tags of a post', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('a tag that is removed leaves the focus at the next tag, the last one in the field', async () => {
    await openAdmin('/admin?edit=1');
    await page.getByRole('button', { name: 'Remove reading' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Remove paper' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused();
  });

  await test.step('a tag that is removed by a click does not put the cursor into a field', async () => {
    const field = page.getByRole('combobox', { name: 'Tags' });
    for (const tag of ['paper', 'reading']) {
      await field.fill(tag);
      await field.press('Enter');
      await expect(page.getByRole('button', { name: `Remove ${tag}` })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Remove paper' }).click();
    await page.getByRole('button', { name: 'Remove reading' }).click();
    await expect(page.getByRole('button', { name: 'Remove reading' })).toHaveCount(0);
    await idle(page);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
});

test('on a new form', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('a field that lets go of the focus by itself is not given it back', async () => {
    await openAdmin('/admin#new');
    const title = page.getByLabel('Title', { exact: true });
    await title.focus();
    await title.blur();
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('span')));
    await idle(page);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  await test.step('a button that rests while its work is done has the focus again afterwards', async () => {
    await expect(await saveByKeys(page)).toBeFocused();
  });

  await test.step('F8 leads to the toast, and closing it leads back', async () => {
    const save = page.getByRole('button', { name: 'Save Draft' });
    await page.keyboard.press('F8');
    const close = toasts(page).getByRole('button', { name: 'Close' });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(close).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toHaveCount(0);
    await expect(save).toBeFocused();
  });
});

test('a post that is created by keys, from far down the list, has the focus and is in sight', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openAdmin();
  const made: MadePost[] = [];
  for (let number = 0; number < 12; number += 1) made.push(await makePost(page));
  await page.reload();
  await page.getByRole('list', { name: 'Posts' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 2000));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1500);
  await page.evaluate(() => {
    location.hash = '#new';
  });
  const title = uniqueTitle('Created by keys');
  await fillPost(page, title);
  const focused: string[] = [];
  await page.exposeFunction('noteFocus', (name: string) => focused.push(name));
  await page.evaluate(() =>
    window.addEventListener('focusin', ({ target }) => {
      const noteFocus = Reflect.get(window, 'noteFocus') as (name: string) => void;
      const row = target instanceof Element ? target.closest('article') : null;
      if (row) noteFocus(row.querySelector('h3')?.textContent ?? '');
    }),
  );
  await page.getByRole('button', { name: 'Create Post' }).press('Enter');
  const link = card(page, title).getByRole('link', { name: title });
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  // The focus was never on the row of another post.
  expect(focused).toEqual([title]);
  // Other tests look for their posts near the top.
  for (const { id } of made) await page.request.delete(`/api/posts/${id}`);
});

/** Whether two drawn elements overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('One of them is not drawn');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('Escape closes a window before the toast that came after it', { tag: '@long' }, async ({ page, openAdmin }) => {
  await page.setViewportSize(PHONE);
  await openAdmin('/admin?edit=1');
  await page.getByRole('button', { name: 'Manage Images' }).press('Enter');
  const manager = page.getByRole('dialog', { name: 'Image Manager' });
  const insert = manager.getByRole('button', { name: 'Insert at position 1' }).first();
  await insert.press('Enter');
  // The question comes only if no other test has answered it.
  const without = page.getByRole('button', { name: 'Insert without' });
  await expect(without.or(toasts(page)).first()).toBeVisible();
  if (await without.isVisible()) await without.press('Enter');
  await expect(toasts(page)).toBeVisible();
  // The toast covers no button that closes the window.
  for (const name of ['Close', 'Close Window'])
    expect(await overlap(toasts(page), manager.getByRole('button', { name, exact: true }))).toBe(false);
  await expect(insert).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(manager).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);
});

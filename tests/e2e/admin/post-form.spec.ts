import { readAtOnce } from '#tests/read-at-once.ts';
import { DESKTOP } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { content } from '../support/content-field.ts';
import { eventsOn } from '../support/events.ts';
import { longStep } from '../support/long-step.ts';
import { installClock } from '../support/stopped-clock.ts';
import { toasts } from '../support/toast.ts';
import { expect, fillPost, type Page, test, uniqueTitle } from './admin-test.ts';
import { makePost } from './post-steps.ts';

const SAVE_KEYS = 'Control+S Meta+S';
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const slug = (page: Page) => page.getByLabel('Slug');
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('a new form', { tag: '@long' }, async ({ page, openAdmin, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('a new form holds the default values and the sizes of the specification', async () => {
    await openAdmin('/admin#new');
    await expect(page.getByLabel('Category')).toHaveValue('2');
    await expect(page.getByLabel('Author')).toHaveValue('0');
    await expect(page.getByLabel('Read Time')).toHaveValue('5');
    await expect(page.getByLabel('Read Time')).toHaveAttribute('min', '1');
    await expect(page.getByRole('switch', { name: 'Published' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Featured' })).toBeChecked();
    const rows = await content(page).evaluate((field) => {
      const { height } = (field.closest('.cm-editor') ?? field).getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(field).lineHeight);
    });
    expect(rows).toBeGreaterThanOrEqual(12);
    await expect(content(page), 'the browser checks its spelling').toHaveAttribute('spellcheck', 'true');
    await expect(page.getByLabel('Excerpt')).toHaveAttribute('rows', '3');
    await expect(page.getByLabel('Meta Description')).toHaveAttribute('rows', '2');
    for (const name of ['Create Post', 'Save Draft', 'Manage Images', 'Debug Form', 'Cancel']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    }
  });

  await test.step('a larger window has a higher field', async () => {
    const height = () => content(page).evaluate((field) => field.closest('.cm-editor')?.clientHeight ?? 0);
    const small = await height();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(height).toBeGreaterThan(small + 100);
    await page.setViewportSize(DESKTOP);
    await expect.poll(height).toBe(small);
  });

  await test.step('the key that saves is told with the button it presses: on a new post Save Draft', async () => {
    await expect(page.getByRole('button', { name: 'Save Draft' })).toHaveAttribute('aria-keyshortcuts', SAVE_KEYS);
    await expect(page.getByRole('button', { name: 'Create Post' })).not.toHaveAttribute('aria-keyshortcuts');
  });

  await longStep('Generate Image needs title and excerpt', async () => {
    await page.getByRole('button', { name: 'Generate Image' }).click();
    await expect(toasts(page)).toContainText('Please fill in the title and excerpt first to generate an image.');
  });

  await test.step('the slug follows the title while creating', async () => {
    await title(page).pressSequentially('  Ten Ways, to Rest! ');
    await expect(slug(page)).toHaveValue('ten-ways-to-rest');
  });

  await test.step('Enter goes from the title to the text, and in no line of the form sends it', async () => {
    await title(page).press('Enter');
    await expect(content(page)).toBeFocused();
    await slug(page).press('Enter');
    await page.getByLabel('Meta Title').press('Enter');
    await expect(page.getByText('Content is required')).toHaveCount(0);
    await title(page).fill('');
  });

  await test.step('what is missing is said at its field', async () => {
    await page.getByLabel('Category').selectOption('Choose a category');
    await page.getByLabel('Read Time').fill('');
    await page.getByLabel('Image URL').fill('not an address');
    await page.getByRole('button', { name: 'Create Post' }).click();
    for (const text of [
      'Title is required',
      'Slug is required',
      'Excerpt is required',
      'Content is required',
      'Category is required',
      'Read time is required',
      'Must be a URL or a path starting /uploads/',
    ]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
  });

  await longStep('Debug Form shows every value and each fault, and copies it', async () => {
    await title(page).fill('To be debugged');
    await page.getByRole('button', { name: 'Debug Form' }).click();
    const panel = page.getByRole('region', { name: 'Form state' });
    await expect(panel).toContainText('title: "To be debugged"');
    await expect(panel).toContainText('! Excerpt is required');
    await panel.getByRole('button', { name: 'Copy as text' }).click();
    await expect(toasts(page)).toContainText('Copied to the clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('title: "To be debugged"');
  });
});

test('a post is created, updated and made a draft again', async ({ page, openAdmin }) => {
  const name = uniqueTitle('Created');
  await test.step('creating a post closes the form, empties it and shows the post', async () => {
    await openAdmin('/admin#new');
    await fillPost(page, name);
    await page.getByLabel('Tags').fill('pap');
    await page.getByRole('option', { name: 'paper' }).click();
    await page.getByRole('button', { name: 'Create Post' }).press('Enter');
    await expect(toasts(page)).toContainText('Blog post created successfully!');
    await expect(card(page, name)).toContainText('Published');
    await expect(card(page, name).getByRole('link', { name }), 'what is pressed next is about this post').toBeFocused();
    await expect
      .poll(() => eventsOn(page))
      .toContainEqual({ event: 'admin_action', action: 'post_created', success: true });
    await page.getByRole('link', { name: 'Create New Post' }).click();
    await expect(title(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('updating a post stores what was changed, leaves the form, and its slug as it was', async () => {
    await card(page, name).getByRole('link', { name: 'Edit' }).click();
    await expect(slug(page)).not.toHaveValue('');
    const address = await slug(page).inputValue();
    // For a live post, the shortcut belongs to the main button.
    await expect(page.getByRole('button', { name: 'Update Post' })).toHaveAttribute('aria-keyshortcuts', SAVE_KEYS);
    await expect(page.getByRole('button', { name: 'Save Draft' })).not.toHaveAttribute('aria-keyshortcuts');
    await title(page).fill(`${name}, renamed`);
    await expect(slug(page)).toHaveValue(address);
    await title(page).fill(name);
    await page.getByLabel('Excerpt').fill('Another excerpt.');
    await page.getByRole('switch', { name: 'Featured' }).click();
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(toasts(page)).toContainText('Blog post updated successfully!');
    await expect(card(page, name)).toContainText('Another excerpt.');
    await expect(card(page, name)).not.toContainText('Featured');
  });

  await longStep('saving a live post as a draft asks first', async () => {
    await card(page, name).getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save Draft' }).click();
    const question = page.getByRole('alertdialog', { name: 'Save this post as a draft?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await question.getByRole('button', { name: 'Save Draft' }).click();
    await expect(toasts(page)).toContainText('Draft saved successfully!');
  });
});

test('a draft is saved, again and again, until it is scheduled', { tag: '@long' }, async ({
  page,
  openAdmin,
  site,
}) => {
  const name = uniqueTitle('Draft');
  await test.step('a draft needs a title alone, becomes the post being edited and is not live', async () => {
    await openAdmin('/admin#new');
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect(page.getByText('Title is required')).toBeVisible();
    await title(page).fill(name);
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect(toasts(page)).toContainText('Draft saved successfully!');
    await expect(page).toHaveURL(/\/admin\?edit=\d+$/);
    await expect(page.getByRole('button', { name: 'Update Post' })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked();
    const reader = readAtOnce(await fetch(`${site.url}/api/posts/${await slug(page).inputValue()}`));
    expect(reader.status).toBe(404);
  });

  await test.step('Ctrl+S saves from any field and stays', async () => {
    await page.getByLabel('Meta Title').fill('For search engines');
    await page.getByLabel('Subtitle').fill('Under the title');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Version 2')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Meta Title')).toHaveValue('For search engines');
    await expect(page.getByLabel('Subtitle')).toHaveValue('Under the title');
  });

  await test.step('a date to come schedules the post whatever Published says, and Save Draft schedules nothing', async () => {
    await fillPost(page, name);
    await page.getByLabel('Publish Date').fill('2099-05-01T09:30');
    await expect(page.getByText('Scheduled: it goes live by itself at that minute.')).toBeVisible();
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect(page.getByText('Version 3')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked();
    const update = page.getByRole('button', { name: 'Update Post' });
    await expect(update).toHaveAccessibleDescription('Goes live on 1 May 2099, 09:30');
    await update.click();
    await expect(card(page, name)).toContainText('Scheduled');
    await expect(card(page, name)).toContainText('1 May 2099, 09:30');
  });
});

test('Cancel asks before it discards, which can be undone, and leaves at once when nothing was typed', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
  await page.getByRole('link', { name: 'Create New Post' }).click();
  await title(page).fill('Something');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title(page)).toHaveValue('Something');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Discard this post?' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Not saved yet' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(title(page)).toHaveValue('Something');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Status').selectOption('Bin');
  expect(await faultsInPassing(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore Something' }).click();
  await page.getByLabel('Status').selectOption('All posts');
  await page.getByRole('link', { name: 'Continue with Something' }).click();
  await expect(title(page)).toHaveValue('Something');
});

test('on a phone what saves, what it will do and the switches are in reach, and the side panel folds', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAdmin('/admin#new');
  const create = page.getByRole('button', { name: 'Create Post' });
  for (const control of [
    create,
    page.getByRole('button', { name: 'Save Draft' }),
    page.getByRole('switch', { name: 'Published' }),
    page.getByRole('switch', { name: 'Featured' }),
  ]) {
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  await expect(create).toHaveAccessibleDescription('Publishes now');
  await page.getByRole('switch', { name: 'Published' }).click();
  await expect(create).toHaveAccessibleDescription('Saves a draft');
  const details = page.getByRole('button', { name: 'Details' });
  await details.click();
  await expect(page.getByLabel('Category')).toBeHidden();
  await page.reload();
  await expect(details).toHaveAttribute('aria-expanded', 'false');
  // A fault in the details opens them.
  await fillPost(page, uniqueTitle('Written on the way'));
  await details.click();
  await page.getByLabel('Read Time').fill('');
  await details.click();
  await create.click();
  await expect(page.getByLabel('Read Time')).toBeFocused();
  await expect(details).toBeDisabled();
});

test('what is said of a date to come is said no more when it comes', { tag: '@long' }, async ({
  page,
  signInOwner,
}) => {
  await signInOwner();
  await installClock(page);
  await page.goto('/admin#new');
  const create = page.getByRole('button', { name: 'Create Post' });
  await page.getByLabel('Publish Date').fill('2099-05-01T09:30');
  await expect(create).toHaveAccessibleDescription('Goes live on 1 May 2099, 09:30');
  const soon = await page.evaluate(() => {
    const time = new Date(Date.now() + 120_000);
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  });
  await page.getByLabel('Publish Date').fill(soon);
  await expect(create).toHaveAccessibleDescription(/^Goes live on/);
  await page.clock.fastForward(125_000);
  await expect(create).toHaveAccessibleDescription('Publishes now');
  await expect(page.getByText('Empty: now. A later date schedules it.')).toBeVisible();
});

test('what is typed is shown as the real page in every width, and nothing of it is saved', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  const name = uniqueTitle('Looked at first');
  await fillPost(page, name);
  await page.getByRole('button', { name: 'Preview page' }).click();
  const shown = page.getByRole('dialog', { name: 'Preview of what you typed' });
  const frame = shown.getByTitle('Preview of the page');
  await expect(frame.contentFrame().getByRole('heading', { level: 1, name })).toBeVisible();
  const width = () =>
    frame
      .contentFrame()
      .locator('html')
      .evaluate((root) => root.clientWidth);
  for (const [device, pixels] of [
    ['Phone', 390],
    ['Tablet', 820],
    ['Desktop', 1440],
  ] as const) {
    await shown.getByRole('button', { name: device }).click();
    await expect.poll(width).toBe(pixels);
  }
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(title(page)).toHaveValue(name);
  await expect(page.getByRole('button', { name: 'Create Post' })).toBeEnabled();
  const found = await page.request.get(`/api/posts?q=${encodeURIComponent(name)}`);
  expect(await found.json()).toEqual([]);
});

test('a draft is shared as it was saved by a link, until the link is ended', { tag: '@long' }, async ({
  page,
  openAdmin,
  site,
}) => {
  await openAdmin('/admin');
  const { id, title: name } = await makePost(page, { published: false });
  await page.goto(`/admin?edit=${id}`);
  await title(page).fill('Not saved yet');
  await page.getByRole('button', { name: 'Share draft' }).click();
  const links = page.getByRole('dialog', { name: 'Share this draft' });
  await expect(links.getByText('What you typed since the last save is not in it yet.')).toBeVisible();
  await links.getByRole('button', { name: 'Make a link' }).click();
  const address = new URL(await links.getByLabel('Address of the new link').inputValue());
  const read = async () => readAtOnce(await fetch(`${site.url}${address.pathname}`));
  const shared = await read();
  expect(shared.status).toBe(200);
  expect(await shared.text()).toContain(name);
  await links.getByRole('button', { name: /^End link made/ }).click();
  await page.getByRole('alertdialog', { name: 'End this link?' }).getByRole('button', { name: 'End link' }).click();
  await expect(toasts(page)).toContainText('Link ended');
  expect((await read()).status).toBe(404);
});

test('the focal point, the product and what search engines show are in the form', { tag: '@long' }, async ({
  page,
  openAdmin,
  site,
}) => {
  await openAdmin('/admin?edit=1');
  await page.getByRole('slider', { name: 'Across' }).press('Home');
  await expect(page.getByText('0% across, 30% down')).toBeVisible();
  await page.getByLabel('Product/App', { exact: true }).fill('Pole fitness classes');
  await page.getByLabel('Meta Title').fill('Words '.repeat(20).trim());
  await expect(page.getByText('119 of 60')).toBeVisible();
  await expect(page.getByLabel('Meta Title')).toHaveAccessibleDescription(
    'Too long: about 59 characters at its end are not shown.',
  );
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(toasts(page)).toContainText('Blog post updated successfully!');
  const stored = readAtOnce(await fetch(`${site.url}/api/posts/live-one`));
  expect(await stored.json()).toMatchObject({ featuredImageFocus: '0 30', productApp: 'Pole fitness classes' });
});

test('lists that could not be loaded are asked for again, and the post keeps what it has', { tag: '@long' }, async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  await page.route(/\/api\/(categories|authors)/, (route) => route.abort());
  await openAdmin('/admin#new');
  const category = page.getByLabel('Category');
  await expect(category.getByRole('option')).toHaveText(['Could not be loaded']);
  await expect(page.getByLabel('Author').getByRole('option')).toHaveText(['Could not be loaded']);
  await page.unroute(/\/api\/(categories|authors)/);
  const again = page.getByRole('button', { name: 'Load the list again' });
  await again.first().click();
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(category).toHaveValue('2');
  await expect(page.getByLabel('Author').getByRole('option').first()).toHaveText('Default (Ninefold Editors)');
});

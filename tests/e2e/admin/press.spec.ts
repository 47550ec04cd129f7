import { pressStill } from '../support/press.ts';
import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';

// A press takes the focus from a field. The effects of that must not move the button before the press becomes a click.

test('the post form stays still under a press, and takes in what was typed last', { tag: '@long' }, async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 404/);
  // The whole form is visible: in a page that has been scrolled, the browser itself holds things in their place.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await openAdmin('/admin#new');
  const tags = page.getByLabel('Tags');
  for (const tag of ['as many words as a row can hold', 'and as many again']) {
    await tags.fill(tag);
    await tags.press('Enter');
  }
  await tags.fill('one that needs a row of its own');
  const featured = page.getByRole('switch', { name: 'Featured' });
  const wasFeatured = await featured.isChecked();
  const rows = async () => (await tags.locator('..').boundingBox())?.height ?? 0;
  const before = await rows();
  await pressStill(featured);
  await expect.poll(rows).toBeGreaterThan(before);
  await expect(featured).toBeChecked({ checked: !wasFeatured });
  await expect(page.getByRole('button', { name: 'Remove one that needs a row of its own' })).toBeVisible();
  await expect(tags).toHaveValue('');

  await page.getByLabel('Image URL').fill('/uploads/no-such-picture.png');
  await pressStill(page.getByRole('button', { name: 'Generate Image' }));
  await expect(toasts(page)).toContainText('Please fill in the title and excerpt first to generate an image.');
  await expect(page.getByText('Image failed to load')).toBeVisible();
});

test('forms that answer a save stay still while a mended field is left', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const account = page.getByRole('region', { name: 'Account', exact: true });
  const save = account.getByRole('button', { name: 'Update Settings' });
  await account.getByLabel('Email').fill('nonsense');
  await pressStill(save);
  await expect(account.getByText('Must be a valid email', { exact: true })).toBeVisible();
  await account.getByLabel('Email').fill('');
  await account.getByLabel('Password', { exact: true }).fill('short');
  await pressStill(save);
  await expect(account.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible();
});

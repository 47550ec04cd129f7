import { pressStill } from '../support/press.ts';
import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';

// A press takes the focus from a field. What that brings must not move the button before the press is a click.

test('Run All Steps stays where it is pressed while the market is left empty, and so does Run', async ({
  page,
  openAdmin,
}) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  const market = page.getByLabel('Target Market');
  const error = page.getByText('Target market is required', { exact: true });
  for (const name of ['Run All Steps', 'Run step 1']) {
    await market.fill('Gardeners');
    await market.fill('');
    await expect(error).toBeHidden();
    await pressStill(page.getByRole('button', { name, exact: true }));
    await expect(error).toBeVisible();
    await expect(toasts(page)).toContainText('Please fill in target market');
    await page.reload();
  }
  await market.focus();
  await market.press('Tab');
  await expect(error).toBeVisible();
});

test('the post form stays still under a press, and takes in what was typed last', async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 404/);
  await openAdmin('/admin#new');
  const tags = page.getByLabel('Tags');
  for (const tag of ['as many words as a row can hold', 'and as many again']) {
    await tags.fill(tag);
    await tags.press('Enter');
  }
  await tags.fill('one that needs a row of its own');
  const featured = page.getByRole('switch', { name: 'Featured' });
  const wasFeatured = await featured.isChecked();
  await pressStill(featured);
  await expect(featured).toBeChecked({ checked: !wasFeatured });
  await expect(page.getByRole('button', { name: 'Remove one that needs a row of its own' })).toBeVisible();
  await expect(tags).toHaveValue('');

  await page.getByLabel('Image URL').fill('/uploads/no-such-picture.png');
  await pressStill(page.getByRole('button', { name: 'Generate Image' }));
  await expect(toasts(page)).toContainText('Please fill in the title and excerpt first to generate an image.');
  await expect(page.getByText('Image failed to load')).toBeVisible();
});

test('forms that answer a save stay still while a mended field is left', async ({ page, openAdmin }) => {
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

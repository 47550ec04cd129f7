import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { content, expectContent, fillContent } from '../support/content-field.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test, uniqueTitle } from './admin-test.ts';
import { edit, makeRevised } from './post-steps.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Revisions' });
const versions = (page: Page) => dialog(page).getByRole('list', { name: 'Versions' }).getByRole('radio');
/** Chooses a version at the edge of its line: in the middle, words may cover its radio button. */
const choose = (page: Page, index: number) =>
  versions(page)
    .nth(index)
    .click({ position: { x: 8, y: 8 } });

/** Saves a new draft once for each text; its form stays open. */
async function saveTexts(page: Page, texts: readonly string[]): Promise<string> {
  const title = uniqueTitle('Revised');
  await page.getByLabel('Title', { exact: true }).fill(title);
  for (const text of texts) {
    await fillContent(page, text);
    const answered = page.waitForResponse((response) => response.url().includes('/api/posts'));
    await page.getByRole('button', { name: 'Save Draft' }).click();
    expect((await answered).ok()).toBe(true);
    await expect(page).toHaveURL(/\?edit=\d+$/);
    await expect(page.getByRole('button', { name: 'Save Draft' })).toBeEnabled();
  }
  return title;
}

/** Opens the form of a draft that was saved once for each text. */
async function openSaved(page: Page, texts: readonly string[]): Promise<void> {
  const { id } = await makeRevised(page, texts);
  await edit(page, id);
}

async function openRevisions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revisions' }).click();
  await expect(dialog(page)).toBeVisible();
}

test('a draft and its first versions', async ({ page, openAdmin, signInOwner }) => {
  await longStep('a new post has no revisions yet, and says so', async () => {
    await openAdmin('/admin#new');
    await expect(page.getByRole('button', { name: 'Revisions' })).toHaveCount(0);
    await saveTexts(page, ['The only text.']);
    await openRevisions(page);
    await expect(dialog(page)).toContainText('No revisions yet');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('restoring brings the text back into form and server, and can be undone', async () => {
    await signInOwner();
    await openSaved(page, ['The only text.', 'The second text.']);
    await openRevisions(page);
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await expect(toasts(page)).toContainText('Version 1 restored');
    await expect(dialog(page).getByText('Version 1 is restored.')).toBeVisible();
    await expect(versions(page)).toHaveCount(2);
    await longStep('undone, and brought back again', async () => {
      await dialog(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toasts(page)).toContainText('Restore undone');
      await expect(versions(page)).toHaveCount(3);
      await choose(page, 2);
      await dialog(page).getByRole('button', { name: 'Restore' }).click();
      await expect(toasts(page)).toContainText('Version 1 restored');
    });
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expectContent(page, 'The only text.');
    await longStep('which a reload has too', async () => {
      await page.reload();
      await expectContent(page, 'The only text.');
    });
    // The form continues from the version that the restore made: no conflict.
    await fillContent(page, 'A third text.');
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect(toasts(page)).toContainText('Draft saved successfully!');
  });
});

test('the versions of a post', { tag: '@long' }, async ({ page, signInOwner, faults }) => {
  await test.step('each version says when it was replaced and by what, and shows its difference', async () => {
    await signInOwner();
    await openSaved(page, ['One old word.', 'One new word.', 'One new word.\n\nAnd a paragraph more.']);
    await openRevisions(page);
    await expect(versions(page)).toHaveCount(2);
    await expect(versions(page).nth(0)).toHaveAccessibleName(/Version 2.*Replaced (just now|.*ago).*4 words added/);
    await expect(versions(page).nth(1)).toHaveAccessibleName(/1 word added, 1 word removed/);
    await choose(page, 1);
    await expect(versions(page).nth(1)).toBeChecked();
    const difference = dialog(page).getByRole('region', { name: 'Content' });
    await expect(difference.getByRole('insertion')).toContainText(['old']);
    await expect(difference.getByRole('deletion').first()).toContainText('new');
    await dialog(page).getByText('The whole text of this version').click();
    await expect(dialog(page).locator('details')).toContainText('One old word.');
  });

  await test.step('however many versions there are, Tab leads from the chosen one to Restore', async () => {
    await versions(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(versions(page).nth(1)).toBeFocused();
    await expect(versions(page).nth(1)).toBeChecked();
    await expect(dialog(page).getByRole('heading', { name: 'Version 1' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Restore' })).toBeFocused();
  });

  await test.step('a restore that fails is told, and nothing changes', async () => {
    faults.allow(/status of 500/);
    await page.route('**/restore', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'It did not work.' } }),
    );
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await expect(toasts(page)).toContainText('It did not work.');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expectContent(page, 'One new word.\n\nAnd a paragraph more.');
  });
});

test('restoring over unsaved words asks first, and undo in the form brings them back', { tag: '@long' }, async ({
  page,
  signInOwner,
}) => {
  await signInOwner();
  await openSaved(page, ['The first text.', 'The second text.']);
  await fillContent(page, 'Words nobody has.');
  await openRevisions(page);
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  const question = page.getByRole('alertdialog', { name: 'Restore over unsaved changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Version 1 restored')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(toasts(page)).toContainText('Version 1 restored');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expectContent(page, 'The first text.');
  await content(page).press('Control+z');
  await expectContent(page, 'Words nobody has.');
});

test('axe finds nothing on the revisions, in both themes, on a phone too, and nothing sticks out', {
  tag: '@long',
}, async ({ page, signInOwner }) => {
  await signInOwner();
  await openSaved(page, ['One old word.', 'One new word.', 'Another text, with a few words more.']);
  await openRevisions(page);
  await choose(page, 1);
  await expect(dialog(page).getByRole('insertion').first()).toBeVisible();
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
});

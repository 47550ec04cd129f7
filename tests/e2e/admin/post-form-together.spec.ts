import { faultsInPassing } from '../support/accessibility.ts';
import { content, expectContent } from '../support/content-field.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import { earlierContents, edit, kept, makePost, retype, storedContent, title } from './post-steps.ts';

/**
 * Saves a text as another computer does that exchanges no drafts, an older one or one whose exchange is held up: the
 * two sides of a conflict then meet only when they are saved.
 */
async function saveElsewhere(page: Page, id: number, content: string): Promise<void> {
  expect((await page.request.put(`/api/posts/${id}`, { data: { content } })).ok()).toBe(true);
}

const conflict = (page: Page) => page.getByRole('dialog', { name: 'This post was changed elsewhere' });
const update = (page: Page) => page.getByRole('button', { name: 'Update Post' });

test('edits in different blocks merge without a question', { tag: '@long' }, async ({ page, signInOwner, faults }) => {
  faults.allow(/status of 409/);
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'One.', 'One, here.');
  await saveElsewhere(page, id, 'One.\n\nTwo.\n\nThree, there.');
  await update(page).click();
  await expect(toasts(page)).toContainText('Blog post updated successfully!');
  await expect(toasts(page)).toContainText('Changes made elsewhere came in with it.');
  expect(await storedContent(page, id)).toBe('One, here.\n\nTwo.\n\nThree, there.');
  expect(await earlierContents(page, id)).toContain('One.\n\nTwo.\n\nThree, there.');
});

const mine = 'One.\n\nTwo, mine.\n\nThree.';
const theirs = 'One.\n\nTwo, theirs.\n\nThree.';

/** Two computers change the same paragraph, and the other one saves first. */
async function collide(page: Page): Promise<number> {
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'Two.', 'Two, mine.');
  await title(page).fill('My title');
  await saveElsewhere(page, id, theirs);
  await update(page).click();
  await expect(conflict(page)).toBeVisible();
  return id;
}

test.describe('edits of the same block ask', () => {
  test.beforeEach(({ faults }) => faults.allow(/status of 409/));

  // The question and what each answer keeps: `shared/workspace/merge-post.test.ts`, `post-session.together.test.ts`.
  test('both versions and their difference are shown, and mine can be kept', { tag: '@long' }, async ({
    page,
    openAdmin,
  }) => {
    await openAdmin();
    const id = await collide(page);
    const place = conflict(page).getByRole('region', { name: 'Content, place 1', exact: true });
    await expect(place.getByRole('figure', { name: 'Here' })).toContainText('Two, mine.');
    await expect(place.getByRole('figure', { name: 'Other device' })).toContainText('Two, theirs.');
    await expect(place.locator('del')).toContainText('theirs');
    await expect(place.locator('ins')).toContainText('mine');
    expect(await faultsInPassing(page)).toEqual([]);
    await conflict(page).getByRole('button', { name: 'Keep what is here' }).click();
    await expect(toasts(page)).toContainText('Blog post updated successfully!');
    expect(await storedContent(page, id)).toBe(mine);
    expect(await earlierContents(page, id)).toContain(theirs);
  });

  test('theirs can be taken, and mine is in the revisions', { tag: '@long' }, async ({ page, openAdmin }) => {
    await openAdmin();
    const id = await collide(page);
    await conflict(page).getByRole('button', { name: 'Take the other device’s' }).click();
    await expect(toasts(page)).toContainText('Blog post updated successfully!');
    expect(await storedContent(page, id)).toBe(theirs);
    expect(await earlierContents(page, id)).toEqual(expect.arrayContaining([mine, theirs]));
  });

  test('both can be kept, and are looked over before they are saved', { tag: '@long' }, async ({ page, openAdmin }) => {
    await openAdmin();
    const id = await collide(page);
    await conflict(page).getByRole('button', { name: 'Keep both' }).click();
    await expect(toasts(page)).toContainText('Both versions are in the form');
    const both = 'One.\n\nTwo, mine.\n\nTwo, theirs.\n\nThree.';
    await expectContent(page, both);
    expect(await storedContent(page, id)).toBe(theirs);
    await update(page).click();
    await expect(toasts(page)).toContainText('Blog post updated successfully!');
    expect(await storedContent(page, id)).toBe(both);
  });

  test('the question can wait, and is asked again at the next save', { tag: '@long' }, async ({ page, openAdmin }) => {
    await openAdmin();
    await collide(page);
    await page.keyboard.press('Escape');
    await expectContent(page, mine);
    await expect(page.getByText(/^Unsaved changes · /)).toBeVisible();
    await update(page).click();
    await expect(conflict(page)).toBeVisible();
  });
});

test('a post deleted elsewhere can be saved as a new one, or given up', { tag: '@long' }, async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 404/);
  await openAdmin();
  const gone = page.getByRole('dialog', { name: 'This post was deleted elsewhere' });
  const lose = async () => {
    const { id } = await makePost(page);
    await edit(page, id);
    await retype(page, 'Two.', 'Two, typed.');
    expect((await page.request.delete(`/api/posts/${id}`)).ok()).toBe(true);
    await update(page).click();
    await expect(gone).toBeVisible();
    return id;
  };
  const id = await lose();
  // The words can also be reached through the address of the post.
  await page.keyboard.press('Escape');
  await kept(page);
  await page.reload();
  await expectContent(page, 'One.\n\nTwo, typed.\n\nThree.');
  await page.getByLabel('Slug').fill(`again-${id}`);
  await update(page).click();
  await gone.getByRole('button', { name: 'Save as a new post' }).click();
  await expect(toasts(page)).toContainText('Blog post created successfully!');

  await lose();
  await gone.getByRole('button', { name: 'Give up what I typed' }).click();
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
});

test('a second tab of the same browser shows what is typed, and takes the post over when asked or when the first closes', {
  tag: '@long',
}, async ({ page, signInOwner, context }) => {
  await signInOwner();
  const { id } = await makePost(page);
  await edit(page, id);
  await retype(page, 'One.', 'One, first tab.');
  await kept(page);
  const second = await context.newPage();
  await edit(second, id);
  await expect(second.getByText('This post is open elsewhere on this computer')).toBeVisible();
  await expect(second.getByText('Open elsewhere on this computer', { exact: true })).toBeVisible();
  await expect(content(second)).not.toBeEditable();
  await expect(second.getByLabel('Category')).toBeDisabled();
  await expect(update(second)).toBeDisabled();
  await retype(page, 'Two.', 'Two, first tab.');
  await expectContent(second, 'One, first tab.\n\nTwo, first tab.\n\nThree.');
  await second.getByRole('button', { name: 'Take over' }).click();
  await expect(content(second)).toBeEditable();
  await expect(content(page)).not.toBeEditable();
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(content(page)).toBeEditable();
  await kept(page);
  await page.close();
  await expect(content(second)).toBeEditable();
  await expectContent(second, 'One, first tab.\n\nTwo, first tab.\n\nThree.');
  await update(second).click();
  await expect(toasts(second)).toContainText('Blog post updated successfully!');
  expect(await storedContent(second, id)).toBe('One, first tab.\n\nTwo, first tab.\n\nThree.');
});

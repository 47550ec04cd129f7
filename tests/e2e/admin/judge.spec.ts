import { DESKTOP } from '../site-test.ts';
import { content, fillContent } from '../support/content-field.ts';
import { expect, test, uniqueTitle } from './admin-test.ts';

// The tests of shared/content/judge, shared/admin/judge-post.test.ts and those of the route cover what is looked for
// and what asks.
test('a leftover of a generator is listed, leads to its place, and asks once before the post goes live', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  const title = uniqueTitle('Judged');
  await openAdmin('/admin#new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Excerpt').fill('What it is about, in words enough to be of use to a reader.');
  await fillContent(page, 'A beginning.\n\nHere stands [insert name here] instead of a name.');
  const finding = page.getByRole('button', { name: '“[insert name here]” is a leftover' });
  await finding.click();
  await expect(content(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('[insert name here]');

  const metaTitle = page.getByLabel('Meta Title', { exact: true });
  await metaTitle.fill('All about [Your Company]');
  await page.getByRole('button', { name: '“[Your Company]”, in the meta title, is a leftover' }).click();
  await expect(metaTitle).toBeFocused();
  await metaTitle.fill('');

  const question = page.getByRole('alertdialog', { name: 'Publish this post as it is?' });
  const create = page.getByRole('button', { name: 'Create Post' });
  await create.click();
  await expect(question).toContainText('[insert name here]');
  // A phone in landscape with its keyboard open is as low as this: the buttons can be reached all the same.
  const { width, height } = page.viewportSize() ?? DESKTOP;
  await page.setViewportSize({ width: 640, height: 160 });
  await question.getByRole('button', { name: 'Go back' }).click();
  await page.setViewportSize({ width, height });
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);

  await create.click();
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByRole('article', { name: title, exact: true })).toContainText('Published');
});

test('drafts with a leftover are asked about when they are published from the list', { tag: '@long' }, async ({
  page,
  openAdmin,
  faults,
}) => {
  const title = uniqueTitle('Listed');
  await openAdmin();
  const body = { title, content: 'Here stands [insert name here].', excerpt: 'An excerpt of it.', categoryId: 2 };
  const made = await page.request.post('/api/posts/draft', { data: body });
  expect(made.ok(), await made.text()).toBe(true);
  await page.reload();
  const card = page.getByRole('article', { name: title, exact: true });
  const question = page.getByRole('alertdialog');

  await card.getByRole('checkbox', { name: 'Select' }).check();
  await page
    .getByRole('region', { name: 'Selected posts' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  await expect(question).toContainText('Are you sure you want to publish this post?');
  await expect(question).toContainText('[insert name here]');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(card).toContainText('Draft');
  // A post that could not be judged is reported.
  faults.allow(/Failed to load resource/);
  await page.route('**/api/posts/*/judge', (route) => route.abort());
  await page
    .getByRole('region', { name: 'Selected posts' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  await expect(question).toContainText('The draft was not looked at.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/posts/*/judge');
  await page
    .getByRole('region', { name: 'Selected posts' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(card).toContainText('Published');
});

test('without a network the panel goes on with what the text says of itself', { tag: '@long' }, async ({
  page,
  openAdmin,
  context,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await openAdmin('/admin#new');
  await fillContent(page, 'A beginning of [insert name here].');
  await expect(page.getByRole('button', { name: '“[insert name here]” is a leftover' })).toBeVisible();
  await context.setOffline(true);
  await fillContent(page, 'Another beginning of [your company name].');
  await expect(page.getByRole('button', { name: '“[your company name]” is a leftover' })).toBeVisible();
  await expect(page.getByText('Without a connection: links within the site')).toBeVisible();
  await context.setOffline(false);
  await fillContent(page, 'A third beginning.');
  await expect(page.getByText('Without a connection: links within the site')).toHaveCount(0);
});

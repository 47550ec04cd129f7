import { expectContent, fillContent } from '#tests/e2e/support/content-field.ts';
import { answerDialogs, chooseMenu, connectAndSignIn, expect, type Page, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => {
  faults.allow(/status of 401/);
  // The browser tells each request that found no server.
  faults.allow(/Failed to load resource/);
});

const title = (page: Page) => page.getByLabel('Title', { exact: true });
/** A line of the queue beside the calendar. */
const queued = (page: Page) =>
  page.getByRole('region', { name: 'Drafts without a date' }).getByRole('link', { name: 'A Draft' });

test('an app started without network shows what it knows, and keeps what is written', async ({ start, network }) => {
  const first = await start();
  const page = await connectAndSignIn(first, network.url);
  await expect(page.getByRole('article', { name: 'A Live Post' })).toBeVisible();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(queued(page)).toBeVisible();
  await page.getByRole('link', { name: 'List' }).click();
  await page.getByRole('article', { name: 'A Live Post' }).getByRole('link', { name: 'Edit' }).click();
  await expect(title(page)).toHaveValue('A Live Post');
  await first.quit();

  network.cut();
  const second = await start();
  const offline = await second.page();
  await expect(offline.getByText(/^Offline\. What you see is from/)).toBeVisible();
  await offline.getByRole('link', { name: 'Calendar' }).click();
  await expect(queued(offline)).toBeVisible();
  await offline.getByRole('link', { name: 'List' }).click();
  await expect(offline.getByRole('article', { name: 'A Live Post' })).toBeVisible();
  await offline.getByRole('article', { name: 'A Live Post' }).getByRole('link', { name: 'Edit' }).click();
  await expect(title(offline)).toHaveValue('A Live Post');
  await expectContent(offline, 'Words that are live.');
  await offline.getByRole('link', { name: 'History' }).click();
  await expect(offline.getByRole('button', { name: 'Try again' })).toBeVisible();
  await chooseMenu(second, 'new-post');
  await expect(title(offline)).toHaveValue('');
  await fillContent(offline, 'See ');
  await offline.keyboard.type('[[live po');
  await offline.getByRole('option', { name: 'A Live Post' }).click();
  await expectContent(offline, 'See [A Live Post](/post/live-one)');
  await title(offline).fill('Written offline');
  await fillContent(offline, 'Nothing of this is lost.');
  await expect(offline.getByText(/kept on this computer/i).first()).toBeVisible();
  await second.quit();

  network.mend();
  const third = await (await start()).page();
  await expect(third.getByText('Welcome, ')).toBeVisible();
  await expect(third.getByText('Written offline')).toBeVisible();
  await expect(third.getByText(/^Offline\./)).toHaveCount(0);
});

test('a post created without a network is on the server after quit and start, once', { tag: '@long' }, async ({
  start,
  network,
}) => {
  const first = await start();
  const page = await connectAndSignIn(first, network.url);
  network.cut();
  await chooseMenu(first, 'new-post');
  await title(page).fill('Created on the train');
  await page.getByLabel('Excerpt').fill('What it is about.');
  await fillContent(page, 'It leaves with the next start.');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByText(/Offline: sent when the network is back/)).toBeVisible();
  await answerDialogs(first, 0);
  await first.quit();

  const second = await start();
  const offline = await second.page();
  await expect(offline.getByText('Saved offline: sent when the network is back')).toBeVisible();
  await second.quit();

  network.mend();
  const third = await (await start()).page();
  await expect(third.getByText('Blog post created successfully!', { exact: true })).toBeVisible();
  await expect(third.getByRole('article', { name: 'Created on the train' })).toHaveCount(1);
  await expect(third.getByText('Saved offline: sent when the network is back')).toHaveCount(0);
});

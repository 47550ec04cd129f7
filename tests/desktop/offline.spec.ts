import { fillContent } from '#tests/e2e/support/content-field.ts';
import { answerDialogs, chooseMenu, connectAndSignIn, expect, type Page, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => {
  faults.allow(/status of 401/);
  // The browser reports each request that found no server.
  faults.allow(/Failed to load resource/);
});

const waiting = (page: Page) => page.getByRole('region', { name: /^Waiting to be sent/ });
const title = (page: Page) => page.getByLabel('Title', { exact: true });
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
  await expect(waiting(offline)).toContainText('No connection to the server: sent when it is back.');
  await second.quit();

  network.mend();
  const third = await (await start()).page();
  await expect(third.getByText('Blog post created successfully!', { exact: true })).toBeVisible();
  await expect(third.getByRole('article', { name: 'Created on the train' })).toHaveCount(1);
  await expect(waiting(third)).toHaveCount(0);
});

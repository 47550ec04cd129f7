import { connectAndSignIn, type DesktopApp, expect, type Page, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

const sign = (page: Page, done: number) =>
  page.getByRole('link', { name: new RegExp(`^Batch: ${done} of 2 topics finished`) });

/** Starts the app again; it is still signed in, and its header shows the batch by itself. */
async function startAgain(start: () => Promise<DesktopApp>): Promise<{ app: DesktopApp; page: Page }> {
  const app = await start();
  return { app, page: await app.page() };
}

test('a batch that runs in the app goes on after a crash and after Quit, by itself, and each step is bought once', {
  tag: '@long',
}, async ({ start, network, stub }) => {
  stub.reset();
  const chats = () => stub.log.entries.filter(({ path }) => path === '/v1/chat/completions');
  const first = await start();
  const page = await connectAndSignIn(first, network.url);
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await page.getByRole('button', { name: 'Batch', exact: true }).click();
  await page.getByRole('button', { name: 'New batch' }).click();
  await page.getByRole('textbox', { name: 'Topics' }).fill('Dancers of the morning\nDancers of the night');
  await page.getByLabel('Where it runs').selectOption('here');
  // Each step takes some seconds, so that the app ends during a step.
  stub.setDelay(4);
  await page.getByRole('button', { name: 'Start 2 topics' }).click();
  await expect(page.getByText('Runs here, on this device')).toBeVisible();

  await test.step('killed in a step of the first topic', async () => {
    await stub.log.until((entry) => entry.step === 2);
    await first.kill();
    expect(chats().map((entry) => entry.step)).toEqual([1, 2]);
    stub.setDelay(0);
  });

  const second = await startAgain(start);
  await test.step('started again it goes on where it stood, in the header of whatever tab is open', async () => {
    await expect(sign(second.page, 1)).toBeVisible({ timeout: 60_000 });
  });

  await test.step('quit in a step of the second topic', async () => {
    stub.setDelay(4);
    const before = chats().length;
    await stub.log.until((entry) => stub.log.entries.indexOf(entry) > before);
    expect(await second.app.quit()).toBe(0);
    stub.setDelay(0);
  });

  await test.step('started once more it is finished, with the drafts of both topics', async () => {
    const { page: last } = await startAgain(start);
    await last.getByRole('tab', { name: 'Chained Prompts' }).click();
    await last.getByRole('button', { name: 'Batch', exact: true }).click();
    await last
      .getByRole('article', { name: /^2 topics/ })
      .first()
      .getByRole('button', { name: 'Show' })
      .click();
    await expect(last.getByText('2 of 2 finished')).toBeVisible({ timeout: 60_000 });
    await expect(last.getByText('Runs here, on this device')).toHaveCount(0);
    await expect(last.getByRole('list', { name: 'Drafts' })).toHaveCount(2);
  });
  const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(
    chats()
      .map((entry) => entry.step)
      .sort(),
  ).toEqual(steps.flatMap((number) => [number, number]));
  stub.reset();
});

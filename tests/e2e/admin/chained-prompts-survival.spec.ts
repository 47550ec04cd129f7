import { shortenPauses } from '../support/short-pauses.ts';
import { signInAgain } from '../support/sign-in-again.ts';
import { chats, completed, expect, market, noAutoPublish, output, runAll, stop, test } from './chain-steps.ts';

// What happens to a run when its page, its network or its session goes away, or when another tab wants it.

test('a reload in the middle of a step goes on with it, and nothing is asked for twice', { tag: '@long' }, async ({
  page,
  context,
  openTab,
  stub,
}) => {
  await shortenPauses(context);
  await openTab();
  await noAutoPublish(page);
  await market(page).fill('Night nurses');
  await runAll(page).click();
  await stub.log.until((entry) => entry.step === 2 && entry.end === 'sent');
  stub.setDelay(15);
  await expect(output(page, 3)).toContainText(/\w+ \w+/);
  await page.reload();
  stub.setDelay(0);
  await expect(page.getByRole('tab', { name: 'Chained Prompts', selected: true })).toBeVisible();
  await completed(page, 1);
  await completed(page, 2);
  await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible({ timeout: 60_000 });
  expect(chats(stub).map((entry) => entry.step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('without a network the run waits, says so, and goes on by itself', { tag: '@long' }, async ({
  page,
  context,
  openTab,
  stub,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openTab();
  stub.setDelay(40);
  await market(page).fill('Fishers');
  await runAll(page).click();
  await expect(output(page, 1)).toContainText(/\w+ \w+/);
  await context.setOffline(true);
  // The browser's offline switch does not break an open connection: the next step is the first that needs a new one.
  stub.setDelay(0);
  await expect(page.getByText(/^No connection in step \d/)).toBeVisible();
  await expect(page.getByText('Processing...')).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText(/^No connection in step \d/)).toBeHidden();
  await completed(page, 3);
  await stop(page).click();
  const steps = chats(stub).map((entry) => entry.step);
  expect(steps).toEqual([...new Set(steps)]);
});

test('a session that ends asks for the password over the run, which then goes on', { tag: '@long' }, async ({
  page,
  context,
  openTab,
  stub,
  faults,
}) => {
  faults.allow(/status of 401/);
  await openTab();
  await market(page).fill('Potters');
  await runAll(page).click();
  await completed(page, 1);
  await context.clearCookies();
  await expect(page.getByText(/^Please sign in again: step \d goes on as soon as you have.$/)).toBeVisible();
  await signInAgain(page);
  await completed(page, 3);
  await stop(page).click();
  const steps = chats(stub).map((entry) => entry.step);
  expect(steps).toEqual([...new Set(steps)]);
});

test('a second tab watches what the first one runs, and can take it over', { tag: '@long' }, async ({
  page,
  context,
  openTab,
  stub,
}) => {
  await openTab();
  stub.setDelay(25);
  await market(page).fill('Choir singers');
  await runAll(page).click();
  await expect(output(page, 1)).toContainText(/\w+ \w+/);
  const second = await context.newPage();
  await openTab(second);
  await expect(second.getByText('This workflow runs elsewhere on this computer. Here you only watch.')).toBeVisible();
  await expect(market(second)).toHaveValue('Choir singers');
  await expect(stop(second)).toBeDisabled();
  await expect(output(second, 1)).toContainText(/\w+ \w+/);
  await second.getByRole('button', { name: 'Continue here' }).click();
  await expect(stop(second)).toBeEnabled();
  await expect(page.getByText('This workflow runs elsewhere on this computer. Here you only watch.')).toBeVisible();
  stub.setDelay(0);
  await stop(second).click();
  await expect(runAll(second)).toBeVisible();
  expect(chats(stub).filter((entry) => entry.step === 1)).toHaveLength(1);
});

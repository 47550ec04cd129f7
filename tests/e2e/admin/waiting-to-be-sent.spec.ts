import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test, uniqueTitle } from './admin-test.ts';
import { makePost } from './post-steps.ts';

const waiting = (page: Page) => page.getByRole('region', { name: /^Waiting to be sent/ });

async function stored(page: Page, id: number) {
  const answer = await page.request.get(`/api/posts/by-id/${id}`);
  return (await answer.json()) as { published: boolean; publishedAt: string | null };
}

test('what waits is said where the post is shown, for everybody, and is done when the server is back', async ({
  page,
  context,
  openAdmin,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  await openAdmin();
  const title = uniqueTitle('Published on the train');
  const { id } = await makePost(page, { title, published: false });
  await page.reload();
  const card = page.getByRole('article', { name: title });
  await expect(card).toContainText('Draft');
  await context.setOffline(true);

  await test.step('a switch of the list', async () => {
    await card.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Publish', exact: true }).click();
    await expect(card.getByText('Not sent yet: Publish')).toBeVisible();
    await expect(waiting(page).getByRole('listitem').filter({ hasText: title })).toContainText('Publish');
  });

  await test.step('what is done to several needs the server, which is said before', async () => {
    await card.getByRole('checkbox', { name: 'Select' }).check();
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await expect(bar).toContainText('The server cannot be reached.');
    await expect(bar.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeEnabled();
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
    await bar.getByRole('button', { name: 'Clear selection' }).click();
  });

  await context.setOffline(false);
  // The app may be faster: it sends by itself when the network is back.
  void waiting(page)
    .getByRole('button', { name: `Send now: ${title}` })
    .click()
    .catch(() => undefined);
  await expect(toasts(page)).toContainText('What waited is done');
  await expect(waiting(page)).toHaveCount(0);
  await expect(card.getByText('Not sent yet')).toHaveCount(0);
  expect((await stored(page, id)).published).toBe(true);
});

test('a post moved in the calendar without the server goes there later, and its line says so', {
  tag: '@long',
}, async ({ page, context, signInOwner, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  await signInOwner();
  const title = uniqueTitle('Moved on the train');
  const { id } = await makePost(page, { title, publishedAt: '2099-02-10T10:30:00.000Z' });
  await page.goto('/admin?date=2099-02-01#calendar');
  const line = (day: string) =>
    page.locator(`#day-2099-02-${day}`).getByRole('link', { name: new RegExp(`^Scheduled: .*${title}`) });
  await line('10').focus();
  await context.setOffline(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Waiting to be sent');
  await expect(line('10')).toHaveAccessibleName(/Not sent yet: Go live on 11 Feb 2099/);
  await context.setOffline(false);
  await expect(line('11')).toBeVisible({ timeout: 30_000 });
  expect((await stored(page, id)).publishedAt).toBe('2099-02-11T10:30:00.000Z');
});

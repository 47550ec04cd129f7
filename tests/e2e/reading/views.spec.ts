import { bare } from '../content/special-posts.ts';
import { expect, test } from '../site-test.ts';
import { recordCalls } from '../support/calls.ts';
import { signIn } from '../support/sign-in.ts';
import { installClock, stopClock } from '../support/stopped-clock.ts';

const VIEW = /^POST \/api\/posts\/\d+\/view$/;

test('a post is counted once it has been in sight for a second, once a visit', async ({ page, open }) => {
  await stopClock(page);
  const calls = recordCalls(page);
  const views = () => calls.filter((call) => VIEW.test(call)).length;
  await open(`/post/${bare.slug}`);
  await page.clock.runFor(999);
  expect(views()).toBe(0);
  const answered = page.waitForResponse(/\/view$/);
  await page.clock.runFor(1);
  expect((await answered).status()).toBe(204);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bare.title);
  await page.clock.runFor(5000);
  expect(views()).toBe(1);
});

test('a post come to by a link is counted too', { tag: '@long' }, async ({ page, open }) => {
  await open('/category/education');
  const answered = page.waitForResponse(/\/view$/);
  await page.getByRole('link', { name: bare.title, exact: true }).click();
  expect((await answered).status()).toBe(204);
});

test('a post left at once is not counted', { tag: '@long' }, async ({ page, open }) => {
  await stopClock(page);
  const calls = recordCalls(page);
  await open(`/post/${bare.slug}`);
  await page.clock.runFor(500);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.clock.runFor(5000);
  expect(calls.filter((call) => VIEW.test(call))).toEqual([]);
});

test.describe('the signed-in owner', () => {
  test('sees an Edit link on a post; a reader does not', async ({ page, open, context, site, request }) => {
    await open(`/post/${bare.slug}`);
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await signIn(context, site);
    await open(`/post/${bare.slug}`);
    const { id } = await (await request.get(`/api/posts/${bare.slug}`)).json();
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute('href', `/admin?edit=${id}`);
  });

  test('is not counted', { tag: '@long' }, async ({ page, open, context, site }) => {
    await signIn(context, site);
    await installClock(page);
    const calls = recordCalls(page);
    await open(`/post/${bare.slug}`);
    await page.clock.runFor(10_000);
    expect(calls).toEqual([]);
  });
});

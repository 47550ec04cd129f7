import { isWhole } from '#tests/share.ts';
import { content } from '../support/content-field.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, test, uniqueTitle } from './admin-test.ts';
import { edit, makePost, retype, storedContent } from './post-steps.ts';

test('a change is kept beside a live post, found in the list, opened, given a time, and published', async ({
  page,
  signInOwner,
  openAdmin,
}) => {
  await signInOwner();
  const title = uniqueTitle('With a change');
  const { id } = await makePost(page, { title, text: 'One.\n\nTwo.' });
  await edit(page, id);
  const keep = page.getByRole('button', { name: 'Keep as pending change' });
  await expect(keep).toBeDisabled();
  await retype(page, 'Two.', 'Two, later.');
  await keep.click();
  const window = page.getByRole('dialog', { name: 'Keep as pending change' });
  await expect(window.getByLabel('Goes live')).toBeFocused();
  await window.getByLabel('Goes live').fill('2099-05-01T10:00');
  await window.getByRole('button', { name: 'Keep change' }).click();

  const card = page.getByRole('article', { name: title, exact: true });
  await expect(card).toContainText('Changes 1 May 2099, 10:00');
  expect(await storedContent(page, id)).toBe('One.\n\nTwo.');
  await openAdmin();
  await page.getByLabel('Status').selectOption('Pending changes');
  await card.getByRole('link', { name: title }).click();

  const notice = page.getByText('It goes live on 1 May 2099, 10:00.');
  await expect(notice).toBeVisible();
  await longStep('it is edited, and takes the place of the one that waits', async () => {
    await page.getByRole('button', { name: 'Edit change' }).press('Enter');
    await expect(content(page)).toBeFocused();
    await retype(page, 'later', 'much later');
    await expect(page.getByRole('button', { name: 'Publish change now' })).toBeDisabled();
    await keep.click();
    await expect(window).toContainText('takes the place of the change that waits');
    await window.getByLabel('Goes live').fill('');
    await window.getByRole('button', { name: 'Keep change' }).click();
    await expect(card).toContainText('Change waits');

    await card.getByRole('link', { name: title }).click();
  });
  await page.getByRole('button', { name: 'Publish change now' }).click();
  await expect(page.getByText('A change of this post waits')).toBeHidden();
  await expect.poll(() => storedContent(page, id)).toBe(isWhole ? 'One.\n\nTwo, much later.' : 'One.\n\nTwo, later.');
});

test('beside a post that was taken offline a change says that nothing goes live, and takes its place', {
  tag: '@long',
}, async ({ page, signInOwner }) => {
  await signInOwner();
  const { id } = await makePost(page, { title: uniqueTitle('Offline'), text: 'One.\n\nTwo.' });
  const kept = await page.request.put(`/api/posts/${id}/pending`, {
    data: { title: uniqueTitle('Offline'), content: 'One.\n\nTwo, later.', dueAt: '2099-05-01T10:00:00.000Z' },
  });
  expect(kept.status()).toBe(200);
  expect((await page.request.put(`/api/posts/${id}`, { data: { published: false } })).status()).toBe(200);
  await edit(page, id);
  await expect(page.getByText('The post stays a draft: nothing of it is live.')).toBeVisible();
  await expect(page.getByText('It goes live')).toBeHidden();
  await page.getByRole('button', { name: 'Put change in place' }).click();
  await expect(toasts(page)).toContainText('The change is in place. The post is still a draft.');
  await expect.poll(() => storedContent(page, id)).toBe('One.\n\nTwo, later.');
  await expect(page.getByText('A change of this post waits')).toBeHidden();
});

test('a change that would go live at its time with a leftover is asked about, and one without a time is not yet', {
  tag: '@long',
}, async ({ page, signInOwner }) => {
  await signInOwner();
  const title = uniqueTitle('Left over');
  const { id } = await makePost(page, { title, text: 'One.\n\nTwo.' });
  await edit(page, id);
  await retype(page, 'Two.', 'Two of [insert name here].');
  await page.getByRole('button', { name: 'Keep as pending change' }).click();
  const window = page.getByRole('dialog', { name: 'Keep as pending change' });
  const keep = window.getByRole('button', { name: 'Keep change' });
  await window.getByLabel('Goes live').fill('2099-05-01T10:00');
  await keep.click();
  const question = page.getByRole('alertdialog', { name: 'Let this change go live as it is?' });
  await expect(question).toContainText('[insert name here]');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(keep).toBeFocused();
  expect((await page.request.get(`/api/posts/${id}/pending`)).status()).toBe(404);

  await window.getByLabel('Goes live').fill('');
  await keep.click();
  await expect(page.getByRole('article', { name: title, exact: true })).toContainText('Change waits');
  await expect(question).toHaveCount(0);
});

test('a change of words that were changed on the live post as well is not put in place, and says so wherever it is looked for', {
  tag: '@long',
}, async ({ page, signInOwner, openAdmin, faults }) => {
  faults.allow(/status of 409/);
  await signInOwner();
  const title = uniqueTitle('Changed twice');
  const { id, version } = await makePost(page, { title, text: 'One.\n\nTwo.' });
  const keep = async (dueAt: string | null) => {
    const change = { title, version, content: 'One.\n\nTwo, as it waits.', dueAt };
    expect((await page.request.put(`/api/posts/${id}/pending`, { data: change })).status()).toBe(200);
  };
  await keep(null);
  const live = 'One.\n\nTwo, as it is read.';
  expect((await page.request.put(`/api/posts/${id}`, { data: { version, content: live } })).status()).toBe(200);

  await test.step('at the press the toast says why, and what readers see stays', async () => {
    await edit(page, id);
    await page.getByRole('button', { name: 'Publish change now' }).click();
    await expect(toasts(page)).toContainText('The pending change does not go together with what the post says now.');
    await expect(page.getByText('A change of this post waits')).toBeVisible();
    expect(await storedContent(page, id)).toBe(live);
  });

  await test.step('at its time the list and the form say so', async () => {
    await keep(new Date(Date.now() - 1000).toISOString());
    const pending = async () => (await (await page.request.get(`/api/posts/${id}/pending`)).json()) as object;
    await expect.poll(pending).toMatchObject({ problem: expect.stringContaining('does not go together') });
    await openAdmin();
    const region = page.getByRole('region', { name: 'Pending changes that need you' });
    await expect(region).toContainText(
      `${title}: The pending change does not go together with what the post says now.`,
    );
    await region.getByRole('link', { name: title }).click();
    await expect(page.getByText('A change of this post needs you')).toBeVisible();
    expect(await storedContent(page, id)).toBe(live);
    // Other tests expect the list without this change.
    expect((await page.request.delete(`/api/posts/${id}/pending`)).status()).toBeLessThan(300);
  });
});

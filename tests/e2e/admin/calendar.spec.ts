import { PHONE } from '../site-test.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test, uniqueTitle } from './admin-test.ts';
import { makePost } from './post-steps.ts';

const CALENDAR = '/admin?date=2099-02-01#calendar';

const cell = (page: Page, day: string) => page.locator(`#day-2099-02-${day}`);
const shown = (page: Page) => page.getByRole('region', { name: 'Calendar' });
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' });

async function stored(page: Page, id: number) {
  const answer = await page.request.get(`/api/posts/by-id/${id}`);
  return (await answer.json()) as { published: boolean; publishedAt: string | null; version: number };
}

/** Makes a post that is scheduled for 10 February 2099, and opens the calendar of its month. */
async function openOnScheduled(page: Page, words: string) {
  const title = uniqueTitle(words);
  const { id } = await makePost(page, { title, publishedAt: '2099-02-10T10:30:00.000Z' });
  await page.goto(CALENDAR);
  return { id, line: (day: string) => cell(page, day).getByRole('link', { name: title }) };
}

test('a scheduled post is dragged to another day, keeps its time of day, and is taken back', async ({
  page,
  signInOwner,
  faults,
}) => {
  faults.allow(/status of 409/);
  await signInOwner();
  const { id, line } = await openOnScheduled(page, 'Dragged');
  await line('10').dragTo(cell(page, '12'));
  await expect(line('12')).toBeVisible();
  await expect(undo(page)).toBeVisible();
  expect((await stored(page, id)).publishedAt).toBe('2099-02-12T10:30:00.000Z');
  // Each move requests the calendar once more: that answer must not already hold the change that somebody else makes
  // below.
  const refreshed = page.waitForResponse((response) => response.url().includes('/api/calendar?'));
  await undo(page).click();
  await expect(line('10')).toBeVisible();
  await expect.poll(async () => (await stored(page, id)).publishedAt).toBe('2099-02-10T10:30:00.000Z');
  await (await refreshed).finished();

  // Somebody else has moved the post in the meantime: nothing is overwritten, and the calendar shows where it is now.
  const { version } = await stored(page, id);
  await page.request.put(`/api/posts/${id}`, { data: { version, publishedAt: '2099-02-17T10:30:00.000Z' } });
  await line('10').dragTo(cell(page, '12'));
  await expect(toasts(page)).toContainText('Not moved');
  await expect(line('17')).toBeVisible();
});

test('a change that waits is dragged to another day with its words, and taken back', { tag: '@long' }, async ({
  page,
  signInOwner,
}) => {
  await signInOwner();
  const title = uniqueTitle('Waits');
  const { id, version } = await makePost(page, { title });
  const at = (day: string) => `2099-02-${day}T10:30:00.000Z`;
  const address = `/api/posts/${id}/pending`;
  await page.request.put(address, { data: { title, version, content: 'Later words.', dueAt: at('24') } });
  await page.goto(CALENDAR);
  const line = (day: string) => cell(page, day).getByRole('link', { name: new RegExp(`^Pending change: .*${title}`) });
  await line('24').dragTo(cell(page, '26'));
  await expect(line('26')).toBeVisible();
  await expect(undo(page)).toBeVisible();
  const change = async () => (await (await page.request.get(address)).json()) as object;
  expect(await change()).toMatchObject({ dueAt: at('26'), fields: { content: 'Later words.' }, isMergeable: true });
  await undo(page).click();
  await expect(line('24')).toBeVisible();
  await expect.poll(change).toMatchObject({ dueAt: at('24'), fields: { content: 'Later words.' } });

  // A change that would go live with a leftover is asked about, and stays on its day.
  const left = { title, content: 'Words of [insert name here].', dueAt: at('24') };
  expect((await page.request.put(address, { data: left })).status()).toBe(200);
  await page.reload();
  await line('24').dragTo(cell(page, '26'));
  const question = page.getByRole('alertdialog', { name: 'Let this go live as it is?' });
  await expect(question).toContainText('[insert name here]');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(line('24')).toBeVisible();
  expect(await change()).toMatchObject({ dueAt: at('24') });
});

test('keys take a post to another day, put it back, and leave the focus at it', { tag: '@long' }, async ({
  page,
  signInOwner,
}) => {
  await signInOwner();
  const { id, line } = await openOnScheduled(page, 'By keys');
  await line('10').focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('application', { name: /^Moving By keys/ });
  await expect(bar).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(bar).toContainText('Wednesday 18 February');
  await page.keyboard.press('Escape');
  await expect(line('10')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(line('09')).toBeFocused();
  await expect.poll(async () => (await stored(page, id)).publishedAt).toBe('2099-02-09T10:30:00.000Z');

  await undo(page).focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('As it was before');
  await expect(line('10')).toBeFocused();
  await page.keyboard.press('Tab');
  const menu = cell(page, '10').getByRole('button', { name: /^Actions for By keys/ });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Goes live')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(line('10')).toBeFocused();

  // The form leads back to the calendar, to the line of its post.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(line('10')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${CALENDAR.replace('?', '\\?')}$`));
});

test('a draft is scheduled from the queue, and a day that is over is asked about; a phone does all of it', {
  tag: '@long',
}, async ({ page, signInOwner }) => {
  await signInOwner();
  const title = uniqueTitle('Undated');
  const { id } = await makePost(page, { title, published: false, text: 'Of [insert name here].' });
  await page.setViewportSize(PHONE);
  await page.goto(CALENDAR);
  const drafts = page.getByRole('region', { name: 'Drafts without a date' });
  const window = page.getByRole('dialog');
  await drafts.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  await window.getByLabel('Goes live').fill('2099-02-20T08:15');
  await window.getByRole('button', { name: 'Move' }).click();
  // The post would go live by itself, as it is.
  const red = page.getByRole('alertdialog', { name: 'Let this go live as it is?' });
  await expect(red.getByRole('listitem')).toHaveText(
    '“[insert name here]” is a leftover of a generator or a placeholder.',
  );
  await red.getByRole('button', { name: 'Schedule anyway' }).click();
  const line = shown(page).getByRole('list', { name: 'Fri 20 Feb' }).getByRole('link', { name: title });
  await expect(line).toBeFocused();
  await expect(drafts.getByRole('link', { name: title })).toBeHidden();
  await expect.poll(async () => (await stored(page, id)).published).toBe(true);

  await page
    .getByRole('list', { name: 'Fri 20 Feb' })
    .getByRole('button', { name: `Actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  await window.getByLabel('Goes live').fill('2020-02-20T08:15');
  await window.getByRole('button', { name: 'Move' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish this post at once?' });
  await expect(question.getByRole('listitem')).toHaveText(
    '“[insert name here]” is a leftover of a generator or a placeholder.',
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await undo(page).click();
  await expect(drafts.getByRole('link', { name: title })).toBeVisible();
  await expect.poll(() => stored(page, id)).toMatchObject({ published: false, publishedAt: null });
});

test('each category says what it lacks in the span and beyond; keys move a post through a week as well', {
  tag: '@long',
}, async ({ page, signInOwner }) => {
  await signInOwner();
  const { id, line } = await openOnScheduled(page, 'In a week that has room for a title which says in words what');
  const category = (name: string) =>
    page
      .getByRole('region', { name: /^Categories in / })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name, exact: true }) });
  const names = await (await page.request.get('/api/categories')).json();
  const named = (wanted: number) =>
    (names as { id: number; name: string }[]).find((each) => each.id === wanted)?.name ?? '';
  await test.step('the one of the post lacks nothing; one without a post in the month has nothing in it', async () => {
    await expect(category(named(2))).toContainText(/\d live, \d+ to come/);
    await expect(category(named(3))).toContainText('Nothing in it');
    await expect(category(named(3))).toContainText('No post yet · nothing planned');
  });
  await test.step('one whose last post is live and that has none to come has nothing planned', async () => {
    const now = new Date();
    const made = await makePost(page, { title: uniqueTitle('Lives now') });
    expect((await page.request.put(`/api/posts/${made.id}`, { data: { categoryId: 3 } })).status()).toBe(200);
    await page.goto(`/admin?date=${now.toISOString().slice(0, 10)}#calendar`);
    await expect(category(named(3))).toContainText('Nothing planned');
    await expect(category(named(3))).toContainText('Last today · nothing planned');
  });
  await test.step('in a week', async () => {
    await page.goto('/admin?view=week&date=2099-02-10#calendar');
    // A day has room in the week that it lacks in the month.
    const isCut = () =>
      line('10')
        .locator('> span')
        .evaluate((title) => title.scrollHeight > title.clientHeight + 1);
    expect(await isCut()).toBe(false);
    await line('10').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('application', { name: /^Moving In a week/ })).toContainText('Wednesday 11 February');
    await page.keyboard.press('Enter');
    await expect(line('11')).toBeFocused();
    await expect.poll(async () => (await stored(page, id)).publishedAt).toBe('2099-02-11T10:30:00.000Z');
  });
});

import { randomUUID } from 'node:crypto';
import type { Request } from 'playwright/test';
import { toBase64 } from '#shared/workspace/base64.ts';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { PHONE } from '../site-test.ts';
import { accessibilityFaults, faultsInPassing } from '../support/accessibility.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { signInAgain, signInDialog } from '../support/sign-in-again.ts';
import { type Browser, expect, otherComputer, type Page, test } from './admin-test.ts';
import { market, openChain, promptEditor, promptOf } from './chain-page.ts';
import { content, expectContent, fillContent, goTo } from './editor-steps.ts';
import { edit, kept, makePost, retype, title } from './post-steps.ts';

// Two browser contexts are two devices: they have nothing in common but the server.

const badge = (page: Page, label: string) => page.getByRole('button', { name: `Sync: ${label}`, exact: true });

/** Types at the cursor, key by key. */
async function typeAt(page: Page, place: number, text: string): Promise<void> {
  await goTo(page, place);
  await page.keyboard.type(text);
}

test('form values, a step’s name and a prompt typed on one device are on the other', { tag: '@long' }, async ({
  page,
  signInOwner,
  browser,
  site,
}) => {
  await signInOwner();
  await openChain(page);
  const other = await otherComputer(browser, site);
  await openChain(other);
  await expect(badge(other, 'Synced')).toBeVisible();

  await market(page).fill('Gardeners in small flats');
  await expect(market(other)).toHaveValue('Gardeners in small flats');

  await other.getByLabel('Name of step 2').fill('Pains and gains');
  await other.getByLabel('Name of step 2').press('Enter');
  await expect(page.getByLabel('Name of step 2')).toHaveValue('Pains and gains');

  await promptOf(page, 2).click();
  await promptEditor(page).fill('Say something about {{targetMarket}}.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await promptOf(other, 2).click();
  await expect(promptEditor(other)).toHaveValue('Say something about {{targetMarket}}.');
  await other.context().close();
});

test('a new draft typed on one device is on the other, and so is the post it becomes', async ({
  page,
  openAdmin,
  browser,
  site,
}) => {
  await openAdmin('/admin#new');
  const other = await otherComputer(browser, site);
  await other.goto('/admin');
  await expect(badge(other, 'Synced')).toBeVisible();
  await title(page).fill('Begun on the train');
  await other.getByRole('link', { name: 'Continue with Begun on the train' }).click();
  await expect(title(other)).toHaveValue('Begun on the train');
  await fillContent(other, 'Gone on with at home.');
  await expectContent(page, 'Gone on with at home.');
  await other.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText('This post was saved on another device')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  await expect(page).toHaveURL(/edit=\d+/);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
  await other.context().close();
});

test.describe('a post open on two devices', () => {
  async function both(page: Page, browser: Browser, site: Parameters<typeof otherComputer>[1]) {
    const { id } = await makePost(page);
    await edit(page, id);
    const other = await otherComputer(browser, site);
    await edit(other, id);
    await expect(badge(other, 'Synced')).toBeVisible();
    return { id, other };
  }

  test('is written on both', { tag: '@long' }, async ({ page, context, signInOwner, browser, site, faults }) => {
    await signInOwner();
    const { other } = await both(page, browser, site);
    await test.step('is written on both at once, and each cursor stays at its words', async () => {
      await typeAt(page, 'One.\n\nTwo'.length, ', mine');
      await expectContent(other, 'One.\n\nTwo, mine.\n\nThree.');
      const theirs = 'Unsaved changes from another device · synced';
      await expect(other.getByText(theirs, { exact: true })).toBeVisible();
      await typeAt(other, 'One'.length, ', theirs');
      await expectContent(page, 'One, theirs.\n\nTwo, mine.\n\nThree.');
      await page.keyboard.type(' again');
      await expectContent(page, 'One, theirs.\n\nTwo, mine again.\n\nThree.');
      await expectContent(other, 'One, theirs.\n\nTwo, mine again.\n\nThree.');
      await other.keyboard.type(' again');
      await expectContent(page, 'One, theirs again.\n\nTwo, mine again.\n\nThree.');
      await expect(page.getByText(/Unsaved changes · synced \d\d:\d\d$/)).toBeVisible();
    });
    await test.step('is written on both offline, and merges afterwards', async () => {
      faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await context.setOffline(true);
      await other.context().setOffline(true);
      await retype(page, 'One, theirs again.', 'One, in the tunnel.');
      await retype(other, 'Three.', 'Three, in the air.');
      await expect(page.getByText(/kept on this computer .+, not synced yet$/)).toBeVisible();
      await expect(badge(page, 'Offline')).toBeVisible();
      await context.setOffline(false);
      await other.context().setOffline(false);
      const merged = 'One, in the tunnel.\n\nTwo, mine again.\n\nThree, in the air.';
      await expectContent(page, merged);
      await expectContent(other, merged);
      await expect(badge(page, 'Synced')).toBeVisible();
    });
    await other.context().close();
  });

  test('takes what is typed over a selection of all for the whole, whatever came in between', { tag: '@long' }, async ({
    page,
    signInOwner,
    browser,
    site,
  }) => {
    await signInOwner();
    const { other } = await both(page, browser, site);
    const metaTitle = (of: Page) => of.getByLabel('Meta Title');
    const says = (field: typeof title) => async (of: Page, text: string) => expect(field(of)).toHaveValue(text);
    for (const { field, expectText } of [
      { field: title, expectText: says(title) },
      { field: metaTitle, expectText: says(metaTitle) },
      { field: content, expectText: (of: Page, text: string) => expectContent(of, text) },
    ]) {
      await field(page).fill('Begun');
      await expectText(other, 'Begun');
      await field(page).press('Control+a');
      await field(other).press('End');
      await field(other).pressSequentially(', theirs');
      await expectText(page, 'Begun, theirs');
      await page.keyboard.type('Mine');
      await expectText(page, 'Mine');
      await expectText(other, 'Mine');
    }
    await other.context().close();
  });

  test('is saved on one: the other says so, and keeps what it typed since', { tag: '@long' }, async ({
    page,
    context,
    signInOwner,
    browser,
    site,
    faults,
  }) => {
    faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
    await signInOwner();
    const { other } = await both(page, browser, site);
    await context.setOffline(true);
    await retype(page, 'Three.', 'Three, unseen.');
    await retype(other, 'One.', 'One, saved.');
    await other.getByRole('button', { name: 'Save Draft' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Save Draft' }).click();
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('This post was saved on another device')).toBeVisible();
    await expectContent(page, 'One, saved.\n\nTwo.\n\nThree, unseen.');
    expect(await faultsInPassing(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show the saved version' }).click();
    await expectContent(page, 'One, saved.\n\nTwo.\n\nThree.');
    await other.context().close();
  });
});

test('two tabs share one connection, and the one that is left goes on', { tag: '@long' }, async ({
  page,
  context,
  signInOwner,
  browser,
  site,
}) => {
  const asked = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().includes('/api/workspace/events')) asked.add(request);
  });
  context.on('requestfinished', (request) => asked.delete(request));
  context.on('requestfailed', (request) => asked.delete(request));
  /**
   * Returns the connections of pages that are still open: no event reports that the connections of a closed page have
   * ended.
   */
  const connections = () => [...asked].filter((request) => !request.frame().page().isClosed()).length;
  await signInOwner();
  await openChain(page);
  await expect(badge(page, 'Synced')).toBeVisible();
  const second = await context.newPage();
  await openChain(second);
  await expect(badge(second, 'Synced')).toBeVisible();
  await expect.poll(connections).toBe(1);
  const other = await otherComputer(browser, site);
  await openChain(other);
  await market(other).fill('Readers');
  await expect(market(second)).toHaveValue('Readers');
  await expect(market(page)).toHaveValue('Readers');
  await page.close();
  await market(other).fill('Readers of one tab');
  await expect(market(second)).toHaveValue('Readers of one tab');
  await expect.poll(connections).toBe(1);
  await other.context().close();
});

test('the badge says how it stands, and its window what there is to know and to do', { tag: '@long' }, async ({
  page,
  context,
  openAdmin,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  await page.setViewportSize(PHONE);
  await openAdmin('/admin#new');
  await expect(badge(page, 'Synced')).toBeVisible();
  await context.setOffline(true);
  await title(page).fill('Typed offline');
  await expect(badge(page, 'Offline')).toBeVisible();
  expect(await sidewaysOverflow(page)).toEqual([]);
  await badge(page, 'Offline').click();
  const panel = page.getByRole('dialog', { name: 'Sync' });
  await expect(panel.getByText('The server cannot be reached.')).toBeVisible();
  await expect(panel.getByText(/^\d+ changes?$/)).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  expect(await accessibilityFaults(page, { coloursOnly: true })).toEqual([]);
  await context.setOffline(false);
  await panel.getByRole('button', { name: 'Sync now' }).click();
  await expect(panel.getByText('Synced', { exact: true })).toBeVisible();
  await expect(panel.getByText('Nothing', { exact: true })).toBeVisible();
  await expect(panel.getByText(/^\d\d:\d\d:\d\d$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(badge(page, 'Synced')).toBeFocused();
});

test('a session that has ended is said, and what was written meanwhile is sent after signing in', {
  tag: '@long',
}, async ({ page, context, openAdmin, faults }) => {
  faults.allow(/status of 401/);
  // The last request that the form makes by itself is sent while the owner types, and finds the session ended.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/series/, async (route) => {
    await held;
    await route.continue();
  });
  const refused = page.waitForResponse(
    (response) => response.url().includes('/api/series') && response.status() === 401,
  );
  await openAdmin('/admin#new');
  await expect(badge(page, 'Synced')).toBeVisible();
  await title(page).pressSequentially('Written ');
  await context.clearCookies();
  answer();
  await refused;
  await page.keyboard.type('signed out');
  await expect(title(page)).toHaveValue('Written signed out');
  await expect(badge(page, 'Signed out')).toBeVisible();
  await expect(signInDialog(page)).toBeHidden();
  await badge(page, 'Signed out').click();
  await page.getByRole('dialog', { name: 'Sync' }).getByRole('button', { name: 'Sign in' }).click();
  await signInAgain(page);
  await expect(badge(page, 'Synced')).toBeVisible();
  await expect(page.getByText(/synced \d\d:\d\d$/)).toBeVisible();
});

test('to a server that is another site nothing is sent before the owner says so', { tag: '@long' }, async ({
  page,
  context,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 410/);
  await openAdmin('/admin#new');
  await title(page).fill('Written for one site');
  // The badge looks the same before anything is written; this computer has met its site only when a word of it is
  // there.
  await expect(page.getByText(/synced \d\d:\d\d$/)).toBeVisible();
  const { siteId } = (await (await page.request.get('/api/meta')).json()) as { siteId: string };
  const another = 'another-site';
  const pushed: string[] = [];
  // The same server under another site's id: its requests and answers speak of that site.
  await context.route(/\/api\/workspace\/(updates|compare)/, async (route) => {
    const request = route.request();
    const body = request.postData();
    if (request.method() === 'POST' && request.url().includes('/updates')) pushed.push(body ?? '');
    const response = await route.fetch({
      url: request.url().replace(another, siteId),
      ...(body === null ? {} : { postData: body.replaceAll(another, siteId) }),
    });
    await route.fulfill({ response, body: (await response.text()).replaceAll(siteId, another) });
  });
  await page.reload();
  await expect(badge(page, 'Another site')).toBeVisible();
  await title(page).fill('Written while nobody has decided');
  await kept(page);
  expect(pushed).toEqual([]);
  // The owner sees this without looking for it.
  await expect(page.getByText('Nothing is sent before you decide.')).toBeVisible();
  await page.getByRole('button', { name: 'Decide' }).click();
  const panel = page.getByRole('dialog', { name: 'Sync' });
  const question = panel.getByRole('region', { name: 'Bring this computer and this site together?' });
  await expect(question).toContainText(another);
  expect(await faultsInPassing(page)).toEqual([]);
  await question.getByRole('button', { name: 'No, send nothing' }).click();
  await expect(panel).toBeHidden();
  expect(pushed).toEqual([]);
  await badge(page, 'Another site').click();
  await question.getByRole('button', { name: 'Yes, bring them together' }).click();
  await expect(panel.getByText('Synced', { exact: true })).toBeVisible();
  expect(pushed.length).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Decide', includeHidden: true })).toHaveCount(0);
  // Requests that are still under way get no answer once the page is closed.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('drafts that were all deleted elsewhere stay here until the owner has decided, and can be sent back', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin();
  await expect(badge(page, 'Synced')).toBeVisible();
  const { siteId } = (await (await page.request.get('/api/meta')).json()) as { siteId: string };
  const push = async (updates: object[]) => {
    expect((await page.request.post('/api/workspace/updates', { data: { siteId, updates } })).ok()).toBe(true);
  };
  const drafts = ['Tea', 'Bread', 'Salt'].map((words) => {
    const draft = openNewDraft(newDraftId(randomUUID()));
    writeValues(draft, { title: words });
    return draft;
  });
  const named = ({ id }: { id: string }) => ({ id: randomUUID(), documentId: id, kind: 'draft' });
  await push(drafts.map((each) => ({ type: 'update', ...named(each), update: toBase64(each.encode()) })));
  const unsaved = page.getByRole('region', { name: /^Not saved yet/ });
  await expect(unsaved.getByText('Salt')).toBeVisible();
  await push(drafts.map((each) => ({ type: 'delete', ...named(each), seen: toBase64(each.stateVector()) })));
  await badge(page, 'Deletions wait').click();
  const panel = page.getByRole('dialog', { name: 'Sync' });
  await expect(panel.getByText('3 of 3 drafts and working copies')).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Keep mine and send them back' }).click();
  await expect(panel.getByText('Synced', { exact: true })).toBeVisible();
  await page.reload();
  await expect(badge(page, 'Synced')).toBeVisible();
  for (const words of ['Tea', 'Bread', 'Salt']) await expect(unsaved.getByText(words)).toBeVisible();
});

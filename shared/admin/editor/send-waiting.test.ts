import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { readValues } from '#shared/workspace/post-draft.ts';
import { discardStored } from './draft-bin.ts';
import { loadDraft, unsavedDrafts } from './local-drafts.ts';
import { type SentSave, sendWaitingSave } from './send-waiting.ts';
import { contentOf, reach, replaceIn, sendTo, type TestBrowser } from './test-browser.ts';
import { withFormServer } from './test-form-server.ts';
import { createWaitingSaves } from './waiting-saves.ts';

// Saves whose form or program ended before the server answered, against the real server over HTTP.

const { createBrowser, newPost } = withFormServer(createTestApp);

let made = 0;
const newSlug = () => `waiting-${++made}`;
const waitingIn = async ({ store }: TestBrowser) => [...(await createWaitingSaves(store).all()).values()];
async function postsOf({ api }: TestBrowser, slug: string) {
  return (await api.list(listPosts, { query: { slug } })).items;
}
/** Starts the program again, and sends the waiting saves. */
async function send(browser: TestBrowser): Promise<SentSave[]> {
  browser.kill();
  const sent: SentSave[] = [];
  for (const id of (await createWaitingSaves(browser.store).all()).keys()) {
    await sendWaitingSave(browser.ports, id, (save) => sent.push(save));
  }
  return sent;
}
/** Creates a new post, and ends the program before the server answers. */
async function createAndEnd(browser: TestBrowser, slug: string) {
  const session = await browser.create();
  session.setValues({ title: 'Offline', slug, excerpt: 'E', content: 'Words.' });
  session.save('post');
  await reach(session, 'offline');
  return session;
}

test.each([
  { how: 'was never sent', is: { isOnline: false } },
  { how: 'was sent, and its answer lost', is: { isAnswered: false } },
])('a post whose creation $how is on the server once after the next start', async ({ is }) => {
  const browser = await createBrowser();
  const slug = newSlug();
  Object.assign(browser, is);
  await (await createAndEnd(browser, slug)).flush();
  expect(await send(browser)).toEqual([]);
  expect(await waitingIn(browser)).toHaveLength(1);

  Object.assign(browser, { isOnline: true, isAnswered: true });
  const sent = await Promise.all([send(browser), send(browser)]);
  expect(sent.flat()).toMatchObject([{ report: { kind: 'saved', intent: 'post', isNew: true } }]);
  expect(await postsOf(browser, slug)).toMatchObject([{ title: 'Offline', published: true }]);
  expect(await waitingIn(browser)).toEqual([]);
  expect(await unsavedDrafts(browser.store)).toEqual([]);
});

test('what was typed after the save stays unsaved, on the post it made', async () => {
  const browser = await createBrowser();
  const slug = newSlug();
  browser.isOnline = false;
  const session = await createAndEnd(browser, slug);
  session.setText('content', 'Words. And more.');
  await session.close();
  browser.isOnline = true;
  await send(browser);
  const [post] = await postsOf(browser, slug);
  expect((await browser.current(post?.id ?? 0)).values.content).toBe('Words.');
  const again = await browser.edit(post?.id ?? 0);
  expect(again.getState()).toMatchObject({ isUnsaved: true, save: { kind: 'editing' } });
  expect(contentOf(again)).toBe('Words. And more.');
});

test('a form that is opened again goes on with its save, and nothing else sends it meanwhile', async () => {
  const browser = await createBrowser();
  const slug = newSlug();
  browser.isOnline = false;
  const first = await createAndEnd(browser, slug);
  await first.close();
  const again = await browser.create(first.getState().documentId);
  expect(again.getState().save.kind).toBe('offline');
  browser.isOnline = true;
  const ignore = () => undefined;
  expect(await sendWaitingSave(browser.ports, first.getState().documentId, ignore)).toBe('waits');
  expect(await postsOf(browser, slug)).toEqual([]);
  again.online();
  await reach(again, 'saved');
  expect(await postsOf(browser, slug)).toHaveLength(1);
  await again.close();
  expect(await waitingIn(browser)).toEqual([]);
});

test('a save that cannot be merged is said, and the words are there with the question', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  browser.isOnline = false;
  replaceIn(session, 'Two.', 'Two, mine.');
  session.save('post');
  await reach(session, 'offline');
  await session.close();
  browser.isOnline = true;
  const content = 'One.\n\nTwo, theirs.\n\nThree.';
  await browser.api.call(updatePost, { params: { id }, body: { content } });

  expect(await send(browser)).toMatchObject([{ report: { kind: 'refused', fault: { code: 'post_conflict' } } }]);
  expect(await waitingIn(browser)).toMatchObject([{ fault: { code: 'post_conflict' } }]);
  // The save is not retried without the owner's knowledge.
  expect(await send(browser)).toEqual([]);
  expect((await browser.current(id)).values.content).toBe(content);
  const again = await browser.edit(id);
  expect(contentOf(again)).toContain('Two, mine.');
  again.save('post');
  await reach(again, 'conflict');
  again.resolve('mine');
  await reach(again, 'saved');
  await again.close();
  expect(await waitingIn(browser)).toEqual([]);
});

test('a save that is refused stays with its reason until it is mended in the form', async () => {
  const browser = await createBrowser();
  const slug = newSlug();
  await newPost(slug);
  browser.isOnline = false;
  const { documentId } = (await createAndEnd(browser, slug)).getState();
  browser.isOnline = true;
  expect(await send(browser)).toMatchObject([{ report: { kind: 'refused', fault: { code: 'slug_taken' } } }]);
  browser.kill();
  const again = await browser.create(documentId);
  expect(again.getState().save).toMatchObject({ kind: 'editing', fault: { code: 'slug_taken' } });
  again.setValues({ slug: `${slug}-mended` });
  again.save('post');
  await reach(again, 'saved');
  await again.close();
  expect(await waitingIn(browser)).toEqual([]);
});

test('what is discarded is not sent', async () => {
  const browser = await createBrowser();
  const [first, second] = [newSlug(), newSlug()];
  browser.isOnline = false;
  const inForm = await createAndEnd(browser, first);
  inForm.discard(null);
  await inForm.close();
  await (await createAndEnd(browser, second)).close();
  const { clock, store, ports } = browser;
  for (const { id } of await unsavedDrafts(store)) {
    const document = await loadDraft(store, id);
    expect(readValues(document).slug).toBe(second);
    await discardStored({ store, clock, openChannel: ports.openChannel, unique: ports.unique }, document);
  }
  browser.isOnline = true;
  expect(await send(browser)).toEqual([]);
  for (const slug of [first, second]) expect(await postsOf(browser, slug)).toEqual([]);
});

test('a post that was only taken offline, with nothing typed, is taken offline', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  browser.isOnline = false;
  session.save('draft');
  await reach(session, 'offline');
  await session.close();
  browser.isOnline = true;
  expect(await send(browser)).toMatchObject([{ report: { kind: 'saved', intent: 'draft' } }]);
  expect((await browser.current(id)).values.published).toBe(false);
});

test('a save that is taken back is not sent, and its words are there unsaved', async () => {
  const browser = await createBrowser();
  const slug = newSlug();
  browser.isOnline = false;
  const session = await createAndEnd(browser, slug);
  session.takeBack();
  expect(session.getState()).toMatchObject({ isUnsaved: true, save: { kind: 'editing' } });
  await session.close();
  browser.isOnline = true;
  expect(await send(browser)).toEqual([]);
  expect(await postsOf(browser, slug)).toEqual([]);
  const again = await browser.create(session.getState().documentId);
  expect(again.getState()).toMatchObject({ isUnsaved: true, save: { kind: 'editing' } });
  again.save('draft');
  await reach(again, 'saved');
  expect(await postsOf(browser, slug)).toMatchObject([{ published: false }]);
  await again.close();
  expect(await waitingIn(browser)).toEqual([]);
});

test.each(['post', 'draft'] as const)(
  'a creation that was taken back, but had arrived, makes no second post when a %s is saved',
  async (intent) => {
    const browser = await createBrowser();
    const slug = newSlug();
    browser.isAnswered = false;
    const session = await createAndEnd(browser, slug);
    session.takeBack();
    await session.close();
    browser.isAnswered = true;
    const again = await browser.create(session.getState().documentId);
    again.setText('content', 'Other words.');
    again.save(intent);
    await reach(again, 'saved');
    const [post, ...others] = await postsOf(browser, slug);
    expect(others).toEqual([]);
    expect((await browser.current(post?.id ?? 0)).values).toMatchObject({
      content: 'Other words.',
      published: intent === 'post',
    });
  },
);

test('a change that was taken back, but had arrived, is no conflict with what is saved instead', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  browser.isAnswered = false;
  replaceIn(session, 'Two.', 'Two, first.');
  session.save('post');
  await reach(session, 'offline');
  session.takeBack();
  replaceIn(session, 'Two, first.', 'Two, second.');
  browser.isAnswered = true;
  session.save('post');
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toBe('One.\n\nTwo, second.\n\nThree.');
});

test('two devices that create the same draft apart from each other make one post', async () => {
  const first = await createBrowser();
  const second = await createBrowser();
  const slug = newSlug();
  first.isOnline = false;
  second.isOnline = false;
  const session = await createAndEnd(first, slug);
  await session.close();
  await sendTo(second, first, new Set());
  const there = await second.create(session.getState().documentId);
  there.save('post');
  await reach(there, 'offline');
  await there.close();
  first.isOnline = true;
  second.isOnline = true;
  expect(await send(first)).toMatchObject([{ report: { kind: 'saved' } }]);
  expect(await send(second)).toMatchObject([{ report: { kind: 'saved' } }]);
  expect(await postsOf(first, slug)).toHaveLength(1);
  expect(await waitingIn(second)).toEqual([]);
});

test('a save whose time to go live has passed meanwhile is asked about, not sent', async () => {
  const browser = await createBrowser();
  const slug = newSlug();
  browser.isOnline = false;
  const session = await browser.create();
  const at = new Date(browser.clock.now() + 60_000).toISOString();
  session.setValues({ title: 'At nine', slug, excerpt: 'E', content: 'Words.', published: true, publishedAt: at });
  session.save('post');
  await reach(session, 'offline');
  await browser.clock.pass(120_000);
  browser.isOnline = true;
  session.online();
  expect(session.getState()).toMatchObject({ overdue: at, save: { kind: 'offline' } });
  // The owner chooses another time: the first request is never sent.
  const later = new Date(browser.clock.now() + 3_600_000).toISOString();
  session.setValues({ publishedAt: later });
  session.save('post');
  await reach(session, 'saved');
  expect(await postsOf(browser, slug)).toMatchObject([{ publishedAt: later }]);
});

import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { listPosts, updatePost } from '#shared/contract/posts.ts';
import { readValues } from '#shared/workspace/post-draft.ts';
import { discardStored } from './draft-bin.ts';
import { unsavedDrafts } from './local-drafts.ts';
import { type SentSave, sendWaiting } from './send-waiting.ts';
import { contentOf, reach, replaceIn, type TestBrowser } from './test-browser.ts';
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
/** The program starts again. */
async function send(browser: TestBrowser): Promise<SentSave[]> {
  browser.kill();
  const sent: SentSave[] = [];
  await sendWaiting(browser.ports, (save) => sent.push(save));
  return sent;
}
/** A new post that was told to be created, whose program ends before it is answered. */
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
  expect(await sendWaiting(browser.ports, () => undefined)).toBe(1);
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
  // It is not tried again behind the owner's back.
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
  for (const { document } of await unsavedDrafts(store)) {
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

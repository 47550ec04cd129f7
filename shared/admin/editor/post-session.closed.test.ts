import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { openDocumentChannel, WAITING_CHANGED } from '../document-channel.ts';
import { unsavedDrafts } from './local-drafts.ts';
import { sendWaitingSave } from './send-waiting.ts';
import type { PostSession } from './session-states.ts';
import { contentOf, reach, replaceIn, type TestBrowser } from './test-browser.ts';
import { withFormServer } from './test-form-server.ts';
import { createWaitingSaves } from './waiting-saves.ts';

// A form that is closed before its save is answered, against the real server over HTTP.

const { createBrowser, newPost } = withFormServer(createTestApp);

let made = 0;
const newSlug = () => `closed-${++made}`;
const waitingIn = ({ store }: TestBrowser) => createWaitingSaves(store).all();

/** Saves, calls `meanwhile`, and closes the form; returns the function that lets the answer arrive. */
async function saveAndClose(browser: TestBrowser, session: PostSession, meanwhile = () => {}): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  browser.answersWhen = promise;
  session.save('post');
  browser.answersWhen = Promise.resolve();
  meanwhile();
  await session.close();
  return resolve;
}
async function createAndClose(browser: TestBrowser, meanwhile?: (session: PostSession) => void) {
  const slug = newSlug();
  const session = await browser.create();
  session.setValues({ title: 'Closed', slug, excerpt: 'E', content: 'Words.' });
  const answer = await saveAndClose(browser, session, () => meanwhile?.(session));
  const stored = async () => (await browser.api.list(listPosts, { query: { slug } })).items[0]?.id;
  await expect.poll(stored).toBeDefined();
  return { session, answer, id: (await stored()) ?? 0 };
}

test('a post that was made is free, also where the answer comes after its form has gone', async () => {
  const browser = await createBrowser();
  const { session, answer, id } = await createAndClose(browser);
  answer();
  await reach(session, 'saved');
  await expect.poll(() => waitingIn(browser)).toEqual(new Map());
  expect([...browser.held]).toEqual([]);

  const again = await browser.edit(id);
  expect(again.getState().save.kind).toBe('saved');
  replaceIn(again, 'Words.', 'Words. And more.');
  again.save('post');
  await reach(again, 'saved');
  expect((await browser.current(id)).values.content).toBe('Words. And more.');
});

test('what is typed into a post that was made, before its form had the answer, is saved', async () => {
  const browser = await createBrowser();
  const { session, answer, id } = await createAndClose(browser);
  const again = await browser.edit(id);
  replaceIn(again, 'Words.', 'Words. And more.');
  again.save('post');
  answer();
  await reach(session, 'saved');
  await reach(again, 'saved');
  await again.close();
  expect((await browser.current(id)).values.content).toBe('Words. And more.');
  await expect.poll(() => waitingIn(browser)).toEqual(new Map());
  await expect.poll(() => unsavedDrafts(browser.store)).toEqual([]);
});

test('what was typed after a save is an edit of the post it made, also where the form had gone before the answer', async () => {
  const browser = await createBrowser();
  const { session, answer, id } = await createAndClose(browser, (open) =>
    replaceIn(open, 'Words.', 'Words. And more.'),
  );
  answer();
  await reach(session, 'editing');
  await expect.poll(() => unsavedDrafts(browser.store)).toMatchObject([{ postId: id }]);
  browser.kill();
  const again = await browser.edit(id);
  expect(contentOf(again)).toBe('Words. And more.');
  again.save('post');
  await reach(again, 'saved');
  expect((await browser.current(id)).values.content).toBe('Words. And more.');
});

/** Lets the answer arrive, and waits until the queue hears of it. */
async function answerToQueue({ ports }: TestBrowser, answer: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const channel = openDocumentChannel(ports.openChannel);
  channel.listen(({ id }) => id === WAITING_CHANGED.id && resolve());
  answer();
  await promise;
  channel.close();
}

test('what was saved once more before the answer is sent by the queue where the form had gone', async () => {
  const browser = await createBrowser();
  const { session, answer, id } = await createAndClose(browser, (open) => {
    replaceIn(open, 'Words.', 'Words. And more.');
    open.save('post');
  });
  await answerToQueue(browser, answer);
  expect((await browser.current(id)).values.content).toBe('Words.');
  expect(await sendWaitingSave(browser.ports, session.getState().documentId, () => undefined)).toBe('done');
  expect((await browser.current(id)).values.content).toBe('Words. And more.');
  expect(await waitingIn(browser)).toEqual(new Map());
  expect(await unsavedDrafts(browser.store)).toEqual([]);
});

test('what another device has saved is left to the queue to merge where the form had gone before that was known', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  const content = 'One.\n\nTwo.\n\nThree, theirs.';
  await browser.api.call(updatePost, { params: { id }, body: { content } });
  replaceIn(session, 'One.', 'One, mine.');
  const answer = await saveAndClose(browser, session);
  await answerToQueue(browser, answer);
  expect((await browser.current(id)).values.content).toBe(content);

  const { documentId } = session.getState();
  expect(await sendWaitingSave(browser.ports, documentId, () => undefined)).toBe('done');
  expect((await browser.current(id)).values.content).toBe('One, mine.\n\nTwo.\n\nThree, theirs.');
  expect(await waitingIn(browser)).toEqual(new Map());
  expect(await unsavedDrafts(browser.store)).toEqual([]);
});

import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { getPublicationLetter } from '#shared/contract/letters/letters.ts';
import { giveValues, newDraftId, openNewDraft } from '#shared/workspace/post-draft.ts';
import { TYPED_DELAY_MS } from '../documents/open-document.ts';
import { unsavedDrafts } from './local-drafts.ts';
import { contentOf, reach, replaceIn } from './test-browser.ts';
import { content, withFormServer } from './test-form-server.ts';

// A post form against the real server, over HTTP.

const { createBrowser, newPost } = withFormServer(createTestApp);

test('what was typed and not saved is there again after a crash, with a way back', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const before = await browser.edit(id);
  expect(before.getState()).toMatchObject({ isUnsaved: false, restored: null, save: { kind: 'saved' } });
  replaceIn(before, 'Two.', 'Two, typed.');
  expect(before.leaveWarning()).toBe('unsaved');
  await browser.clock.pass(TYPED_DELAY_MS);
  replaceIn(before, 'Three.', 'Three, lost.');
  browser.kill();

  const after = await browser.edit(id);
  expect(contentOf(after)).toBe('One.\n\nTwo, typed.\n\nThree.');
  expect(after.getState()).toMatchObject({ isUnsaved: true, restored: { isStale: false }, save: { kind: 'editing' } });
  after.discard(await browser.current(id));
  expect(contentOf(after)).toBe(content);
  expect(after.getState()).toMatchObject({ isUnsaved: false, restored: null, save: { kind: 'saved' } });
  await after.close();
  expect(await unsavedDrafts(browser.store)).toEqual([]);
  expect((await browser.edit(id)).getState().restored).toBeNull();
});

test('a draft of which a part is broken opens as far as it can be read, says so, and loses nothing of it', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const before = await browser.edit(id);
  replaceIn(before, 'Two.', 'Two, typed.');
  await browser.clock.pass(TYPED_DELAY_MS);
  const { documentId } = before.getState();
  const broken = new Uint8Array([255, 255, 255, 255]);
  await browser.store.append({ id: documentId, kind: 'draft' }, broken);
  browser.kill();

  const after = await browser.edit(id);
  expect(contentOf(after)).toBe('One.\n\nTwo, typed.\n\nThree.');
  expect(after.getState()).toMatchObject({ isPartUnread: true, isUnsaved: true });
  replaceIn(after, 'Three.', 'Three, typed.');
  await browser.clock.pass(TYPED_DELAY_MS);
  expect(await unsavedDrafts(browser.store)).toHaveLength(1);
  expect(await browser.store.load(documentId)).toContainEqual(broken);
  await after.close();
});

test('giving up what was typed can be undone', async () => {
  const browser = await createBrowser();
  const session = await browser.edit(await newPost());
  replaceIn(session, 'Two.', 'Two, typed.');
  const { base } = session.getState().save;
  session.discard({
    id: base?.postId ?? 0,
    version: base?.baseVersion ?? 0,
    values: base?.baseText ?? session.getState().values,
  });
  expect(session.undo()).toBe(true);
  expect(contentOf(session)).toContain('Two, typed.');
  expect(session.getState()).toMatchObject({ isUnsaved: true, save: { kind: 'editing' } });
});

test('a save takes the draft off this computer, and typing goes on from the new version', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'One.', 'One!');
  session.save('post');
  expect(session.getState().save.kind).toBe('saving');
  await reach(session, 'saved');
  expect(browser.reports).toMatchObject([{ kind: 'saved', intent: 'post', isNew: false, isMerged: false }]);
  await session.flush();
  expect(await unsavedDrafts(browser.store)).toEqual([]);
  replaceIn(session, 'Two.', 'Two!');
  session.save('post');
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toBe('One!\n\nTwo!\n\nThree.');
});

test('what is typed while a save is on its way is neither lost nor taken for saved', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'One.', 'One!');
  session.save('post');
  replaceIn(session, 'Two.', 'Two!');
  await reach(session, 'editing');
  expect(contentOf(session)).toBe('One!\n\nTwo!\n\nThree.');
  expect(session.getState().isUnsaved).toBe(true);
  await browser.clock.pass(1000);
  browser.kill();
  expect(contentOf(await browser.edit(id))).toBe('One!\n\nTwo!\n\nThree.');
});

test('a new post is made once, although the first answer was lost', async () => {
  const browser = await createBrowser();
  const session = await browser.create();
  session.setValues({ title: 'Made once', slug: 'made-once', excerpt: 'E', categoryId: 2 });
  session.setText('content', 'Text.', 5);
  browser.isAnswered = false;
  session.save('post');
  await reach(session, 'offline');
  session.setText('content', 'Text, and more.', 15);
  browser.isAnswered = true;
  session.online();
  await reach(session, 'editing');
  session.save('post');
  await reach(session, 'saved');
  const { base } = session.getState().save;
  expect((await browser.current(base?.postId ?? 0)).values).toMatchObject({
    slug: 'made-once',
    content: 'Text, and more.',
  });
  expect(browser.reports).toMatchObject([
    { kind: 'offline' },
    { kind: 'saved', isNew: true },
    { kind: 'saved', isNew: false },
  ]);
});

test('a draft needs a title only, and shows what the server filled in', async () => {
  const browser = await createBrowser();
  const session = await browser.create();
  session.setValues({ title: 'A thought of mine' });
  session.save('draft');
  await reach(session, 'saved');
  expect(session.getState().values).toMatchObject({ published: false, title: 'A thought of mine' });
  expect(session.getState().values.slug).not.toBe('');
  expect(session.undo()).toBe(true);
  expect(session.getState().values.title).toBe('');
});

test('a new post is empty, however many were never saved; each of those is there again when it is asked for', async () => {
  const browser = await createBrowser();
  const ids: string[] = [];
  for (const title of ['Unfinished', 'Unfinished too']) {
    const session = await browser.create();
    expect(session.getState()).toMatchObject({ values: { title: '' }, isUnsaved: false, restored: null });
    session.setText('title', title);
    ids.push(session.getState().documentId);
    await session.close();
  }
  const [first] = ids;
  expect(new Set(ids).size).toBe(2);
  const again = await browser.create(first);
  expect(again.getState()).toMatchObject({ documentId: first, values: { title: 'Unfinished' }, isUnsaved: true });
  expect(again.getState().restored).not.toBeNull();
  // A second tab shows the draft, and does not write to it.
  expect((await browser.create(first)).getState()).toMatchObject({
    values: { title: 'Unfinished' },
    save: { kind: 'locked' },
  });
});

test('the address of a draft that has become a post leads to an empty form, not to its words', async () => {
  const browser = await createBrowser();
  const session = await browser.create();
  const { documentId } = session.getState();
  session.setText('title', 'Saved by now');
  session.save('draft');
  await reach(session, 'saved');
  await session.close();
  const again = await browser.create(documentId);
  expect(again.getState()).toMatchObject({ values: { title: '' }, isUnsaved: false });
  expect(again.getState().documentId).not.toBe(documentId);
});

test('a draft that says what a file gave has nothing to bring back before something is typed in it', async () => {
  const browser = await createBrowser();
  const given = openNewDraft(newDraftId('given'));
  giveValues(given, { title: 'Tea', content: 'Hot water.' });
  await browser.store.append(given, given.encode());
  const asked = await browser.create(given.id);
  expect(asked.getState()).toMatchObject({ values: { title: 'Tea' }, isUnsaved: true, restored: { isGiven: true } });
  await asked.close();

  const first = await browser.create(given.id);
  replaceIn(first, 'Hot', 'Very hot');
  await first.close();
  const again = await browser.create(given.id);
  expect(again.getState()).toMatchObject({ values: { content: 'Very hot water.' }, restored: { isGiven: false } });
});

test('without a network the words are kept, and the save goes on when it is back', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  browser.isOnline = false;
  replaceIn(session, 'One.', 'One!');
  session.save('post');
  await reach(session, 'offline');
  expect(session.leaveWarning()).toBe('unsaved');
  browser.isOnline = true;
  session.online();
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toContain('One!');
});

test('a session that is gone asks for a sign-in over the form, and the save goes on', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'One.', 'One!');
  const { cookie } = browser;
  browser.cookie = '';
  session.save('post');
  await reach(session, 'signed-out');
  expect(contentOf(session)).toContain('One!');
  browser.cookie = cookie;
  session.signedIn();
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toContain('One!');
});

test('a refusal shows its reason, and the words stay', async () => {
  const browser = await createBrowser();
  await newPost('taken-slug');
  const session = await browser.edit(await newPost());
  session.setValues({ slug: 'taken-slug' });
  session.save('post');
  await reach(session, 'editing');
  expect(session.getState().save).toMatchObject({ fault: { code: 'slug_taken' } });
  expect(browser.reports).toMatchObject([{ kind: 'refused', fault: { code: 'slug_taken' } }]);
});

test('a computer that keeps nothing is said to, and the form works all the same', async () => {
  const browser = await createBrowser();
  browser.store.fail(new Error('No storage'));
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'One.', 'One!');
  await browser.clock.pass(TYPED_DELAY_MS);
  expect(session.getState().journal).toMatchObject({ kind: 'not-kept', reason: 'No storage' });
  session.save('post');
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toContain('One!');
});

test('that no letter is sent of a new post is kept with its draft, and goes with the save that makes it', async () => {
  const browser = await createBrowser();
  const before = await browser.create();
  expect(before.getState().isLetterHeld).toBe(false);
  before.setValues({ title: 'Held', slug: 'held-letter', excerpt: 'E', content: 'Words.', published: false });
  before.holdLetter(true);
  await browser.clock.pass(TYPED_DELAY_MS);
  browser.kill();

  const after = await browser.create(before.getState().documentId);
  expect(after.getState()).toMatchObject({ isLetterHeld: true, isUnsaved: true });
  after.save('post');
  await reach(after, 'saved');
  const postId = after.getState().save.base?.postId ?? 0;
  expect((await browser.api.call(getPublicationLetter, { query: { postId } })).isHeld).toBe(true);
  const other = await browser.create();
  other.holdLetter(true);
  other.holdLetter(false);
  other.setValues({ title: 'Sent', slug: 'sent-letter', excerpt: 'E', content: 'Words.', published: false });
  other.save('draft');
  await reach(other, 'saved');
  const query = { postId: other.getState().save.base?.postId ?? 0 };
  expect((await browser.api.call(getPublicationLetter, { query })).isHeld).toBe(false);
});

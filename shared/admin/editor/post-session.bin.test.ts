import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { readValues, workingCopyOf } from '#shared/workspace/post-draft.ts';
import { discardStored, takeOutOfBin } from './draft-bin.ts';
import { loadDraft, localDrafts } from './local-drafts.ts';
import { contentOf, reach, replaceIn, sendTo, type TestBrowser } from './test-browser.ts';
import { withFormServer } from './test-form-server.ts';

// Discarded drafts, and how they come back, against the real server for posts.

const { createBrowser, newPost } = withFormServer(createTestApp);

const unsavedOf = async ({ store }: TestBrowser) => (await localDrafts(store)).unsaved;
const binOf = async ({ store }: TestBrowser) => (await localDrafts(store)).binned;

test('a new post that is discarded lies in the bin, and is the same form again once it is taken out', async () => {
  const browser = await createBrowser();
  const session = await browser.create();
  session.setValues({ title: 'Half a thought', metaTitle: 'M' });
  const id = session.discard(null) ?? '';
  expect(id).toBe(session.getState().documentId);
  expect(session.getState()).toMatchObject({ isUnsaved: false, save: { kind: 'saved' } });
  expect(session.leaveWarning()).toBeNull();
  await session.close();
  expect(await unsavedOf(browser)).toEqual([]);
  expect((await binOf(browser)).map((draft) => draft.id)).toEqual([id]);

  await takeOutOfBin(browser.ports, id);
  expect(await binOf(browser)).toEqual([]);
  expect((await browser.create(id)).getState().values).toMatchObject({ title: 'Half a thought', metaTitle: 'M' });
});

test('changes to a post that are discarded lie in the bin, whatever is typed into the post after', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'Two.', 'Two, discarded.');
  const binned = session.discard(await browser.current(id)) ?? '';
  expect(contentOf(session)).toBe('One.\n\nTwo.\n\nThree.');
  replaceIn(session, 'One.', 'One, saved.');
  session.save('post');
  await reach(session, 'saved');
  await session.close();

  const [kept, ...others] = await binOf(browser);
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ id: binned, postId: id });
  await takeOutOfBin(browser.ports, binned);
  const again = await browser.edit(id);
  expect(contentOf(again)).toContain('Two, discarded.');
  expect(again.getState()).toMatchObject({ documentId: binned, restored: { isStale: true } });
  again.save('post');
  await reach(again, 'saved');
  expect((await browser.current(id)).values.content).toBe('One, saved.\n\nTwo, discarded.\n\nThree.');
});

test('a form without a word of its own puts nothing into the bin', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  expect(session.discard(await browser.current(id))).toBeNull();
  await session.close();
  expect(await binOf(browser)).toEqual([]);
});

test('a draft is discarded from the list as from its form', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const [fresh, changed] = [await browser.create(), await browser.edit(id)];
  fresh.setText('title', 'Never saved');
  replaceIn(changed, 'Two.', 'Two, typed.');
  for (const session of [fresh, changed]) await session.close();
  const { clock, store, ports } = browser;
  for (const draft of await unsavedOf(browser)) {
    const document = await loadDraft(store, draft.id);
    await discardStored({ store, clock, openChannel: ports.openChannel, unique: ports.unique }, document);
  }
  expect(await unsavedOf(browser)).toEqual([]);
  const binned = (await binOf(browser)).map((draft) => loadDraft(store, draft.id));
  const bin = (await Promise.all(binned)).map(readValues);
  expect(bin.map(({ title }) => title).sort()).toEqual(['Never saved', 'Post']);
  expect(bin.map(({ content }) => content)).toContain('One.\n\nTwo, typed.\n\nThree.');
});

async function devices() {
  const [here, there] = [await createBrowser(), await createBrowser()];
  const sent = { here: new Set<string>(), there: new Set<string>() };
  return {
    here,
    there,
    async pass() {
      for (const { clock } of [here, there]) await clock.pass(1000);
      await sendTo(there, here, sent.here);
      await sendTo(here, there, sent.there);
    },
  };
}

test('a new post discarded on one device stays in the form that is open on the other, and is back with its next word', async () => {
  const { here, there, pass } = await devices();
  const mine = await here.create();
  mine.setText('title', 'On both');
  await pass();
  const theirs = await there.create(mine.getState().documentId);
  mine.discard(null);
  await mine.close();
  await pass();
  await expect.poll(() => theirs.getState().foreignAction).toBe('discarded');
  expect(theirs.getState()).toMatchObject({ values: { title: 'On both' }, isUnsaved: false, save: { kind: 'saved' } });
  expect(await binOf(there)).toHaveLength(1);

  theirs.setText('title', 'On both!');
  theirs.setText('title', 'On both');
  expect(theirs.getState().save.kind).toBe('editing');
  await theirs.flush();
  await pass();
  for (const device of [here, there]) {
    expect(await binOf(device)).toEqual([]);
    expect((await unsavedOf(device)).map(({ name }) => name)).toEqual(['On both']);
  }
});

test('words that were typed on a device the discarder had not heard of are not discarded', async () => {
  const { here, there, pass } = await devices();
  const mine = await here.create();
  mine.setText('title', 'Discarded here');
  await pass();
  const theirs = await there.create(mine.getState().documentId);
  theirs.setText('excerpt', 'Typed there meanwhile');
  mine.discard(null);
  await mine.close();
  await pass();
  expect(theirs.getState()).toMatchObject({ foreignAction: null, isUnsaved: true });
  for (const device of [here, there]) {
    expect(await binOf(device)).toEqual([]);
    const [kept] = await unsavedOf(device);
    const document = await loadDraft(device.store, kept?.id ?? '');
    expect(readValues(document)).toMatchObject({
      title: 'Discarded here',
      excerpt: 'Typed there meanwhile',
    });
    expect(workingCopyOf(document)).toBeNull();
  }
});

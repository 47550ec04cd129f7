import { describe, expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { TYPED_DELAY_MS } from '../documents/open-document.ts';
import { unsavedDrafts } from './local-drafts.ts';
import type { PostSession } from './session-states.ts';
import { contentOf, reach, replaceIn, sendTo, type TestBrowser } from './test-browser.ts';
import { content, withFormServer } from './test-form-server.ts';

// One draft that is open on two devices, which exchange their changes, against the real server for posts.

const { createBrowser, newPost } = withFormServer(createTestApp);

/** Makes two devices; `toThere` and `toHere` write what was typed on one to its disk and carry it to the other. */
async function devices() {
  const [here, there] = [await createBrowser(), await createBrowser()];
  const sent = new Map([
    [here, new Set<string>()],
    [there, new Set<string>()],
  ]);
  const carry = async (from: TestBrowser, to: TestBrowser) => {
    await from.clock.pass(TYPED_DELAY_MS);
    await sendTo(to, from, sent.get(from) ?? new Set());
  };
  return { here, there, toThere: () => carry(here, there), toHere: () => carry(there, here) };
}

async function bothOn(id: number) {
  const pair = await devices();
  return { ...pair, mine: await pair.here.edit(id), theirs: await pair.there.edit(id) };
}

/** Saves, and waits for the answer and for the draft to be removed. */
async function save(session: PostSession): Promise<void> {
  session.save('post');
  await reach(session, 'saved');
  await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a draft open on two devices', () => {
  test('shows on each what is typed on the other, and loses neither', async () => {
    const { mine, theirs, toThere, toHere } = await bothOn(await newPost());
    replaceIn(mine, 'One.', 'One, mine.');
    await toThere();
    expect(contentOf(theirs)).toBe('One, mine.\n\nTwo.\n\nThree.');
    expect(theirs.getState()).toMatchObject({ isUnsaved: true, isOthers: true, save: { kind: 'editing' } });
    // Words from another device are safe on that device.
    expect(theirs.leaveWarning()).toBeNull();
    replaceIn(theirs, 'Three.', 'Three, theirs.');
    expect(theirs.getState().isOthers).toBe(false);
    expect(theirs.leaveWarning()).toBe('unsaved');
    replaceIn(mine, 'Two.', 'Two, mine.');
    await toHere();
    await toThere();
    expect(contentOf(mine)).toBe('One, mine.\n\nTwo, mine.\n\nThree, theirs.');
    expect(contentOf(theirs)).toBe(contentOf(mine));
  });

  test('is saved on both when it is saved on one', async () => {
    const id = await newPost();
    const { here, mine, theirs, there, toThere, toHere } = await bothOn(id);
    replaceIn(mine, 'One.', 'One, mine.');
    await toThere();
    replaceIn(theirs, 'Three.', 'Three, theirs.');
    await toHere();
    await save(mine);
    await toThere();
    expect(theirs.getState()).toMatchObject({ isUnsaved: false, foreignAction: 'saved', save: { kind: 'saved' } });
    expect(theirs.getState().save.base?.baseVersion).toBe((await here.current(id)).version);
    expect(await unsavedDrafts(there.store)).toEqual([]);
    theirs.dismissForeignAction();
    expect(theirs.getState().foreignAction).toBeNull();
    // The next save is based on the new version, and nothing is asked.
    replaceIn(theirs, 'Two.', 'Two, theirs.');
    await save(theirs);
    expect((await here.current(id)).values.content).toBe('One, mine.\n\nTwo, theirs.\n\nThree, theirs.');
    expect(there.reports).toMatchObject([{ kind: 'saved', isMerged: false }]);
  });

  test('keeps what the saver had not seen', async () => {
    const id = await newPost();
    const { mine, theirs, there, toThere, here } = await bothOn(id);
    replaceIn(mine, 'One.', 'One, mine.');
    await toThere();
    replaceIn(theirs, 'Three.', 'Three, unseen.');
    await save(mine);
    await toThere();
    expect(contentOf(theirs)).toBe('One, mine.\n\nTwo.\n\nThree, unseen.');
    expect(theirs.getState()).toMatchObject({ isUnsaved: true, foreignAction: 'saved', save: { kind: 'editing' } });
    await there.clock.pass(TYPED_DELAY_MS);
    expect(await unsavedDrafts(there.store)).toHaveLength(1);
    // One step leads to the saved version, which is the server's.
    await theirs.discardForNewest();
    expect(theirs.getState().values).toEqual((await here.current(id)).values);
    expect(theirs.getState().foreignAction).toBeNull();
  });

  test('is given up on both when it is given up on one, except for what was typed meanwhile', async () => {
    const id = await newPost();
    const { here, mine, theirs, there, toThere, toHere } = await bothOn(id);
    replaceIn(mine, 'One.', 'One, mine.');
    await toThere();
    mine.discard(await here.current(id));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await toThere();
    expect(contentOf(theirs)).toBe(content);
    expect(theirs.getState()).toMatchObject({ foreignAction: 'reverted', save: { kind: 'saved' } });
    replaceIn(theirs, 'Three.', 'Three, after all.');
    await there.clock.pass(TYPED_DELAY_MS);
    expect(await unsavedDrafts(there.store)).toHaveLength(1);
    await toHere();
    expect(contentOf(mine)).toBe('One.\n\nTwo.\n\nThree, after all.');
  });

  test('that was let go elsewhere with its words keeps them here, and is whole again with the next key', async () => {
    const id = await newPost();
    const { here, mine, theirs, there, toThere } = await bothOn(id);
    replaceIn(mine, 'One.', 'One, mine.');
    await toThere();
    // A save whose answer was lost: the server has it, and the draft is dropped at the next opening.
    here.isAnswered = false;
    mine.save('post');
    await reach(mine, 'offline');
    await mine.close();
    here.isAnswered = true;
    await here.edit(id);
    await toThere();
    expect(theirs.getState()).toMatchObject({ foreignAction: 'removed', isUnsaved: true });
    expect(contentOf(theirs)).toContain('One, mine.');
    await there.store.purge(Number.MAX_SAFE_INTEGER);
    replaceIn(theirs, 'Two.', 'Two, theirs.');
    await there.clock.pass(TYPED_DELAY_MS);
    await theirs.close();
    there.kill();
    const again = await there.edit(id);
    expect(contentOf(again)).toBe('One, mine.\n\nTwo, theirs.\n\nThree.');
  });
});

test('a form without a word of its own goes on with the draft that another device writes', async () => {
  const { here, there, toThere } = await devices();
  const id = await newPost();
  const mine = await here.edit(id);
  // A save on the other device has made another version, whose working copy has another name.
  await here.api.call(updatePost, { params: { id }, body: { metaTitle: 'Newer' } });
  const idle = await there.edit(id);
  replaceIn(mine, 'One.', 'One, begun there.');
  await toThere();
  await expect.poll(() => contentOf(idle)).toContain('begun there');
  expect(idle.getState()).toMatchObject({ documentId: mine.getState().documentId, isOthers: true, isUnsaved: true });
});

test('the form of a new post stays its own, whatever new post is begun on another device', async () => {
  const { here, there, toThere } = await devices();
  const idle = await there.create();
  const mine = await here.create();
  mine.setText('title', 'Begun there');
  await toThere();
  const next = await there.create();
  for (const { getState } of [idle, next]) {
    expect(getState().documentId).not.toBe(mine.getState().documentId);
    expect(getState()).toMatchObject({ values: { title: '' }, isUnsaved: false, restored: null });
  }
});

test('a new draft that became a post elsewhere is that post here', async () => {
  const { here, there, toThere } = await devices();
  const mine = await here.create();
  mine.setText('title', 'A new one');
  await toThere();
  const theirs = await there.create(mine.getState().documentId);
  expect(theirs.getState().documentId).toBe(mine.getState().documentId);
  mine.save('draft');
  await reach(mine, 'saved');
  await new Promise((resolve) => setTimeout(resolve, 5));
  await toThere();
  expect(theirs.getState().foreignAction).toBe('saved');
  expect(theirs.getState().save.base?.postId).toBe(mine.getState().save.base?.postId);
  expect(there.held.has(`ninefold:post:${mine.getState().save.base?.postId}`)).toBe(true);
});

test('while text is composed, what comes from elsewhere waits', async () => {
  const { mine, theirs, toThere } = await bothOn(await newPost());
  theirs.setComposing(true);
  replaceIn(mine, 'One.', 'One, mine.');
  await toThere();
  expect(contentOf(theirs)).toBe(content);
  replaceIn(theirs, 'Two.', 'Two, 作.');
  theirs.setComposing(false);
  await expect.poll(() => contentOf(theirs)).toBe('One, mine.\n\nTwo, 作.\n\nThree.');
});

test('undo takes back what was typed here, and nothing of another device', async () => {
  const { mine, theirs, toThere } = await bothOn(await newPost());
  replaceIn(theirs, 'Three.', 'Three, theirs.');
  replaceIn(mine, 'One.', 'One, mine.');
  await toThere();
  expect(theirs.undo()).toBe(true);
  expect(contentOf(theirs)).toBe('One, mine.\n\nTwo.\n\nThree.');
  expect(theirs.undo()).toBe(false);
});

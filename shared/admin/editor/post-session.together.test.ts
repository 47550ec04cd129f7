import { describe, expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { listPostRevisions } from '#shared/contract/posts/post-revisions.ts';
import { deletePost } from '#shared/contract/posts/posts-admin.ts';
import { contentOf, reach, replaceIn } from './test-browser.ts';
import { content, withFormServer } from './test-form-server.ts';

// Two post forms on one post, in two browsers or in two tabs of one, against the real server over HTTP.

const { createBrowser, newPost } = withFormServer(createTestApp);

describe('two browsers on one post', () => {
  async function both() {
    const id = await newPost();
    const [here, there] = [await createBrowser(), await createBrowser()];
    return { id, here, mine: await here.edit(id), there, theirs: await there.edit(id) };
  }
  async function history(id: number) {
    const { api, current } = await createBrowser();
    const revisions = await api.call(listPostRevisions, { params: { id } });
    return [(await current(id)).values.content, ...revisions.map((revision) => revision.content)];
  }

  test('edits in different blocks merge without a question', async () => {
    const { id, here, mine, theirs } = await both();
    replaceIn(theirs, 'Three.', 'Three, theirs.');
    theirs.setValues({ metaTitle: 'Theirs' });
    theirs.save('post');
    await reach(theirs, 'saved');
    replaceIn(mine, 'One.', 'One, mine.');
    mine.save('post');
    await reach(mine, 'saved');
    expect(contentOf(mine)).toBe('One, mine.\n\nTwo.\n\nThree, theirs.');
    expect(mine.getState().values.metaTitle).toBe('Theirs');
    expect((await here.current(id)).values).toMatchObject({ content: contentOf(mine), metaTitle: 'Theirs' });
    expect(here.reports).toMatchObject([{ kind: 'saved', isMerged: true }]);
  });

  test.each(['mine', 'theirs'] as const)(
    'edits in one block ask, and after "%s" every version can be reached',
    async (choice) => {
      const { id, mine, theirs } = await both();
      replaceIn(theirs, 'Two.', 'Two, theirs.');
      theirs.save('post');
      await reach(theirs, 'saved');
      replaceIn(mine, 'Two.', 'Two, mine.');
      mine.save('post');
      await reach(mine, 'conflict');
      mine.resolve(choice);
      await reach(mine, 'saved');
      const versions = await history(id);
      expect(versions[0]).toBe(`One.\n\nTwo, ${choice}.\n\nThree.`);
      expect(contentOf(mine)).toBe(versions[0]);
      for (const words of ['Two.', 'Two, mine.', 'Two, theirs.']) expect(versions.join('\n')).toContain(words);
    },
  );

  test('"both" puts both in the form for the owner to look at', async () => {
    const { id, here, mine, theirs } = await both();
    replaceIn(theirs, 'Two.', 'Two, theirs.');
    theirs.save('post');
    await reach(theirs, 'saved');
    replaceIn(mine, 'Two.', 'Two, mine.');
    mine.save('post');
    await reach(mine, 'conflict');
    mine.resolve('both');
    expect(contentOf(mine)).toBe('One.\n\nTwo, mine.\n\nTwo, theirs.\n\nThree.');
    expect(mine.getState()).toMatchObject({ isUnsaved: true, save: { kind: 'editing' } });
    mine.save('post');
    await reach(mine, 'saved');
    expect((await here.current(id)).values.content).toBe(contentOf(mine));
  });

  test('a draft that comes back after the post has moved on says so, and merges at its save', async () => {
    const { id, here, mine, theirs } = await both();
    replaceIn(mine, 'One.', 'One, mine.');
    await mine.flush();
    here.kill();
    replaceIn(theirs, 'Three.', 'Three, theirs.');
    theirs.save('post');
    await reach(theirs, 'saved');
    const again = await here.edit(id);
    expect(again.getState().restored).toMatchObject({ isStale: true });
    again.save('post');
    await reach(again, 'saved');
    expect(contentOf(again)).toBe('One, mine.\n\nTwo.\n\nThree, theirs.');
  });

  test('a post deleted by the other can be saved as a new one', async () => {
    const { mine, here, id } = await both();
    replaceIn(mine, 'One.', 'One, mine.');
    await here.api.call(deletePost, { params: { id } });
    mine.save('post');
    await reach(mine, 'gone');
    mine.setValues({ slug: `again-${id}` });
    mine.saveAsNew();
    await reach(mine, 'saved');
    const { base } = mine.getState().save;
    expect(base?.postId).not.toBe(id);
    expect((await here.current(base?.postId ?? 0)).values.content).toContain('One, mine.');
  });
});

describe('two tabs of one browser on one post', () => {
  test('the second says so and writes nothing; when the first closes, it goes on with what that wrote', async () => {
    const browser = await createBrowser();
    const id = await newPost();
    const first = await browser.edit(id);
    const second = await browser.edit(id);
    expect(second.getState().save.kind).toBe('locked');
    second.setText('content', 'Overwritten');
    second.save('post');
    expect(contentOf(second)).toBe(content);
    replaceIn(first, 'One.', 'One, first tab.');
    first.save('post');
    await reach(first, 'saved');
    replaceIn(first, 'Two.', 'Two, first tab.');
    await first.close();
    await browser.clock.pass(3000);
    await reach(second, 'editing');
    expect(contentOf(second)).toBe('One, first tab.\n\nTwo, first tab.\n\nThree.');
    second.save('post');
    await reach(second, 'saved');
    expect((await browser.current(id)).values.content).toBe(contentOf(second));
  });

  test('the second takes over without a network as well, on the version it was opened with', async () => {
    const browser = await createBrowser();
    const id = await newPost();
    const first = await browser.edit(id);
    const second = await browser.edit(id);
    replaceIn(first, 'Two.', 'Two, first tab.');
    await first.close();
    browser.isOnline = false;
    await browser.clock.pass(3000);
    await reach(second, 'editing');
    expect(contentOf(second)).toContain('Two, first tab.');
    expect(second.getState().save.base).toMatchObject({ postId: id });
  });

  test('what the first types is seen in the second, which can ask for the post: nothing typed or saved is lost', async () => {
    const browser = await createBrowser();
    const id = await newPost();
    const first = await browser.edit(id);
    const second = await browser.edit(id);
    replaceIn(first, 'One.', 'One, first tab.');
    await browser.clock.pass(1000);
    await expect.poll(() => contentOf(second)).toBe('One, first tab.\n\nTwo.\n\nThree.');
    replaceIn(first, 'Two.', 'Two, not written yet.');
    second.takeOver();
    expect(second.getState().handover).toBe('asked');
    await reach(first, 'locked');
    first.setText('content', 'Too late');
    await expect
      .poll(async () => {
        await browser.clock.pass(100);
        return second.getState().save.kind;
      })
      .toBe('editing');
    expect(second.getState().handover).toBe('not-asked');
    expect(contentOf(second)).toBe('One, first tab.\n\nTwo, not written yet.\n\nThree.');
    second.save('post');
    await reach(second, 'saved');
    await expect.poll(() => contentOf(first)).toBe(contentOf(second));
    // The first tab takes the post back.
    first.takeOver();
    await reach(second, 'locked');
    await expect
      .poll(async () => {
        await browser.clock.pass(100);
        return first.getState().save.kind;
      })
      .toBe('saved');
    first.setText('content', 'Here again.');
    expect(contentOf(first)).toBe('Here again.');
  });

  test('a lock that is free a moment after it was let go of goes to the tab that asked', async () => {
    const browser = await createBrowser();
    const id = await newPost();
    const first = await browser.edit(id);
    const second = await browser.edit(id);
    browser.freesAfter = 300;
    second.takeOver();
    await reach(first, 'locked');
    await browser.clock.pass(5000);
    await reach(second, 'saved');
    expect(first.getState().save.kind).toBe('locked');
  });

  test('a tab that is asked while it saves hears the answer first', async () => {
    const browser = await createBrowser();
    const id = await newPost();
    const first = await browser.edit(id);
    const second = await browser.edit(id);
    replaceIn(first, 'One.', 'One, saved.');
    first.save('post');
    expect(first.getState().save.kind).toBe('saving');
    second.takeOver();
    await reach(first, 'locked');
    expect((await browser.current(id)).values.content).toContain('One, saved.');
    expect(browser.reports.map(({ kind }) => kind)).toEqual(['saved']);
  });

  test('a tab that does not answer is said to', async () => {
    const browser = await createBrowser();
    const id = await newPost();
    browser.held.add(`ninefold:post:${id}`);
    const second = await browser.edit(id);
    second.takeOver();
    await browser.clock.pass(6000);
    expect(second.getState()).toMatchObject({ handover: 'unanswered', save: { kind: 'locked' } });
  });

  test('a new post that was saved is held against a second tab as well', async () => {
    const browser = await createBrowser();
    const first = await browser.create();
    first.setValues({ title: 'Held', slug: 'held', excerpt: 'E' });
    first.setText('content', 'C');
    first.save('draft');
    await reach(first, 'saved');
    const second = await browser.edit(first.getState().save.base?.postId ?? 0);
    expect(second.getState().save.kind).toBe('locked');
  });
});

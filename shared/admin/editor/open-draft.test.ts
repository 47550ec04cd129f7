import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { TYPED_DELAY_MS } from '../documents/open-document.ts';
import { unsavedDrafts } from './local-drafts.ts';
import { openPostSession } from './post-session.ts';
import { sendSave } from './send-save.ts';
import { contentOf, createTestBrowser, reach, replaceIn, sendTo, type TestBrowser } from './test-browser.ts';
import { content } from './test-form-server.ts';

// How a form treats its working copies when the server's data went back in time, as after somebody put a copy of the
// data folder back by hand: numbers are given a second time, here even by the same database.

let app: TestApp;
let baseUrl: string;
const browsers: TestBrowser[] = [];
beforeAll(async () => {
  app = await createTestApp();
  baseUrl = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.closeAll();
});
afterAll(() => app.close());

async function createBrowser(): Promise<TestBrowser> {
  const browser = createTestBrowser(baseUrl, await app.signIn());
  browsers.push(browser);
  return browser;
}
const newPost = () => {
  const slug = `post-${Math.random().toString(36).slice(2)}`;
  return app.post({ title: 'Post', excerpt: 'E', content, slug });
};

/** Rewrites the post as another history of the site would have left it. */
function rewrite(id: number, columns: Record<string, string | number>): void {
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  const { sqlite } = app.database;
  sqlite.prepare(`update blog_posts set ${set.join(', ')} where id = ?`).run(...Object.values(columns), id);
}

/** Types words into a post at version 2 and does not save them. */
async function typed(browser: TestBrowser, id: number): Promise<void> {
  const session = await browser.edit(id);
  replaceIn(session, 'One.', 'One, saved.');
  session.save('post');
  await reach(session, 'saved');
  replaceIn(session, 'Two.', 'Two, typed.');
  await browser.clock.pass(TYPED_DELAY_MS);
  await session.close();
}

test('a working copy is stale when the post says something else, whatever the version is called', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  await typed(browser, id);
  rewrite(id, { content: 'One.\n\nTwo.\n\nThree, theirs.', version: 2 });
  const session = await browser.edit(id);
  expect(session.getState().restored).toMatchObject({ isStale: true });
  session.save('post');
  await reach(session, 'saved');
  // Both edits are in the post: the other one was not overwritten.
  expect((await browser.current(id)).values.content).toBe('One.\n\nTwo, typed.\n\nThree, theirs.');
});

test('a form that is open while the data goes back does not write over what it never saw', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'Two.', 'Two, mine.');
  rewrite(id, { content: 'One.\n\nTwo, theirs.\n\nThree.' });
  session.save('post');
  await reach(session, 'conflict');
  session.resolve('mine');
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toBe('One.\n\nTwo, mine.\n\nThree.');
});

test('words of a post never come up in another one that has its number by now', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  await typed(browser, id);
  rewrite(id, { title: 'Another', content: 'Of another post.', created_at: '2031-01-01T00:00:00.000Z' });
  const session = await browser.edit(id);
  expect(contentOf(session)).toBe('Of another post.');
  expect(session.getState()).toMatchObject({ restored: null, isUnsaved: false });
  // The words are a new post's draft, on every device alike.
  const [draft] = await unsavedDrafts(browser.store);
  expect(draft).toMatchObject({ postId: null });
  const other = await createBrowser();
  await sendTo(other, browser, new Set());
  const again = await other.create(draft?.id);
  expect(contentOf(again)).toContain('Two, typed.');
  expect(again.getState()).toMatchObject({ isUnsaved: true, restored: { isStale: false } });
});

test('a form whose number another post gets meanwhile is told so, and can be saved as a new post', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  replaceIn(session, 'Two.', 'Two, mine.');
  rewrite(id, { content: 'Of another post.', created_at: '2031-01-01T00:00:00.000Z' });
  session.save('post');
  await reach(session, 'gone');
  expect(session.getState().save).toMatchObject({ isReplaced: true });
  session.setValues({ slug: `mine-${id}` });
  session.saveAsNew();
  await reach(session, 'saved');
  expect((await browser.current(id)).values.content).toBe('Of another post.');
  expect(contentOf(session)).toBe('One.\n\nTwo, mine.\n\nThree.');
});

test('nothing is written into another site that answers at the address, and the words stay here', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const api = createApiClient({
    baseUrl,
    siteId: 'the site this page was loaded from',
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, cookie: browser.cookie } }),
  });
  browser.ports.send = (request) => sendSave(api, request);
  const session = await browser.edit(id);
  replaceIn(session, 'Two.', 'Two, mine.');
  session.save('post');
  await reach(session, 'editing');
  const message = expect.stringMatching(/^Another site answers at this address now\. Nothing was written/);
  expect(browser.reports).toMatchObject([{ kind: 'refused', fault: { code: 'other_site', message } }]);
  expect((await browser.current(id)).values.content).toBe(content);
  await session.close();
  expect(contentOf(await browser.edit(id))).toContain('Two, mine.');
});

test('a form that could not be opened holds nothing: it can be tried again', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const typed = await browser.edit(id);
  replaceIn(typed, 'One.', 'One, mine.');
  await typed.close();
  const post = await browser.current(id);
  const load = () => Promise.reject(new NotKeptError(new Error('The disk is gone')));
  const open = openPostSession({ ...browser.ports, store: { ...browser.store, load } }, { post });
  await expect(open).rejects.toBeInstanceOf(NotKeptError);
  expect([...browser.held]).toEqual([]);
  expect(contentOf(await browser.edit(id))).toContain('One, mine.');
});

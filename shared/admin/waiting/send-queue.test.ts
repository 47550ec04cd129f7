import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { ApiError } from '#shared/api-client/api-error.ts';
import { getPendingChange, keepPendingChange, publishPendingChange } from '#shared/contract/posts/pending.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { reach, replaceIn, type TestBrowser } from '../editor/test-browser.ts';
import { content, withFormServer } from '../editor/test-form-server.ts';
import { type AskedAction, doOrWait, WaitsError } from './do-or-wait.ts';
import { retried, takeBack } from './retry-and-take-back.ts';
import { type Sent, send, sendQueue, waitingItems } from './send-queue.ts';
import { createWaitingActions, type Publication } from './waiting-actions.ts';
import { describeItem } from './waiting-text.ts';

// The queue of calls that wait to be sent, against the real server over HTTP.

const { createBrowser, newPost } = withFormServer(createTestApp);

const portsOf = (browser: TestBrowser) => ({ ...browser.ports, uniqueId: browser.ports.unique, api: browser.api });
const queued = (browser: TestBrowser) => waitingItems(browser);
async function sendAll(browser: TestBrowser): Promise<Sent[]> {
  // The program starts again.
  browser.kill();
  const sent: Sent[] = [];
  await sendQueue(portsOf(browser), (one) => sent.push(one));
  return sent;
}
const publication = (postId: number, fields: Publication, before: Publication, version = 1): AskedAction => ({
  postId,
  title: 'Post',
  action: { type: 'change', version, fields, before },
});
const toDraft = (id: number) => publication(id, { published: false }, { published: true });
/** Does what a button does: the call is written down first. */
function press(browser: TestBrowser, asked: AskedAction) {
  const { postId: id, action } = asked;
  if (action.type !== 'change') throw new Error('No such button');
  const body = { ...action.fields, version: action.version };
  return doOrWait(portsOf(browser), asked, () => browser.api.call(updatePost, { params: { id }, body }));
}
const facts = (browser: TestBrowser) => ({
  now: browser.clock.now(),
  isOnline: true,
  isSignedIn: true,
  isBehind: false,
  hasPictures: false,
});

test('what is asked for without a network waits, and is done once after the next start', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  browser.isOnline = false;
  await expect(press(browser, toDraft(id))).rejects.toBeInstanceOf(WaitsError);
  expect(await sendAll(browser)).toEqual([]);
  expect(await queued(browser)).toMatchObject([{ type: 'action', postId: id, action: { fault: null } }]);
  browser.isOnline = true;
  const sent = await Promise.all([sendAll(browser), sendAll(browser)]);
  expect(sent.flat()).toMatchObject([{ type: 'action', isDone: true }]);
  expect(await browser.current(id)).toMatchObject({ version: 2, values: { published: false } });
  expect(await queued(browser)).toEqual([]);
});

test('a post moved to another time without a network goes there later, and is found there when the answer was lost', async () => {
  const browser = await createBrowser();
  const [waits, arrived] = [await newPost(), await newPost()];
  const move = async (id: number) => {
    const { published, publishedAt } = (await browser.current(id)).values;
    const at = '2099-01-02T09:00:00.000Z';
    return publication(id, { published: true, publishedAt: at }, { published, publishedAt });
  };
  const moves = [await move(waits), await move(arrived)] as const;
  browser.isOnline = false;
  await expect(press(browser, moves[0])).rejects.toBeInstanceOf(WaitsError);
  browser.isOnline = true;
  browser.isAnswered = false;
  await expect(press(browser, moves[1])).rejects.toBeInstanceOf(WaitsError);
  browser.isAnswered = true;
  const [first] = await queued(browser);
  expect(first && describeItem(first, facts(browser)).what).toMatch(/^Go live on \d+ Jan 2099/);
  expect(await sendAll(browser)).toMatchObject([{ isDone: true }, { isDone: true }]);
  for (const id of [waits, arrived]) {
    const { version, values } = await browser.current(id);
    expect([version, values.published, values.publishedAt]).toEqual([2, true, '2099-01-02T09:00:00.000Z']);
  }
});

test('what is pressed twice without a network waits once; what is asked for after it waits beside it', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  browser.isOnline = false;
  const back = publication(id, { published: true }, { published: false });
  for (const asked of [toDraft(id), toDraft(id), back, toDraft(id)]) {
    await expect(press(browser, asked)).rejects.toBeInstanceOf(WaitsError);
    await browser.clock.pass(1);
  }
  const fields = (await queued(browser)).map((item) => item.type === 'action' && item.action.action);
  expect(fields).toMatchObject([
    { fields: { published: false } },
    { fields: { published: true } },
    { fields: { published: false } },
  ]);
});

test('what arrived, and whose answer was lost, is done once', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  browser.isAnswered = false;
  await expect(press(browser, toDraft(id))).rejects.toBeInstanceOf(WaitsError);
  browser.isAnswered = true;
  expect(await sendAll(browser)).toMatchObject([{ isDone: true }]);
  expect((await browser.current(id)).version).toBe(2);
});

test('a program that ends in the call has written it down before', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const never = doOrWait(portsOf(browser), toDraft(id), () => new Promise(() => undefined));
  await expect.poll(() => queued(browser)).toHaveLength(1);
  // Another window of the program does not send this call.
  expect(await sendQueue(portsOf(browser), () => undefined)).toBe(1);
  expect(await sendAll(browser)).toMatchObject([{ isDone: true }]);
  expect((await browser.current(id)).values.published).toBe(false);
  void never;
});

test('of one post everything is sent in the order it was asked for, and nothing overtakes what stands still', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const session = await browser.edit(id);
  browser.isOnline = false;
  replaceIn(session, 'Two.', 'Two, mine.');
  session.save('post');
  await reach(session, 'offline');
  await session.close();
  await browser.clock.pass(10);
  await expect(press(browser, toDraft(id))).rejects.toBeInstanceOf(WaitsError);
  browser.isOnline = true;
  // Even online, the call waits behind the save.
  const other = publication(id, { published: true }, { published: false });
  await browser.clock.pass(10);
  await expect(press(browser, other)).rejects.toBeInstanceOf(WaitsError);
  expect((await sendAll(browser)).map(({ type }) => type)).toEqual(['save', 'action', 'action']);
  expect((await browser.current(id)).values).toMatchObject({
    content: content.replace('Two.', 'Two, mine.'),
    published: true,
  });
});

test('a conflict is for the owner, what was asked for after it waits, other posts go on', async () => {
  const browser = await createBrowser();
  const [id, second] = [await newPost(), await newPost()];
  const session = await browser.edit(id);
  browser.isOnline = false;
  replaceIn(session, 'Two.', 'Two, mine.');
  session.save('post');
  await reach(session, 'offline');
  await session.close();
  await browser.clock.pass(10);
  for (const post of [id, second]) await press(browser, toDraft(post)).catch(() => undefined);
  browser.isOnline = true;
  await browser.api.call(updatePost, { params: { id }, body: { content: content.replace('Two.', 'Two, theirs.') } });
  await sendAll(browser);
  expect((await browser.current(id)).values.published).toBe(true);
  expect((await browser.current(second)).values.published).toBe(false);
  const left = await queued(browser);
  expect(left.map(({ type }) => type)).toEqual(['save', 'action']);
  expect(left[0] && describeItem(left[0], facts(browser))).toMatchObject({
    asks: 'refused',
    why: expect.stringContaining('Open it to bring both together'),
  });
});

test('a switch that another device has set meanwhile is merged as a form would', async () => {
  const browser = await createBrowser();
  const [same, other] = [await newPost(), await newPost()];
  browser.isOnline = false;
  const later = new Date(Date.now() + 86_400_000).toISOString();
  for (const id of [same, other]) await press(browser, toDraft(id)).catch(() => undefined);
  browser.isOnline = true;
  // The text of one post was changed; the switch of the other post was set to the same value.
  await browser.api.call(updatePost, { params: { id: same }, body: { content: 'Other words.' } });
  await browser.api.call(updatePost, { params: { id: other }, body: { published: false } });
  await sendAll(browser);
  expect((await browser.current(same)).values).toMatchObject({ content: 'Other words.', published: false });
  expect((await browser.current(other)).version).toBe(2);

  const dated = publication(same, { published: true, publishedAt: later }, { published: true, publishedAt: null }, 2);
  browser.isOnline = false;
  await press(browser, dated).catch(() => undefined);
  browser.isOnline = true;
  await sendAll(browser);
  const [item] = await queued(browser);
  expect(item).toMatchObject({ action: { fault: { code: 'post_conflict' } } });
});

test('what was to happen at a time that has passed waits for the owner, and is done when they say so', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const at = new Date(browser.clock.now() + 60_000).toISOString();
  const { publishedAt } = (await browser.current(id)).values;
  browser.isOnline = false;
  await press(browser, publication(id, { publishedAt: at }, { publishedAt })).catch(() => undefined);
  browser.isOnline = true;
  await browser.clock.pass(120_000);
  expect(await sendAll(browser)).toEqual([]);
  const [item] = await queued(browser);
  if (!item) throw new Error('Nothing waits');
  expect(describeItem(item, facts(browser))).toMatchObject({ asks: 'overdue' });
  expect(await send(portsOf(browser), await retried(browser.store, item, () => 'k'), () => undefined)).toBe('done');
  expect((await browser.current(id)).values.publishedAt).toBe(at);
});

test('what is taken back is not done', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  browser.isOnline = false;
  await press(browser, toDraft(id)).catch(() => undefined);
  browser.isOnline = true;
  for (const item of await queued(browser)) await takeBack(browser.store, item);
  expect(await sendAll(browser)).toEqual([]);
  expect((await browser.current(id)).version).toBe(1);
});

test('a create that was refused is tried again under another key', async () => {
  const browser = await createBrowser();
  const slug = `refused-${Math.random()}`.replace('.', '-');
  const taken = await newPost(slug);
  browser.isOnline = false;
  const session = await browser.create();
  session.setValues({ title: 'Mine', slug, excerpt: 'E', content: 'Words.' });
  session.save('post');
  await reach(session, 'offline');
  await session.close();
  browser.isOnline = true;
  await sendAll(browser);
  const [item] = await queued(browser);
  if (!item) throw new Error('Nothing waits');
  expect(describeItem(item, facts(browser)).why).toMatch(/^Refused by the server: /);
  await browser.api.call(updatePost, { params: { id: taken }, body: { slug: `${slug}-moved` } });
  const again = await retried(browser.store, item, browser.ports.unique);
  expect(await send(portsOf(browser), again, () => undefined)).toBe('done');
  expect((await browser.api.list(listPosts, { query: { slug } })).items).toHaveLength(1);
});

test('a change to be kept beside a post is kept once; one that was published meanwhile is done', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const params = { id };
  const { values } = await browser.current(id);
  const body = { title: values.title, excerpt: values.excerpt, content: 'Kept.', version: 1, pendingVersion: 0 };
  const asked: AskedAction = { postId: id, title: 'Post', action: { type: 'keep-pending', body, dueAt: null } };
  browser.isAnswered = false;
  const keep = () => browser.api.call(keepPendingChange, { params, body: keepPendingChange.body.parse(body) });
  await expect(doOrWait(portsOf(browser), asked, keep)).rejects.toBeInstanceOf(WaitsError);
  browser.isAnswered = true;
  expect(await sendAll(browser)).toMatchObject([{ isDone: true }]);
  const pending = await browser.api.call(getPendingChange, { params });
  expect(pending).toMatchObject({ version: 1, fields: { content: 'Kept.' } });

  browser.isAnswered = false;
  const publish: AskedAction = { postId: id, title: 'Post', action: { type: 'publish-pending', pendingVersion: 1 } };
  const call = () => browser.api.call(publishPendingChange, { params });
  await expect(doOrWait(portsOf(browser), publish, call)).rejects.toBeInstanceOf(WaitsError);
  browser.isAnswered = true;
  expect(await sendAll(browser)).toMatchObject([{ isDone: true }]);
  expect((await browser.current(id)).values.content).toBe('Kept.');
  expect(await createWaitingActions(browser.store).all()).toEqual([]);
});

test('a server that asks to be asked later is asked later', async () => {
  const browser = await createBrowser();
  const id = await newPost();
  const busyAnswer = new ApiError(503, 'Service Unavailable', '{"code":"overloaded","message":"Busy"}');
  const busy = { ...portsOf(browser), api: { ...browser.api, call: () => Promise.reject(busyAnswer) } };
  await expect(doOrWait(busy, toDraft(id), () => busy.api.call())).rejects.toBeInstanceOf(WaitsError);
  expect(await queued(browser)).toMatchObject([{ action: { fault: null } }]);
});

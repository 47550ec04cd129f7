import { beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { pullUpdates, pushUpdates } from '#shared/contract/workspace.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { beginRun, reach, type TestDevice, type TestWindow, testForm, until } from '../testing/run-test-device.ts';

// The draft of a finished run while the owner is busy with something else.

let ai: PromptsApp;
let device: TestDevice;
sharedByFile(
  async () => {
    ai = await startPromptsApp();
  },
  () => ai.close(),
);
beforeEach(() => {
  ai.beginMinute();
  ai.app.database.sqlite.exec('delete from blog_posts');
  device = ai.newDevice();
});

function begin({ isAutoPublish = true } = {}): TestWindow {
  const window = beginRun(device);
  window.store.actions.setAutoPublish(isAutoPublish);
  return window;
}

const titles = ({ notices }: TestWindow) => notices.map(({ title }) => title);
const left = ({ store }: TestWindow) => store.getState().drafts.filter(({ isLeft }) => isLeft);
const client = () =>
  createApiClient({
    fetch: (path, init) =>
      fetch(device.address + path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: device.cookie },
      }),
  });
const posts = () => client().call(listPosts);

test('a draft that is finished while the owner writes is published without its form, and can be taken back', async () => {
  device.isBusy = true;
  const window = begin();
  await reach(device, window, 'done');
  await until(device, () => window.store.getState().published !== null);
  expect(window.goneTo).toEqual([]);
  expect(titles(window).at(-1)).toBe('Blog Post Published!');
  const [post, ...others] = await posts();
  expect(others).toEqual([]);
  expect(post).toMatchObject({ published: true, featured: true, category: { id: 2 } });
  expect(window.store.getState().published).toMatchObject({ postId: post?.id, title: post?.title });
  expect(left(window)).toEqual([]);
  expect(window.store.getState().drafts.filter(({ postId }) => postId === post?.id)).toHaveLength(1);
  // The form's draft is gone: nothing of it is left unsaved.
  expect((await device.disk.list('draft')).filter((id) => id.startsWith('draft:new-'))).toEqual([]);
  await window.store.actions.undoPublish();
  expect(await posts()).toMatchObject([{ id: post?.id, published: false }]);
  await window.store.close();
});

test('a publication whose answer is lost is said and left to the owner, also after a restart, and happens once', async () => {
  device.isBusy = true;
  const first = begin();
  await reach(device, first, 'submitting');
  device.loseAnswers = /^POST \/api\/posts$/;
  await until(device, () => titles(first).includes('Publishing Failed'));
  first.kill();
  device.loseAnswers = false;
  const second = device.openWindow();
  await until(device, () => left(second).length === 1);
  const [{ draft } = { draft: { id: '' } }] = left(second);
  await second.store.actions.publishLeftDraft(draft.id);
  expect(await posts()).toHaveLength(1);
  expect(left(second)).toEqual([]);
  expect(second.goneTo).toEqual([]);
  await second.store.close();
});

test('a draft the server has not looked at is not published by itself, but at the press of its owner', async () => {
  device.isBusy = true;
  const window = begin();
  device.loseAnswers = /\/judge$/;
  await until(device, () => titles(window).includes('Publishing Failed'));
  expect(await posts()).toEqual([]);
  const [{ draft } = { draft: { id: '' } }] = left(window);
  await window.store.actions.publishLeftDraft(draft.id);
  expect(await posts()).toHaveLength(1);
  expect(left(window)).toEqual([]);
  await window.store.close();
});

test('what is not published by itself is left to the owner, who opens it or puts it off', async () => {
  device.isBusy = true;
  const window = begin({ isAutoPublish: false });
  await until(device, () => left(window).length === 1);
  expect(window.goneTo).toEqual([]);
  const [{ draft } = { draft: { id: '' } }] = left(window);
  await window.store.actions.openLeftDraft(draft.id);
  const [{ id } = { id: '' }] = window.goneTo.flatMap((to) => (to.kind === 'draft' ? [to] : []));
  expect(id).toMatch(/^draft:new-/);
  // The owner may have stayed where they were: the draft counts as handled once its form is open.
  expect(left(window)).toHaveLength(1);
  expect(window.store.takeSubmit(id)).toBeNull();
  await until(device, () => left(window).length === 0);
  expect(await posts()).toEqual([]);
  await window.store.close();
});

test('a draft of a run for a category is published there, unless it makes a claim that the codex forbids', async () => {
  device.isBusy = true;
  const document = openDocument({ id: codexDocumentId(6), kind: 'codex' });
  typeCodex(document, { ...emptyCodex, forbiddenClaims: ['the'] }, String);
  saveCodex(document, 'a', { at: 5, note: '' });
  const update = Buffer.from(document.encode()).toString('base64');
  const { siteId } = await client().call(pullUpdates);
  const change = { type: 'update', id: crypto.randomUUID(), documentId: document.id, kind: 'codex', update } as const;
  await client().call(pushUpdates, { body: { siteId, updates: [change] } });
  const window = device.openWindow();
  window.store.actions.setForm({ ...testForm, category: '6' });
  window.store.actions.runAll();
  await until(device, () => titles(window).includes('Publishing Failed'));
  expect(window.notices.at(-1)?.description).toMatch(/^“the”.* is a claim that is not to be made\.$/i);
  expect(await posts()).toEqual([]);
  // When the owner presses the button they are asked; if they say no, the draft still waits for them.
  const asked: string[] = [];
  const stop = window.store.onAskToPublish(async (red) => {
    asked.push(...red.map(({ check }) => check));
    return false;
  });
  await window.store.actions.publishLeftDraft(left(window)[0]?.draft.id ?? '');
  stop();
  expect(new Set(asked)).toEqual(new Set(['forbidden-claim']));
  expect([await posts(), left(window).length]).toEqual([[], 1]);

  typeCodex(document, { ...emptyCodex, voice: 'Dry.' }, String);
  saveCodex(document, 'b', { at: 6, note: '' });
  const mended = { ...change, id: crypto.randomUUID(), update: Buffer.from(document.encode()).toString('base64') };
  await client().call(pushUpdates, { body: { siteId, updates: [mended] } });
  const [{ draft } = { draft: { id: '' } }] = left(window);
  await window.store.actions.publishLeftDraft(draft.id);
  expect(await posts()).toMatchObject([{ published: true, category: { id: 6 } }]);
  await window.store.close();
});

test('a publication that no form has made in ten seconds is left to the owner', async () => {
  const window = begin();
  await reach(device, window, 'done');
  await until(device, () => window.goneTo.length > 0);
  expect(left(window)).toEqual([]);
  await device.clock.pass(10_500);
  await until(device, () => left(window).length === 1);
  expect(await posts()).toEqual([]);
  await window.store.close();
});

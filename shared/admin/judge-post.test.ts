import { expect, test } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { judgedFields } from '#shared/kernel/post-field-table.ts';
import { pick } from '#shared/kernel/record-of.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import { judgeStored, judgeValues, redByServer, redFindings, redOfPending, redOfStored } from './judge-post.ts';

const red = { check: 'forbidden-claim', level: 'red', says: '“x” is a claim that is not to be made.', place: null };
const yellow = { check: 'avoided-word', level: 'yellow', says: '“y” is a word to avoid.', place: null };
const values = { ...newPostValues, title: 'A title', content: 'A text', categoryId: 6 };

/** Makes a judge with this answer, and records its requests. */
function judge(answer: () => Response | Promise<Response>) {
  const asked: { path: string; body: unknown }[] = [];
  const api = createApiClient({
    fetch(path, init) {
      asked.push({ path, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
      return Promise.resolve(answer());
    },
  });
  return { api, store: createMemoryStore(), asked };
}

test('only what is red stands against publishing, judged by the codex of the category that is chosen', async () => {
  const { asked, ...ports } = judge(() => Response.json({ findings: [red, yellow], related: [] }));
  expect(await redFindings(ports, 7, values)).toEqual([red]);
  expect(asked).toMatchObject([
    { path: '/api/posts/7/judge', body: { title: 'A title', content: 'A text', categoryId: 6 } },
  ]);
});

test('the judge is sent every field that is judged, and the category', async () => {
  const { asked, ...ports } = judge(() => Response.json({ findings: [], related: [] }));
  await judgeValues(ports, { id: 7 }, values);
  expect(asked[0]?.body).toEqual({ ...pick(values, judgedFields), categoryId: 6 });
});

test('without an answer of the server nothing stands against the press of the owner', async () => {
  const refusal = () => Response.json({ code: 'content_too_complex', message: 'Too complex' }, { status: 422 });
  const broken = () => new Response('<html>', { status: 502 });
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const answer of [refusal, broken, offline]) expect(await redFindings(judge(answer), null, values)).toEqual([]);
});

test('what is published by itself needs the answer of the server', async () => {
  const refusal = () => Response.json({ code: 'content_too_complex', message: 'Too complex' }, { status: 422 });
  const broken = () => new Response('<html>', { status: 502 });
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const answer of [refusal, broken, offline])
    await expect(redByServer(judge(answer), null, values)).rejects.toThrow();
  const ports = judge(() => Response.json({ findings: [yellow, red], related: [] }));
  expect(await redByServer(ports, null, values)).toEqual([red]);
});

test('of several posts the first twenty are looked at as they are stored, and what is red is told with the post', async () => {
  const { api, asked } = judge(() => Response.json({ findings: [yellow, red], related: [] }));
  const posts = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, title: `T${index + 1}` }));
  const found = await judgeStored(api, posts);
  expect([asked.length, found.red.length, found.notLookedAt, asked[0]?.body]).toEqual([20, 20, 5, {}]);
  expect(found.red[1]).toEqual({ says: `“T2”: ${red.says}` });
  expect(await redOfStored(api, { id: 1, title: 'T1' })).toEqual([{ says: red.says }]);
  expect(await judgeStored(api, [])).toEqual({ red: [], notLookedAt: 0 });
});

test('what was found before the server could not be reached is told', async () => {
  let calls = 0;
  const { api } = judge(() => {
    calls += 1;
    return calls === 1 ? Response.json({ findings: [red], related: [] }) : new Response('', { status: 502 });
  });
  const posts = [1, 2, 3].map((id) => ({ id, title: 'T' }));
  expect(await judgeStored(api, posts)).toEqual({ red: [{ says: `“T”: ${red.says}` }], notLookedAt: 2 });
  expect(calls).toBe(2);
});

test('a change that waits is judged with what it changes, and the rest as it is stored', async () => {
  const stamp = '2026-01-01T00:00:00.000Z';
  const change = {
    ...{
      postId: 7,
      version: 1,
      base: {},
      baseVersion: 1,
      dueAt: null,
      problem: null,
      isMergeable: true,
      updatedAt: stamp,
    },
    fields: { content: 'Other words', featuredImage: null },
  };
  const answers = [change, { findings: [red, yellow], related: [] }];
  const { api, asked } = judge(() => Response.json(answers.shift()));
  expect(await redOfPending(api, 7)).toEqual([red]);
  expect(asked.at(-1)).toEqual({ path: '/api/posts/7/judge', body: { content: 'Other words' } });
  expect(await redOfPending(judge(() => new Response('', { status: 500 })).api, 7)).toEqual([]);
});

test('without a network a text is judged by what it says of itself, and that is told', async () => {
  const offline = judge(() => Promise.reject(new TypeError('Failed to fetch')));
  const written = {
    ...values,
    content: 'As an AI language model, I cannot say.\n\n![](/uploads/a.png)\n\n[a](/post/gone)',
  };
  const { findings, isOffline } = await judgeValues(offline, { id: null }, written);
  expect(isOffline).toBe(true);
  const checks = findings.map(({ check }) => check);
  expect(checks).toEqual(expect.arrayContaining(['leftover', 'alternative-text']));
  expect(checks).not.toContain('dead-link');
  // A refusal or a failure of the server does not count as a missing network.
  const broken = judge(() => new Response('<html>', { status: 502 }));
  await expect(judgeValues(broken, { id: null }, written)).rejects.toThrow();
  const long = { ...written, content: 'word '.repeat(20_000) };
  await expect(judgeValues(offline, { id: null }, long)).rejects.toThrow();
});

test('without a network a text is judged by the codex that this computer has of its category', async () => {
  const { store, ...offline } = judge(() => Promise.reject(new TypeError('Failed to fetch')));
  const codex = async (categoryId: number, forbidden: string) => {
    const document = openDocument({ id: codexDocumentId(categoryId), kind: 'codex' });
    typeCodex(document, { ...emptyCodex, forbiddenClaims: [forbidden] }, String);
    saveCodex(document, 'a', { at: 5, note: '' });
    await store.append({ id: document.id, kind: 'codex' }, document.encode());
    return document;
  };
  const own = await codex(6, 'cures colds');
  await codex(7, 'tea');
  const written = { ...values, content: 'This tea cures colds.' };
  const claims = async () =>
    (await redFindings({ ...offline, store }, null, written)).map(({ check, says }) => `${check}: ${says}`);
  expect(await claims()).toEqual(['forbidden-claim: “cures colds” is a claim that is not to be made.']);
  // A deleted codex is no longer used.
  await store.remove({ id: own.id, kind: 'codex', seen: own.stateVector(), at: 6 });
  expect(await claims()).toEqual([]);
});

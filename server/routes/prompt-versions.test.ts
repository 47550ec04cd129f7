import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedContent } from '#server/db/seed-content/index.ts';
import { storeShippedPrompts } from '#server/repositories/prompt-templates.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { ask, refused } from '#server/test-call.ts';
import {
  listPromptTemplates,
  listPromptVersions,
  resetPromptTemplate,
  updatePromptTemplate,
} from '#shared/contract/prompts.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
  await storeShippedPrompts(app.database.db, seedContent.promptTemplates, app.clock.now());
});
afterEach(() => app.close());

const params = { stepNumber: 3 };
const save = (prompt: string, note?: string) =>
  ask(app.http, updatePromptTemplate, { params, body: note === undefined ? { prompt } : { prompt, note }, cookie });
const versions = async (query = {}) => (await ask(app.http, listPromptVersions, { params, query, cookie })).body;

test('each change of a prompt is a version: what it says, when, from where, and why', async () => {
  await save('Mine');
  await save('Mine, plainer', 'Plainer words');
  await ask(app.http, resetPromptTemplate, { params, cookie });
  const shipped = seedContent.promptTemplates[2]?.prompt;
  expect((await versions()).map(({ number, prompt, note, isDefault }) => [number, prompt, note, isDefault])).toEqual([
    [4, shipped, 'Reset to the shipped prompt', true],
    [3, 'Mine, plainer', 'Plainer words', false],
    [2, 'Mine', '', false],
    [1, shipped, 'Came with the program', true],
  ]);
  const [, second, , first] = await versions();
  expect(first?.origin).toEqual({ kind: 'server', device: '' });
  expect(second).toMatchObject({ origin: { kind: 'browser' }, createdAt: new Date(app.clock.now()).toISOString() });
});

test('a save that changes nothing is no version, and another step’s are not listed', async () => {
  await save('Mine');
  await save('Mine', 'Again');
  await ask(app.http, updatePromptTemplate, { params: { stepNumber: 4 }, body: { prompt: 'Other' }, cookie });
  expect((await versions()).map(({ number }) => number)).toEqual([2, 1]);
});

test('a prompt names the version it is', async () => {
  const version = async () => (await ask(app.http, listPromptTemplates, { cookie })).body[2]?.version;
  expect(await version()).toBe(1);
  expect((await save('Mine')).body.version).toBe(2);
  expect((await save('Mine')).body.version).toBe(2);
  expect((await ask(app.http, resetPromptTemplate, { params, cookie })).body.version).toBe(3);
  expect(await version()).toBe(3);
  // A stored prompt that has no version of its own names no version: 0.
  app.database.sqlite.exec("update prompt_templates set prompt = 'Written past us'");
  expect(await version()).toBe(0);
});

test('the program’s own change of a prompt is a version too, and only where the owner has none', async () => {
  await save('Mine');
  const newer = seedContent.promptTemplates.map((template) => ({ ...template, prompt: `Newer: ${template.step}` }));
  await storeShippedPrompts(app.database.db, newer, app.clock.now());
  await storeShippedPrompts(app.database.db, newer, app.clock.now());
  expect(await versions()).toHaveLength(2);
  const { body } = await ask(app.http, listPromptVersions, { params: { stepNumber: 4 }, cookie });
  expect(body.map(({ number, note }) => [number, note])).toEqual([
    [2, 'Came with the program'],
    [1, 'Came with the program'],
  ]);
});

test('they come page by page', async () => {
  for (const prompt of ['A', 'B', 'C']) await save(prompt);
  const page = await ask(app.http, listPromptVersions, { params, query: { limit: 3 }, cookie });
  expect(page.body.map(({ number }) => number)).toEqual([4, 3, 2]);
  expect(page.headers['x-total-count']).toBe('4');
  const cursor = /cursor=([^&>]+)/.exec(String(page.headers.link))?.[1] ?? '';
  expect((await versions({ limit: 3, cursor })).map(({ number }) => number)).toEqual([1]);
});

test('no version is ever changed', async () => {
  const change = app.database.db.updateTable('prompt_versions').set('id', 99).execute();
  await expect(change).rejects.toThrow('never changed');
});

test('a step that is not there has none, and a note is one line of at most 300 characters', async () => {
  const missing = { params: { stepNumber: 42 }, cookie };
  expect((await refused(app.http, listPromptVersions, missing)).code).toBe('not_found');
  for (const note of ['a\nb', 'a'.repeat(301), '\u0000']) {
    const call = { params, body: { prompt: 'Mine', note }, cookie };
    expect((await refused(app.http, updatePromptTemplate, call)).code).toBe('invalid_input');
  }
  expect(await versions()).toHaveLength(1);
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { readOrigin } from '#shared/runs/draft-document.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { openDocument, type WorkspaceDocument } from '#shared/workspace/document.ts';
import { savedPrompt, savePrompt, typedPrompts, typePrompt } from '#shared/workspace/prompt-document.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { openAtRest, type TestDevice, type TestWindow, until } from './testing/run-test-device.ts';

// Documents that an earlier version of the program has named by a step's number, and may still write on another device.

let ai: PromptsApp;
let device: TestDevice;
let window: TestWindow;
beforeAll(async () => {
  ai = await startPromptsApp();
});
afterAll(() => ai.close());
beforeEach(() => {
  device = ai.newDevice();
});
afterEach(async () => {
  await actions().resetCustomPrompts();
  await window.store.close();
});

const actions = () => window.store.actions;
const state = () => window.store.getState();

async function openWindow(): Promise<void> {
  window = await openAtRest(device);
}

type Kind = 'prompt' | 'preferences' | 'draft';

/** Writes into a document as an earlier version does, and tells an open window of it. */
async function write<K extends Kind>(id: string, kind: K, change: (document: WorkspaceDocument<K>) => void) {
  const document = openDocument({ id, kind }, await device.disk.load(id));
  const seen = document.stateVector();
  change(document);
  await device.disk.append({ id, kind }, document.encode(seen));
  device.hear([{ id, kind, update: document.encode(seen), isRemoved: false }]);
}
const kept = async (id: string) => openDocument({ id, kind: 'prompt' }, await device.disk.load(id));
const savedThere = (prompt: string, name: string) =>
  write('prompt:6', 'prompt', (document) => savePrompt(document, name, prompt));
const template = async (number: number) => (await ai.client.call(listPromptTemplates))[number - 1]?.prompt;

test('an earlier prompt counts, is mirrored by its number, and is sent where it was not', async () => {
  await write('prompt:6', 'prompt', (document) => {
    savePrompt(document, 'then', 'Mine from before');
    document.setField('isUnsent', true);
  });
  await openWindow();
  expect(actions().promptOf(stepAt(6))).toBe('Mine from before');
  await actions().refresh();
  expect(await template(6)).toBe('Mine from before');
  await actions().savePrompt(stepAt(1), 'First');
  await device.clock.pass(1500);
  expect(JSON.parse(device.keys.get('customPrompts') ?? '{}')).toEqual({ 1: 'First', 6: 'Mine from before' });
});

test('one that is saved here goes before it, and both are kept', async () => {
  await savedThere('Of before', 'then');
  await openWindow();
  await actions().savePrompt(stepAt(6), 'Of now');
  window.kill();
  await openWindow();
  expect(actions().promptOf(stepAt(6))).toBe('Of now');
  expect(state().unsavedPrompts).toEqual({});
  expect(savedPrompt(await kept('prompt:6'))).toBe('Of before');
  expect(savedPrompt(await kept(`prompt:${stepAt(6)}`))).toBe('Of now');
});

test('what an earlier program saves after that stands in the editor, and is told of once', async () => {
  await openWindow();
  await actions().savePrompt(stepAt(6), 'Of now');
  await savedThere('Saved there after', 'later');
  await until(device, () => state().unsavedPrompts[stepAt(6)] === 'Saved there after');
  expect(actions().promptOf(stepAt(6))).toBe('Of now');
  expect(window.notices.at(-1)?.title).toBe('Step 6 has two prompts');
  window.kill();
  await openWindow();
  expect(window.notices).toEqual([]);
  expect(state().unsavedPrompts).toEqual({ [stepAt(6)]: 'Saved there after' });
});

test('a reset takes away both', async () => {
  await savedThere('Of before', 'then');
  await openWindow();
  await actions().savePrompt(stepAt(6), 'Of now');
  expect(await actions().resetPrompt(stepAt(6))).toBe(true);
  window.kill();
  await openWindow();
  await actions().refresh();
  expect(actions().promptOf(stepAt(6))).toBe(DEFAULT_PROMPTS.keywords);
});

test('a text that was typed there goes on in its document, letter by letter', async () => {
  await write('prompt:unsaved-2', 'prompt', (document) => typePrompt(document, 'then', 'Half a'));
  await openWindow();
  expect(state().unsavedPrompts).toEqual({ [stepAt(2)]: 'Half a' });
  actions().setUnsavedPrompt(stepAt(2), 'Half a prompt');
  await window.store.flush();
  expect(typedPrompts(await kept('prompt:unsaved-2'))).toEqual([{ name: 'then', text: 'Half a prompt' }]);
  actions().setUnsavedPrompt(stepAt(2), null);
  await window.store.flush();
  expect(typedPrompts(await kept('prompt:unsaved-2'))).toEqual([]);
  window.kill();
  await openWindow();
  expect(state().unsavedPrompts).toEqual({});
});

test('a step has the name it was given last, by whichever program', async () => {
  const rename = (name: string) =>
    write('preferences:workflow', 'preferences', (document) => document.setField('name:3', name));
  await rename('Then');
  await openWindow();
  expect(state().stepNames).toEqual({ [stepAt(3)]: 'Then' });
  actions().renameStep(stepAt(3), 'Now');
  await window.store.flush();
  expect(state().stepNames).toEqual({ [stepAt(3)]: 'Now' });
  await rename('Then again');
  await until(device, () => state().stepNames[stepAt(3)] === 'Then again');
  actions().renameStep(stepAt(3), '');
  expect(state().stepNames).toEqual({});
});

test('a prompt of no step that is known is left as it is', async () => {
  for (const id of ['prompt:10', 'prompt:nonsense', 'prompt:fact-check', 'prompt:']) {
    await write(id, 'prompt', (document) => savePrompt(document, 'then', 'Whose is it?'));
  }
  await openWindow();
  expect(state().customPrompts).toEqual({});
  await actions().resetCustomPrompts();
  expect(savedPrompt(await kept('prompt:fact-check'))).toBe('Whose is it?');
});

test('a draft knows the step that wrote it by its number as well', () => {
  const originOf = (step: string | number | null) => {
    const document = openDocument({ id: 'draft:generated-x', kind: 'draft' });
    document.setField('origin', { runId: 'r', step });
    return readOrigin(document).step;
  };
  expect([8, 9, stepAt(9), 'fact-check', 12, null].map(originOf)).toEqual([
    stepAt(8),
    stepAt(9),
    stepAt(9),
    'fact-check',
    null,
    null,
  ]);
});

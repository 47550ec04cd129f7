import { expect, test } from 'vitest';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { noCodex } from '#shared/workflow/prompt-codex.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { documentChannel } from '../../document-channel.ts';
import { createOpenDocuments } from '../../documents/open-documents.ts';
import { createTestClock } from '../../editor/test-clock.ts';
import { openCodexStore } from './codex-store.ts';

const clock = createTestClock();

/** Makes the windows of one device, each with the changes that it heard of. */
function device() {
  const store = createMemoryStore();
  const ends = new Set<(message: unknown) => void>();
  async function window() {
    const own = new Set<(message: unknown) => void>();
    const hear = (message: unknown) => {
      for (const listener of own) listener(structuredClone(message));
    };
    ends.add(hear);
    const channel = documentChannel({
      post(message) {
        for (const end of ends) if (end !== hear) end(message);
      },
      listen(listener) {
        own.add(listener);
        return () => own.delete(listener);
      },
      close: () => undefined,
    });
    const documents = createOpenDocuments({ store, clock, timers: clock, channel });
    const unique = () => crypto.randomUUID();
    return { documents, codices: await openCodexStore({ documents, clock, unique, onChange: () => undefined }) };
  }
  return { store, window };
}

test('what is typed into a codex is kept, and prompts are told it once it is saved', async () => {
  const { window } = device();
  const { codices, documents } = await window();
  await codices.open(3);
  codices.type(3, { part: 'voice', text: 'Dry.' });
  codices.addFact(3);
  const name = codices.views()[3]?.facts[0]?.name ?? '';
  codices.type(3, { fact: name, row: { fact: 'Tents leak.', source: '/post/tents' } });
  codices.type(3, { isAppended: true });
  expect(codices.views()[3]).toMatchObject({ isUnsaved: true, saved: null, texts: { voice: 'Dry.' } });
  expect(codices.codexOf('3')).toEqual(noCodex);
  await documents.flush();
  const later = await window();
  expect(later.codices.views()[3]).toMatchObject({ isUnsaved: true, texts: { voice: 'Dry.' } });
  await codices.save(3, 'First');
  await expect.poll(() => later.codices.codexOf('3')).toMatchObject({ isAppended: true });
  expect(codices.codexOf('3').text).toContain('- Tents leak. (/post/tents)');
  for (const category of [undefined, '', '4', 'x', '__proto__']) expect(codices.codexOf(category)).toEqual(noCodex);
});

test('a version that is restored is the newest, and what was typed before is a version of its own', async () => {
  const { codices } = await (await device()).window();
  await codices.open(3);
  codices.type(3, { part: 'voice', text: 'Dry.' });
  await codices.save(3, '');
  codices.type(3, { part: 'voice', text: 'Warm.' });
  await codices.save(3, '');
  codices.type(3, { part: 'page', text: 'Half a th' });
  const [first] = codices.views()[3]?.states ?? [];
  if (!first) throw new Error('Nothing was saved');
  await codices.restore(3, first);
  const view = codices.views()[3];
  expect(view).toMatchObject({ isUnsaved: false, texts: { voice: 'Dry.', page: '' }, saved: { number: 4 } });
  expect(view?.states.map(({ note }) => note)).toEqual(['', '', 'Before version 1 was restored', 'Version 1 again']);
  expect(view?.states[2]?.codex).toEqual({ ...emptyCodex, voice: 'Warm.', page: 'Half a th' });
});

test('a codex of a megabyte is not saved, nothing of it is lost, and what counted counts', async () => {
  const { codices } = await (await device()).window();
  await codices.open(3);
  codices.type(3, { part: 'voice', text: 'Dry.' });
  await codices.save(3, '');
  codices.type(3, { part: 'page', text: 'x'.repeat(1_000_000) });
  expect(() => codices.save(3, '')).toThrow(RangeError);
  expect(codices.views()[3]?.texts.page).toHaveLength(1_000_000);
  expect(codices.views()[3]?.saved?.number).toBe(1);
  expect(codices.codexOf('3').text).toContain('Dry.');
});

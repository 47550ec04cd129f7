import { expect, test } from 'vitest';
import { emptyCodex } from '#shared/kernel/codex.ts';
import {
  type CodexDocument,
  categoryOfCodex,
  codexDocumentId,
  isCodexUnsaved,
  isCodexUnusable,
  saveCodex,
  savedCodex,
  savedStates,
  typeCodex,
  typedCodex,
  typeFact,
} from './codex-document.ts';
import { openDocument } from './document.ts';
import { describe } from './document-facts.ts';

const name = { id: codexDocumentId(3), kind: 'codex' } as const;
const open = (...updates: Uint8Array[]): CodexDocument => openDocument(name, updates);
const codex = {
  ...emptyCodex,
  voice: 'Dry.',
  facts: [{ fact: 'Tents leak.', source: 'https://tents.example' }],
  wordsToAvoid: ['leverage', 'synergy'],
};
const names = (place: number) => `f${place}`;

test('what is typed counts when it is saved, and then stays what it was', () => {
  const document = open();
  expect([savedCodex(document), isCodexUnsaved(document)]).toEqual([null, false]);
  typeCodex(document, codex, names);
  expect([savedCodex(document), isCodexUnsaved(document)]).toEqual([null, true]);
  saveCodex(document, 'a', { at: 5, note: 'First' });
  expect(savedCodex(document)).toEqual({ name: 'a', number: 1, at: 5, note: 'First', codex });
  document.setText('voice', 'Dry. And w');
  expect(savedCodex(document)?.codex.voice).toBe('Dry.');
  expect(isCodexUnsaved(document)).toBe(true);
  saveCodex(document, 'b', { at: 6, note: '' });
  expect(savedStates(document).map(({ number, codex: { voice } }) => [number, voice])).toEqual([
    [1, 'Dry.'],
    [2, 'Dry. And w'],
  ]);
});

test('an earlier state is typed again whole, its facts and empty parts too', () => {
  const document = open();
  typeCodex(document, codex, names);
  saveCodex(document, 'a', { at: 5, note: '' });
  typeCodex(document, { ...emptyCodex, page: 'Other', isAppended: true, facts: [{ fact: 'New', source: '' }] }, names);
  saveCodex(document, 'b', { at: 6, note: '' });
  typeCodex(document, codex, names);
  expect(typedCodex(document)).toEqual(codex);
});

test('two devices merge what they type, fact by fact and letter by letter', () => {
  const here = open();
  typeCodex(here, codex, names);
  const there = open(here.encode());
  here.setText('voice', 'Bone Dry.');
  here.setText('wordsToAvoid', 'leverage\nsynergy\nunlock');
  there.setText('voice', 'Dry. Short.');
  typeFact(there, 'g', { fact: 'Poles bend.', source: '' });
  here.apply(there.encode());
  there.apply(here.encode());
  expect(typedCodex(here)).toEqual(typedCodex(there));
  expect(typedCodex(here)).toMatchObject({
    voice: 'Bone Dry. Short.',
    wordsToAvoid: ['leverage', 'synergy', 'unlock'],
  });
  expect(typedCodex(here).facts).toHaveLength(2);
});

test('of two states saved at once one counts everywhere, and both are kept', () => {
  const here = open();
  const there = open(here.encode());
  typeCodex(here, { ...codex, voice: 'Here' }, names);
  typeCodex(there, { ...codex, page: 'There' }, names);
  saveCodex(here, 'a', { at: 5, note: '' });
  saveCodex(there, 'b', { at: 5, note: '' });
  here.apply(there.encode());
  there.apply(here.encode());
  expect(savedCodex(here)).toEqual(savedCodex(there));
  expect(savedStates(here).map((state) => state.name)).toEqual(['a', 'b']);
});

test('a text of a megabyte is not saved, and stays in the form', () => {
  const document = open();
  document.setText('page', 'x'.repeat(1_000_000));
  expect(() => saveCodex(document, 'a', { at: 5, note: '' })).toThrow(RangeError);
  expect([savedStates(document), document.text('page').length]).toEqual([[], 1_000_000]);
});

test('a state that is more than a codex may hold is not used, and is not taken away', () => {
  const document = open();
  document.setField('state:a', { number: 1, at: 5, note: '', codex: { voice: 'x'.repeat(3000) } });
  document.setField('saved', 'a');
  expect([savedCodex(document), isCodexUnusable(document)]).toEqual([null, true]);
  expect(describe(name, [document.encode()]).codex).toBe('unusable');
  typeCodex(document, codex, names);
  saveCodex(document, 'b', { at: 6, note: '' });
  expect(describe(name, [document.encode()]).codex).toEqual({ saved: codex, at: 6 });
  expect(document.field('state:a')).toBeDefined();
});

test('the oldest states go, and what is kept stays small', () => {
  const document = open();
  for (let index = 0; index < 40; index += 1) {
    document.setText('page', `${index}`.padEnd(20_000, 'x'));
    saveCodex(document, `s${index}`, { at: index, note: '' });
  }
  const states = savedStates(document);
  expect(states.at(-1)?.number).toBe(40);
  expect(states.length).toBeLessThanOrEqual(30);
  expect(document.encode().length).toBeLessThan(1024 * 1024);
});

test.each(['codex:', 'codex:x', 'codex:0', 'codex:-1', 'codex:1.5', 'prompt:3'])('%s is no category’s', (id) => {
  expect(categoryOfCodex(id)).toBeNull();
});

test('odd fields are no facts and no states', () => {
  const document = open();
  document.setField('fact:a', null);
  document.setField('fact:b', { fact: 4 });
  document.setField('state:a', null);
  document.setField('state:b', { number: 1, at: 1e20, codex: {} });
  document.setField('saved', 'b');
  expect([typedCodex(document), savedStates(document), savedCodex(document)]).toEqual([emptyCodex, [], null]);
});

import { expect, test } from 'vitest';
import { openDocument } from './document.ts';
import { changeWhole, describe } from './document-facts.ts';
import { discardDraft } from './post-draft.ts';
import { savePrompt } from './prompt-document.ts';
import { hasSeen } from './tombstone.ts';

const draft = { id: 'draft:new-a', kind: 'draft' } as const;
const prompt = { id: 'prompt:a', kind: 'prompt' } as const;
const run = { id: 'run:a', kind: 'run' } as const;

test('a document says what it is called: a draft by its title, a run by whom it is for', () => {
  const titled = openDocument(draft);
  titled.setText('title', ' A title ');
  expect(describe(draft, [titled.encode()]).name).toBe('A title');
  const begun = openDocument(run);
  begun.setField('form', { targetMarket: 'Runners', productApp: '  ' });
  expect(describe(run, [begun.encode()]).name).toBe('Runners');
  begun.setField('form', ['odd']);
  expect(describe(run, [begun.encode()]).name).toBe('');
  expect(describe(prompt, [])).toEqual({ name: '', discardedAt: null, prompt: '', codex: null });
});

test('a document that is brought back says all it said, and no deletion has seen it', () => {
  const document = openDocument(draft);
  document.setText('content', 'Words.');
  discardDraft(document, 5);
  const [all, seen] = [document.encode(), document.stateVector()];
  expect(describe(draft, [all]).discardedAt).toBe(5);
  const update = changeWhole(draft, [all], { change: { does: 'take-back' }, at: 9 });
  expect(hasSeen(seen, update)).toBe(false);
  expect(describe(draft, [update]).discardedAt).toBe(null);
  expect(openDocument(draft, [update]).text('content')).toBe('Words.');
  const again = changeWhole(draft, [update], { change: { does: 'discard' }, at: 12 });
  expect(describe(draft, [again]).discardedAt).toBe(12);
});

test('a prompt is given the text that counted', () => {
  const document = openDocument(prompt);
  savePrompt(document, 'x', 'New');
  const change = { does: 'save-prompt', name: 'y', prompt: 'Old' } as const;
  expect(describe(prompt, [changeWhole(prompt, [document.encode()], { change, at: 1 })]).prompt).toBe('Old');
});

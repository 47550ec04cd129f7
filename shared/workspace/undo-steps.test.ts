import { expect, test } from 'vitest';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { openDocument, type WorkspaceDocument } from './document.ts';

type Draft = WorkspaceDocument<'draft'>;
const draft = { id: 'draft:one', kind: 'draft' } as const;
const LOCAL = waitingPictureAddress('11111111-2222-4333-8444-555555555555');
const SENT = '/uploads/0123456789abcdef01234567.jpg';

const text = (document: Draft) => document.text('content');
/**
 * Changes the text as a program does that has only the stored document: the change arrives as from any other device.
 */
function changeElsewhere(document: Draft, change: (text: string) => string): void {
  const other = openDocument(draft, [document.encode()]);
  const seen = other.stateVector();
  other.change('program', () => other.setText('content', change(text(other))));
  document.apply(other.encode(seen));
}
const sendPicture = (document: Draft) => changeElsewhere(document, (words) => words.replace(LOCAL, SENT));

/** Two ways to append words to a text: through a field, and as the editor does. */
const ways: [name: string, put: (document: Draft, words: string) => void][] = [
  ['a field', (document, words) => document.setText('content', text(document) + words)],
  [
    'the editor',
    (document, words) => {
      const editor = {};
      const shared = document.shared('content');
      const index = shared.length;
      document.typing('content', { index, remove: 0, insert: words }, editor);
      shared.doc?.transact(() => shared.insert(index, words), editor);
    },
  ],
];

test.each(ways)(
  'a picture that was put in by %s and sent since is undone whole, and redone with its address',
  (_name, put) => {
    const document = openDocument(draft);
    put(document, 'Look: ');
    document.endStep();
    put(document, `![the sea](${LOCAL})`);
    document.endStep();
    put(document, ' and on.');
    sendPicture(document);
    expect(text(document)).toBe(`Look: ![the sea](${SENT}) and on.`);

    document.undo();
    document.undo();
    expect(text(document)).toBe('Look: ');
    document.redo();
    expect(text(document)).toBe(`Look: ![the sea](${SENT})`);
    document.redo();
    expect(text(document)).toBe(`Look: ![the sea](${SENT}) and on.`);
    while (document.undo());
    expect(text(document)).toBe('');
    // On another device nothing of it is left either.
    expect(text(openDocument(draft, [document.encode()]))).toBe('');
  },
);

test('one that was taken out, brought back by undo, and sent then, is undone and redone whole', () => {
  const document = openDocument(draft);
  document.setText('content', `a ![](${LOCAL}) b`);
  document.endStep();
  document.setText('content', 'a  b');
  document.undo();
  sendPicture(document);
  expect(text(document)).toBe(`a ![](${SENT}) b`);
  document.redo();
  expect(text(document)).toBe('a  b');
  document.undo();
  expect(text(document)).toBe(`a ![](${SENT}) b`);
  document.undo();
  expect(text(document)).toBe('');
  document.redo();
  expect(text(document)).toBe(`a ![](${SENT}) b`);
});

test('one whose paste was undone before it was sent gets its address after the redo, and is undone whole', () => {
  const document = openDocument(draft);
  document.setText('content', `![](${LOCAL})`);
  document.undo();
  sendPicture(document);
  document.redo();
  expect(text(document)).toBe(`![](${LOCAL})`);
  sendPicture(document);
  expect(text(document)).toBe(`![](${SENT})`);
  document.undo();
  expect(text(document)).toBe('');
});

test('of two steps each has its own pictures', () => {
  const document = openDocument(draft);
  const other = waitingPictureAddress('aaaaaaaa-bbbb-4ccc-8ddd-ffffffffffff');
  document.setText('content', `![](${LOCAL})`);
  document.endStep();
  document.setText('content', `![](${LOCAL}) ![1](${other}) ![2](${other})`);
  sendPicture(document);
  // The old and the new address end in the same letter, which stays in its place.
  for (let times = 0; times < 2; times += 1)
    changeElsewhere(document, (words) => words.replace(other, '/uploads/b.gif'));
  expect(text(document)).toBe(`![](${SENT}) ![1](/uploads/b.gif) ![2](/uploads/b.gif)`);
  document.undo();
  expect(text(document)).toBe(`![](${SENT})`);
  document.undo();
  expect(text(document)).toBe('');
  document.redo();
  document.redo();
  expect(text(document)).toBe(`![](${SENT}) ![1](/uploads/b.gif) ![2](/uploads/b.gif)`);
});

test('a featured picture that was sent since is undone to the one before, and redone with its address', () => {
  const document = openDocument(draft);
  document.setField('featuredImage', '/uploads/before.jpg');
  document.setField('featuredImage', LOCAL);
  const other = openDocument(draft, [document.encode()]);
  const seen = other.stateVector();
  other.setField('featuredImage', SENT);
  document.apply(other.encode(seen));
  for (const [step, says] of [
    ['undo', '/uploads/before.jpg'],
    ['redo', SENT],
    ['undo', '/uploads/before.jpg'],
    ['undo', undefined],
  ] as const) {
    document[step]();
    expect([step, document.field('featuredImage')]).toEqual([step, says]);
  }
});

test('what another device words anew in a step stays when the step is undone', () => {
  const document = openDocument(draft);
  document.setText('content', 'one two three');
  changeElsewhere(document, (words) => words.replace('two', '2'));
  document.undo();
  expect(text(document)).toBe('2');
});

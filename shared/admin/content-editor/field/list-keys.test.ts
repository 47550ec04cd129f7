import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { endList, moveIn, moveOut } from './list-keys.ts';

/** Runs a command with the cursor, or the selection, at `|`; returns null when the command does nothing. */
function run(marked: string, command: StateCommand): string | null {
  const [anchor, head] = [marked.indexOf('|'), marked.lastIndexOf('|')];
  let state = EditorState.create({
    doc: marked.replaceAll('|', ''),
    selection: { anchor, head: head === anchor ? anchor : head - 1 },
    extensions: markdown({ base: markdownLanguage }),
  });
  const isDone = command({
    state,
    dispatch(transaction) {
      state = transaction.state;
    },
  });
  return isDone ? state.doc.toString() : null;
}

describe('Tab', () => {
  test.each([
    ['- a\n- b|', '- a\n  - b'],
    ['1. a\n2. b|', '1. a\n   1. b'],
    ['- [ ] a\n- [ ] b|', '- [ ] a\n  - [ ] b'],
    ['- a\n  - b\n- c|', '- a\n  - b\n  - c'],
    ['- a\n- |b\n  - c\n- d', '- a\n  - b\n    - c\n- d'],
    ['1. a\n2. |b\n3. c|', '1. a\n   1. b\n   2. c'],
    ['- a|', '- a'],
    ['```\nx|\n```', '```\n  x\n```'],
    ['```js\nx\n|', '```js\nx\n  '],
  ])('moves an item under the one above it, with what hangs under it: %j', (before, after) => {
    expect(run(before, moveIn)).toBe(after);
  });

  test.each(['words|', '', '# head|', '```\nx\n```|', '```\nx\n```\n|'])('leaves other text: %j', (text) => {
    expect(run(text.includes('|') ? text : `${text}|`, moveIn)).toBeNull();
  });
});

test.each([
  ['- a\n  - b|', '- a\n- b'],
  ['1. a\n   1. b|', '1. a\n2. b'],
  ['- a\n  - b\n    - c|', '- a\n  - b\n  - c'],
  ['- a|', null],
  ['words|', null],
])('Shift+Tab moves it out: %j', (before, after) => {
  expect(run(before, moveOut)).toBe(after);
});

test('Enter at an empty item ends the list, and what follows is no part of it', () => {
  expect(run('- a\n- |', endList)).toBe('- a\n\n');
  expect(run('- a\n\n- |', endList)).toBe('- a\n\n');
  expect(run('- a\n  - |', endList)).toBe('- a\n- ');
  expect(run('1. a\n   1. |', endList)).toBe('1. a\n2. ');
  expect(run('- a\n  - b|', endList)).toBeNull();
  expect(run('- a|', endList)).toBeNull();
});

import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { type ActionName, actionKeys, actionOf, ariaKeys, shownKeys } from './actions.ts';

/**
 * Runs commands on a text in which `|` marks both ends of the selection, or the cursor; returns the text with the same
 * marks.
 */
function run(marked: string, ...commands: (ActionName | StateCommand)[]): string {
  const [anchor, head] = [marked.indexOf('|'), marked.lastIndexOf('|')];
  const doc = marked.replaceAll('|', '');
  let state = EditorState.create({
    doc,
    selection: { anchor, head: head === anchor ? anchor : head - 1 },
    extensions: [markdown({ base: markdownLanguage }), actionKeys],
  });
  for (const command of commands) {
    const target = typeof command === 'string' ? actionOf(command).run : command;
    target({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
  }
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

const type =
  (words: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(words), { userEvent: 'input.type' }));
    return true;
  };

const goTo =
  (anchor: number): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update({ selection: { anchor } }));
    return true;
  };

describe('marks around words', () => {
  test('stand around what is selected, without the blanks at its ends', () => {
    expect(run('one| two |three', 'bold')).toBe('one| **two** |three');
    expect(run('one |two| three', 'italic')).toBe('one *|two|* three');
    expect(run('|two|', 'code')).toBe('`|two|`');
    expect(run('|two|', 'strikethrough')).toBe('~~|two|~~');
  });

  test('stand around the word the cursor is in, and go when asked for again', () => {
    expect(run('one tw|o three', 'bold')).toBe('one **tw|o** three');
    expect(run('one tw|o three', 'bold', 'bold')).toBe('one tw|o three');
    expect(run('one |two| three', 'bold', 'italic', 'bold')).toBe('one *|two|* three');
  });

  test('wait for words where there is none', () => {
    expect(run('one |', 'bold')).toBe('one **|**');
    expect(run('one |', 'bold', 'bold')).toBe('one |');
  });

  test('are left behind the words that were typed into them, and gone back into', () => {
    expect(run('one |', 'bold', type('two'), 'bold')).toBe('one **two**|');
    expect(run('one |', 'bold', type('two'), 'bold', type(' three'))).toBe('one **two** three|');
    expect(run('one |', 'code', type('two'), 'code', type(', '), 'code', type('three'))).toBe('one `two`, `three|`');
    expect(run('one |', 'bold', type('two'), 'bold', 'bold', type('s'))).toBe('one **twos|**');
    expect(run('|', 'bold', 'italic', type('two'), 'italic', type(' three'), 'bold')).toBe('***two* three**|');
  });

  test('do not close behind a blank, which would make none of them', () => {
    expect(run('one |', 'bold', type('two '), 'bold', type('three'))).toBe('one **two** three|');
  });

  test('go as before where the cursor has been elsewhere', () => {
    expect(run('one |', 'bold', type('two'), goTo(7), 'bold')).toBe('one t|wo');
    expect(run('one |', 'bold', type('two'), goTo(0), goTo(9), 'bold')).toBe('one two|');
  });

  test('do not reach over lines, nor stand before what a line begins with', () => {
    expect(run('|one\n\n- two\n> ## three|', 'bold')).toBe('**|one**\n\n- **two**\n> ## **three|**');
  });
});

describe('what a line is', () => {
  test.each<[string, ActionName[], string]>([
    ['on|e', ['heading-2'], '## on|e'],
    ['on|e', ['heading-2', 'heading-3'], '### on|e'],
    ['on|e', ['heading-2', 'heading-2'], 'on|e'],
    ['## on|e', ['paragraph'], 'on|e'],
    ['- on|e', ['ordered'], '1. on|e'],
    ['> - on|e', ['task'], '> - [ ] on|e'],
    ['|one\n\ntwo|', ['ordered'], '1. |one\n\n2. two|'],
    ['|one\ntwo|', ['bullet', 'bullet'], '|one\ntwo|'],
    ['|one\ntwo|', ['quote'], '> |one\n> two|'],
    ['|one\ntwo|', ['quote', 'quote'], '|one\ntwo|'],
    ['|', ['bullet'], '- |'],
  ])('%j becomes %j: %j', (before, actions, after) => {
    expect(run(before, ...actions)).toBe(after);
  });
});

describe('in and out', () => {
  test('items of lists and lines of code are moved', () => {
    expect(run('- a\n- b|', 'indent')).toBe('- a\n  - b|');
    expect(run('- a\n- b|', 'indent', 'outdent')).toBe('- a\n- b|');
    expect(run('```\nx|\n```', 'indent')).toBe('```\n  x|\n```');
  });

  test.each([
    ['- a|', true],
    ['```\nx|\n```', true],
    ['words|', false],
    ['# head|', false],
  ])('elsewhere the key is answered with nothing, and the button is off: %j', (marked, isPossible) => {
    const doc = marked.replace('|', '');
    const state = EditorState.create({
      doc,
      selection: { anchor: marked.indexOf('|') },
      extensions: markdown({ base: markdownLanguage }),
    });
    for (const name of ['indent', 'outdent'] as const) {
      expect(actionOf(name).isPossible?.(state)).toBe(isPossible);
      let after = doc;
      const dispatch = (transaction: Transaction) => {
        after = transaction.newDoc.toString();
      };
      expect(actionOf(name).run({ state, dispatch })).toBe(true);
      if (!isPossible) expect(after).toBe(doc);
    }
  });
});

describe('blocks', () => {
  test('are kept apart from what is around them', () => {
    expect(run('one|\ntwo', 'table')).toMatch(
      /^one\n\n\| \|Heading\| \| Heading \|\n\| --- \| --- \|\n(?:\| {2}\| {2}\|\n){2}\ntwo$/,
    );
    expect(run('|', 'rule')).toBe('---\n|');
  });

  test('code goes between fences that it cannot end, and comes out again', () => {
    expect(run('o|ne', 'code-block')).toMatch(/^```\n\|?one\|?\n```\n$/);
    expect(run('a ``` |b', 'code-block')).toBe('````\n|a ``` b|\n````\n');
    expect(run('```js\non|e\n```', 'code-block')).toBe('on|e');
  });
});

test('keys are told as each computer writes them', () => {
  expect(shownKeys('Mod-Alt-1', false)).toBe('Ctrl+Alt+1');
  expect(shownKeys('Mod-Shift-x', true)).toBe('⌘⇧X');
  expect(ariaKeys('Mod-b')).toBe('Control+B Meta+B');
});

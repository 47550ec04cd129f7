import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { draw } from './live-marks.ts';

/**
 * Returns the look of each line, and the hidden parts of the text. The cursor is at `|`; without a `|` the editor has
 * no focus.
 */
function drawn(marked: string) {
  const anchor = marked.indexOf('|');
  const doc = marked.replace('|', '');
  const state = EditorState.create({
    doc,
    selection: { anchor: Math.max(0, anchor) },
    extensions: markdown({ base: markdownLanguage }),
  });
  const looks: Record<string, string> = {};
  const away: string[] = [];
  draw({ state, hasFocus: anchor >= 0, visibleRanges: [{ from: 0, to: doc.length }] }).between(
    0,
    doc.length,
    (from, to, { spec }) => {
      if (from === to) looks[state.doc.lineAt(from).text] = spec.class;
      else if (spec.class === undefined) away.push(doc.slice(from, to));
    },
  );
  return { looks, away };
}

describe('a heading is large', () => {
  test.each([
    ['# One\n\nText', '# One', 1, '# '],
    ['One\n===\n\nText', 'One', 1, '==='],
    ['Two\n---\n\nText', 'Two', 2, '---'],
  ])('%j, and its mark is away', (text, heading, level, mark) => {
    const { looks, away } = drawn(text);
    expect(looks[heading]).toBe(`cm-heading cm-heading-${level}`);
    expect(away).toEqual([mark]);
    expect(looks).not.toHaveProperty('Text');
  });

  test('of several lines, each is', () => {
    const { looks } = drawn('One\ngoes on\n---');
    expect([looks.One, looks['goes on'], looks['---']]).toEqual([
      'cm-heading cm-heading-2',
      'cm-heading cm-heading-2',
      'cm-underline-away',
    ]);
  });

  test('its underline is there while the cursor is in the heading or in the line beneath', () => {
    for (const text of ['O|ne\n===', 'One\n==|=']) {
      const { looks, away } = drawn(text);
      expect([looks['==='], away]).toEqual(['cm-underline', []]);
    }
    expect(drawn('One\n===\n\nTe|xt').away).toEqual(['===']);
  });

  test('a line across is none', () => {
    expect(drawn('One\n\n---\n').looks).toEqual({});
  });
});

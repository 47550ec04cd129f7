import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparedTexts } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { differenceOf, type Part, shortDifference, withoutDistant } from './difference.ts';

const sideOf = (parts: readonly Part[], other: 'gone' | 'new') =>
  parts
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('');

it('a difference holds both texts whole, whatever they are', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('a', 'b', 'word', ' ', '\n', '\n\n', '\r\n', '# ', '😀'), fc.string()))
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differenceOf(before, after);
      expect(sideOf(parts, 'new')).toBe(before);
      expect(sideOf(parts, 'gone')).toBe(after);
    }),
    { seed: 7 },
  );
});

it('a word that changed is shown alone, not its line', () => {
  expect(differenceOf('one\nthe old word\nlast', 'one\nthe new word\nlast')).toEqual([
    { kind: 'same', text: 'one\n' },
    { kind: 'same', text: 'the ' },
    { kind: 'gone', text: 'old' },
    { kind: 'new', text: 'new' },
    { kind: 'same', text: ' word\n' },
    { kind: 'same', text: 'last' },
  ]);
});

it('two long texts with nothing in common are told as replaced', () => {
  const text = (word: string) => Array.from({ length: 5000 }, (_, number) => `${word}${number}`).join('\n');
  expect(differenceOf(text('a'), text('b')).map(({ kind }) => kind)).toEqual(['gone', 'new']);
});

const blank = recordOf(comparedTexts, (name) => [name, '']);
const texts = { ...blank, title: 'T', slug: 't', excerpt: 'E', content: 'one two three' };

it.each([
  [{}, 'The texts stayed as they were'],
  [{ title: 'U', slug: 'u' }, 'Title, slug'],
  [{ subtitle: 'S' }, 'Subtitle'],
  [{ excerpt: 'F', content: 'one three' }, 'Excerpt, 1 word removed'],
  [{ content: 'one 2 3 three four' }, '3 words added, 1 word removed'],
  [{ content: 'one  two three' }, 'Blanks or signs in the content'],
])('a save that changed %j is called %j', (change, name) => {
  expect(shortDifference(texts, { ...texts, ...change })).toBe(name);
});

it('what is far from any change is left out', () => {
  const lines = Array.from({ length: 20 }, (_, number) => `line ${number}\n`);
  const shown = withoutDistant([
    { kind: 'same', text: lines.join('') },
    { kind: 'new', text: 'added\n' },
    { kind: 'same', text: lines.join('') },
  ]);
  expect(shown).toEqual([
    null,
    { kind: 'same', text: 'line 18\nline 19\n' },
    { kind: 'new', text: 'added\n' },
    { kind: 'same', text: 'line 0\nline 1\n' },
    null,
  ]);
});

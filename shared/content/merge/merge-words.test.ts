import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './merge-words.ts';

const joined = (before: string, after: string, ...kinds: string[]) =>
  diffWords(before, after)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('');

test('a changed word is shown in its sentence', () => {
  expect(diffWords('One old word.\n\nRest.', 'One new word.\n\nRest.')).toEqual([
    { kind: 'same', text: 'One ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' word.\n\nRest.' },
  ]);
});

test('equal texts have no difference', () => {
  expect(diffWords('Same.\n', 'Same.\n')).toEqual([{ kind: 'same', text: 'Same.\n' }]);
  expect(diffWords('', '')).toEqual([]);
});

test('the old and the new text can be read off a difference, to the letter', () => {
  const word = fc.constantFrom('a', 'b', 'word', 'Ω', '😀', ' ', '\n', '\n\n', '- ', '# ', '.', '  ');
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(joined(before, after, 'same', 'removed')).toBe(before);
      expect(joined(before, after, 'same', 'added')).toBe(after);
    }),
    { seed: 44, numRuns: 200 },
  );
});

test('two texts with nothing in common are shown one after the other', () => {
  const words = (letter: string) => Array.from({ length: 2000 }, (_, index) => `${letter}${index}`).join(' ');
  expect(diffWords(words('a'), words('b'))).toEqual([
    { kind: 'removed', text: words('a') },
    { kind: 'added', text: words('b') },
  ]);
});

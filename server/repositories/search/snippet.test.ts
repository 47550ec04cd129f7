import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSnippets } from './snippet.ts';

const word = (text: string) => [{ word: text, isPrefix: false }];
const beginning = (text: string) => [{ word: text, isPrefix: true }];
const snippet = (text: string, ...wanted: Parameters<typeof createSnippets>[0][number][]) =>
  createSnippets(wanted)(text);

test('matches become mark, everything else is escaped', () => {
  expect(snippet(`a b <c> & "d" 'e'`, word('b')).html).toBe(
    'a <mark>b</mark> &lt;c&gt; &amp; &quot;d&quot; &#39;e&#39;',
  );
});

test('a word is marked as it stands in the text, found as a beginning or for another', () => {
  expect(snippet('Crème Gardening', word('creme'), beginning('garden')).html).toBe(
    '<mark>Crème</mark> <mark>Gardening</mark>',
  );
  expect(snippet('a device', [...word('devise'), ...word('device')]).html).toBe('a <mark>device</mark>');
  expect(snippet('a device', word('devi'))).toMatchObject({ html: 'a device', isMarked: false });
});

test('of a long text, the first piece that holds the most of the words', () => {
  const gap = 'x '.repeat(100).trim();
  const text = `one ${gap} two ${gap} one two ${gap} two one`;
  const { html } = snippet(text, word('one'), word('two'));
  expect(html).toMatch(/^…(x )+<mark>one<\/mark> <mark>two<\/mark>( x)+…$/);
  expect(html.match(/x/g)).toHaveLength(26);
});

test('at the beginning and the end of a text nothing is left out', () => {
  expect(snippet(`(tea) ${'x '.repeat(40)}`, word('tea')).html).toBe(`(<mark>tea</mark>)${' x'.repeat(27)}…`);
  expect(snippet(`${'x '.repeat(40)}tea!`, word('tea')).html).toBe(`…${'x '.repeat(27)}<mark>tea</mark>!`);
});

describe('work', () => {
  test('a word that stands in a text often costs no more than one that stands there once', () => {
    const { html, looked } = snippet('the '.repeat(25_000), beginning('the'));
    expect(html.match(/<mark>/g)).toHaveLength(28);
    expect(looked).toBeLessThan(200);
  });

  test('each character is looked at once, also where a word is wanted that the text does not hold', () => {
    const text = 'the of and to '.repeat(7000);
    const wanted = ['the', 'of', 'and', 'to', 'absent'].map(word);
    expect(snippet(text, ...wanted)).toMatchObject({ looked: text.length, isMarked: true });
  });

  test('words and gaps of any length make no long snippet', () => {
    const long = `${'!'.repeat(50_000)}${'z'.repeat(50_000)} tea ${'?'.repeat(50_000)}`;
    for (const wanted of [word('tea'), beginning('z'), word('absent')]) {
      expect(snippet(long, wanted).html.length).toBeLessThan(1000);
    }
    expect(snippet(long, word('tea')).html).toContain('<mark>tea</mark>');
  });
});

test('whatever a text holds, marks are in balance and nothing else is markup', () => {
  const piece = fc.constantFrom('<', '>', '&', '"', "'", 'a', ' ', 'b', '\ud800', '<mark>', '</mark>', '&lt;');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const { html } = snippet(pieces.join(''), word('a'), beginning('mar'));
      expect(html.replaceAll(/<mark>[^<>]*<\/mark>/g, '')).not.toMatch(/[<>"']/);
      expect(html.isWellFormed()).toBe(true);
    }),
    { seed: 20250601, numRuns: 300 },
  );
});

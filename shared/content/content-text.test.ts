import { expect, test } from 'vitest';
import { contentText } from './content-text.ts';

test('the words of a post are those that readers see, not marks, addresses and comments', () => {
  const markdown = '<!-- hidden -->\n\n[Rye **bread**](https://example.org/a/long/address?with=much) rises.';
  expect(contentText(markdown).trim()).toBe('Rye bread rises.');
});

test('a text too complex to render is given back as it stands', () => {
  const markdown = `${'>'.repeat(200)} rye`;
  expect(contentText(markdown)).toBe(markdown);
});

import { expect, test } from 'vitest';
import { acceptsMarkdown } from './accepts-markdown.ts';

test.each([
  ['text/markdown', true],
  ['Text/Markdown; charset=utf-8', true],
  ['text/markdown, */*', true],
  ['text/markdown, */*;q=0.8', true],
  ['text/html;q=0.9, text/markdown', true],
  ['text/html;q=0.1,text/markdown;q=0.2', true],
  ['text/markdown, text/html, */*', true],
  ['text/markdown;q=0.5, application/json', true],
  ['text/html, text/markdown', false],
  ['text/html, text/markdown;q=0.9, */*;q=0.8', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.000, */*', false],
  ['text/markdown;q=0.5, */*', false],
  ['text/markdown;q=0.5, text/*;q=0.6, */*;q=0.1', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', false],
  ['text/x-markdown', false],
  ['text/markdownish', false],
  ['*/*', false],
  ['text/*', false],
  ['', false],
  [undefined, false],
])('%j asks for Markdown rather than for HTML: %s', (accept, expected) => {
  expect(acceptsMarkdown(accept)).toBe(expected);
});

test('a header that makes no sense, or is longer than any program’s, asks for nothing', () => {
  for (const text of [
    ',;,;q=,=,text/markdown/,q=1',
    `${',;'.repeat(400)}text/markdownx`,
    `${'a/b;q=0.5,'.repeat(800)}text/markdown`,
    'text/markdown;q=0.5;q=0.9;q=x, text/html;q=0.7',
  ]) {
    expect(acceptsMarkdown(text)).toBe(false);
  }
  expect(acceptsMarkdown(`${'a/b;q=0.5,'.repeat(80)}text/markdown`)).toBe(true);
});

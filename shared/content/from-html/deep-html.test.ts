import { expect, test } from 'vitest';
import { isDeepHtml } from './deep-html.ts';

test.each<[string, string, boolean]>([
  ['a document of some levels is not deep', '<div><ul><li><p>a'.repeat(100), false],
  ['more open elements than any document has are', '<div>'.repeat(401), true],
  ['elements one after the other are not', '<div>a</div>'.repeat(2000), false],
  ['ends of what is not open end nothing', '<div></b></i>'.repeat(401), true],
  ['a name ends where HTML has it end: “p<” is no paragraph', '<p<p>a</p>'.repeat(401), true],
])('%s', (_rule, html, isDeep) => {
  expect(isDeepHtml(html)).toBe(isDeep);
});

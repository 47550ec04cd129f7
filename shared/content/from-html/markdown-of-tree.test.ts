import fc from 'fast-check';
import type { Element, ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { runsOf } from '#tests/share.ts';
import { markdownInParts, markdownOfTree } from './markdown-of-tree.ts';

const PIECES = [
  '<p>words</p>',
  '<p> edge <b>loud </b></p>\n',
  '<p>line<br></p>',
  '<p></p>',
  '<p>&nbsp;</p>',
  '<p><img src="https://a.example/a.png" alt="A"></p>',
  '<h2>Head</h2>',
  '<h3></h3>',
  '<ul><li>item</li></ul>',
  '<ol><li>1</li><li>2<ul><li>in</li></ul></li></ol>',
  '<table><tr><th>h</th></tr><tr><td>c</td></tr></table>',
  '<blockquote><p>said</p></blockquote>',
  '<pre><code>  code\n</code></pre>',
  '<div><p>boxed</p><p>twice</p></div>',
  '<hr>',
  'loose words ',
  '<b>loose</b>',
  '<br>',
];

/** Returns the tree as the editor reads it. */
const bodyOf = (html: string): Element => ({
  type: 'element',
  tagName: 'body',
  properties: {},
  children: fromHtml(html, { fragment: true }).children as ElementContent[],
});

/** Converts in parts; returns all the Markdown, and the number of parts. */
function inParts(html: string, size: number) {
  const steps = markdownInParts(bodyOf(html), {}, size);
  for (let parts = 0; ; parts += 1) {
    const { done, value } = steps.next();
    if (done) return { markdown: value, parts };
  }
}

test('in parts a tree says what it says as a whole', () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(''));
  const boxed = fc.oneof(
    pieces,
    pieces.map((html) => `<div class="page">${html}</div>`),
  );
  fc.assert(
    fc.property(boxed, fc.integer({ min: 1, max: 9 }), (html, size) => {
      expect(inParts(html, size).markdown).toBe(markdownOfTree(bodyOf(html)));
    }),
    { numRuns: runsOf(600) },
  );
});

test('a part is about as long as it may be, in a box around everything too', () => {
  const paragraphs = '<p>Words and <b>loud</b> ones.</p>\n'.repeat(1000);
  for (const html of [paragraphs, `<div>\n${paragraphs}</div>`]) {
    // Each paragraph has five nodes.
    expect(inParts(html, 100).parts).toBe(50);
  }
  expect(inParts('<p>short</p>', 100)).toEqual({ markdown: 'short', parts: 1 });
});

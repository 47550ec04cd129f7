import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { markdownOfTree } from '../from-html/markdown-of-tree.ts';
import { renderContent } from '../pipeline.ts';
import { keepFromCleaning } from './keep-from-cleaning.ts';

function kept(html: string): string {
  return markdownOfTree(fromHtml(html, { fragment: true }), { change: keepFromCleaning });
}

test.each([
  ['<p>TL;DR</p><p>a</p>', '&#84;L;DR\n\na', 'TL;DR / a'],
  ['<p><strong>TL;DR:</strong> keep <em>pushing</em></p>', '**&#84;L;DR:** keep *pushing*', 'TL;DR: keep pushing'],
  ['<blockquote><p>a<br>tldr b</p></blockquote>', '> a\\\n> &#116;ldr b', 'a / tldr b'],
  ['<h2>Call to action</h2><p>a</p>', '## &#67;all to action\n\na', 'Call to action / a'],
  ['<p>Here is the post:</p><p>a</p>', '&#72;ere is the post:\n\na', 'Here is the post: / a'],
  [
    '<p>a</p><p>Would you like me to add <a href="/b">b</a>?</p>',
    'a\n\n&#87;ould you like me to add [b](/b)?',
    'a / Would you like me to add b?',
  ],
  ['<ul><li>--- end of post ---</li></ul>', '- \\--- &#101;nd of post ---', '--- end of post ---'],
  ['<p>TL;DR a<br>TL;DR b</p>', '&#84;L;DR a\\\n&#84;L;DR b', 'TL;DR a / TL;DR b'],
])('%s stays as %j', (html, markdown, text) => {
  expect(kept(html)).toBe(markdown);
  expect(renderContent(markdown).text.replaceAll('\n', ' / ')).toBe(text);
});

test.each([
  '<p>a TL;DR b</p>',
  '<h2>Calls to action</h2>',
  '<p>A call to action</p>',
  '<pre><code>TL;DR\n</code></pre>',
])('%s is written as ever', (html) => {
  expect(kept(html)).toBe(markdownOfTree(fromHtml(html, { fragment: true })));
});

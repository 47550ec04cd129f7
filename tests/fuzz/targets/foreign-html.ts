import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { htmlToMarkdown } from '#server/services/import/html/html-to-markdown.ts';
import { isDeepHtml } from '#shared/content/from-html/deep-html.ts';
import { markdownOfTree } from '#shared/content/from-html/markdown-of-tree.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { renderContent } from '#shared/content/pipeline.ts';
import { faultsOf } from '#shared/content/testing/html-faults.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords, mutatedTexts } from '../mutations.ts';

/** Samples as office programs, Google Docs and web pages put them into the clipboard. */
const SAMPLES = [
  '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Tea</span> and <span style="font-style:italic">cups</span></p><ul><li dir="ltr"><p>One</p></li><ul><li>Two</li></ul></ul><table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table></b>',
  "<html xmlns:o='urn:schemas-microsoft-com:office:office'><body><!--StartFragment--><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>1.<span>&nbsp;</span></span><![endif]>One<o:p></o:p></p><p class=MsoNormal><b>Bold</b><a href='#_ftn1'>[1]</a></p><!--EndFragment--></body></html>",
  '<h2>Title</h2><p>Words <a href="https://a.example/?a=1&amp;b=2">there</a> <code>a`b</code><br>next</p><blockquote><p>Said</p></blockquote><pre><code class="language-js">a &lt; b</code></pre><ol start="3"><li><input type="checkbox" checked> done</li></ol><figure><img src="https://a.example/a.png" alt="A"><figcaption>B</figcaption></figure>',
];
const WORDS = [
  ...[
    '<p>',
    '</p>',
    '<b>',
    '<ul>',
    '<li>',
    '<ol start=',
    '<table>',
    '<td colspan=9>',
    '<tr>',
    '<pre>',
    '<code>',
    '<blockquote>',
  ],
  ...[
    '<h1>',
    '<h6>',
    '<a href="',
    '<img src="',
    '<br>',
    '<hr>',
    '<input type=checkbox>',
    '<svg>',
    '<math>',
    '<template>',
    '<title>',
  ],
  ...[
    '<script>alert(1)</script>',
    '<svg onload=x>',
    'javascript:alert(1)',
    'data:text/html,x',
    '"',
    "'",
    '>',
    '<',
    '<!--',
    '-->',
  ],
  ...[
    'style="',
    'mso-list:l0 level9 lfo1',
    'font-weight:700',
    '&lt;',
    '&#0;',
    '&nbsp;',
    '\u200b',
    '`',
    '**',
    '_',
    '|',
    '[',
    '](',
    '\\',
    '{% raw %}',
    '\n\n',
  ],
  ...['<div>'.repeat(450), '<b><i>'.repeat(40)],
];

/**
 * HTML of other programs: as an import reads it, and, from its tree on, as the editor's paste does. The earlier part of
 * the paste uses the browser's own document, and is tested in a browser.
 */
export function foreignHtmlTarget(): FuzzTarget {
  return asTarget<string>({
    name: 'HTML of other programs',
    cost: 6,
    inputs: fc.oneof(mutatedTexts(SAMPLES, WORDS), fromWords(WORDS)),
    async parse(html) {
      try {
        if (!isDeepHtml(html)) mustRenderSafely(markdownOfTree(fromHtml(html)));
        mustRenderSafely((await htmlToMarkdown(html)).markdown);
        return true;
      } catch (error) {
        if (error instanceof ImportFault) return false;
        throw error;
      }
    },
  });
}

function mustRenderSafely(markdown: string): void {
  try {
    const faults = faultsOf(renderContent(markdown).html);
    must(faults.length === 0, `unsafe: ${faults.join(', ')}`);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'content_too_complex')) throw error;
  }
}

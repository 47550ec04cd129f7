import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '#server/paths.ts';
import { renderContent } from '#shared/content/pipeline.ts';
import { faultsOf } from '#shared/content/testing/html-faults.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords, mutatedTexts } from '../mutations.ts';

/** Text that has a meaning in Markdown, in HTML or for a browser. */
const WORDS = [
  ...[
    '# ',
    '## ',
    '> ',
    '- ',
    '1. ',
    '- [ ] ',
    '```',
    '~~~',
    '`',
    '**',
    '_',
    '~~',
    '[',
    ']',
    '](',
    '![',
    '[^1]',
    '[^1]: ',
  ],
  ...[
    '|',
    '|-|\n',
    '\\',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '&lt;',
    '&#x6a;',
    '&colon;',
  ],
  ...[
    '<svg>',
    '<math>',
    '<mtext>',
    '<style>',
    '</style>',
    '<template>',
    '<noscript>',
    '<script>',
    '</script>',
    '<title>',
  ],
  ...['<table>', '<td>', '<tr>', '<caption>', '<select>', '<option>', '<form id=x>', '<input name=body>', '<a name=x>'],
  ...[
    '<img src=x onerror=alert(1)>',
    '<iframe srcdoc="',
    '<base href=//e>',
    '<meta http-equiv=refresh>',
    '<link rel=x>',
  ],
  ...[
    '<a href="javascript:alert(1)">',
    '<a href="',
    '" style="x:y" ',
    "' onmouseover='",
    ' id=__proto__ ',
    ' class="x y" ',
  ],
  ...[
    'java\nscript:',
    'data:text/html,',
    'vbscript:',
    'https://youtu.be/dQw4w9WgXcQ\n',
    '{% raw %}',
    '{{ x }}',
    '[Insert x]',
  ],
];

const folder = path.join(projectRoot(), 'shared/content/fixtures');
const samples = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

/**
 * The most characters of HTML for one character of Markdown; a table's empty cells and the levels of a list need the
 * most.
 */
const MOST_GROWTH = 60;

/** Markdown to the HTML that readers get. */
export function markdownTarget(): FuzzTarget {
  return asTarget<string>({
    name: 'Markdown to HTML',
    cost: 5,
    inputs: fc.oneof(mutatedTexts(samples(), WORDS), fromWords(WORDS)),
    parse(markdown) {
      try {
        const { html } = renderContent(markdown);
        const faults = faultsOf(html);
        must(faults.length === 0, `unsafe: ${faults.join(', ')}`);
        must(html.length <= 1000 + MOST_GROWTH * markdown.length, `${html.length} characters of HTML`);
        must(renderContent(markdown).html === html, 'another HTML the second time');
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'content_too_complex') return false;
        throw error;
      }
    },
  });
}

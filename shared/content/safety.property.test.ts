import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { runsOf } from '#tests/share.ts';
import { renderContent } from './pipeline.ts';
import { faultsOf } from './testing/html-faults.ts';

// Pieces with a meaning in Markdown, in HTML, or in our own rules, put together at random.
const pieces = fc.constantFrom(
  ...['a', 'b c', ' ', '\n', '\n\n', '    ', '\t', '> ', '- ', '1. ', '# ', '## ', '---\n', '```\n', '~~~', '`', '``'],
  ...[
    '*',
    '**',
    '_',
    '~~',
    '[',
    ']',
    '](',
    ')',
    '![',
    '(/x "t")',
    '[^1]',
    '[^1]: ',
    '[r]: /x\n',
    '|',
    '|-|\n',
    '\\',
    '&lt;',
  ],
  ...[
    '<',
    '>',
    '"',
    "'",
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '&#x0a;',
    '&colon;',
    'javascript:',
    'data:',
    '//',
  ],
  ...[
    '<b>',
    '</b>',
    '<a href="',
    '<a href="#x">',
    '</a>',
    '<p>',
    '</p>',
    '<div id="x">',
    '</div>',
    '<h1 id=x>',
    '</h1>',
  ],
  ...[
    '<ul>',
    '<li>',
    '</ul>',
    '<table>',
    '<tr>',
    '<td>',
    '<th colspan=2>',
    '</table>',
    '<caption>',
    '<dl>',
    '<dt>',
    '<dd>',
  ],
  ...[
    '<details>',
    '<summary>',
    '<figure>',
    '<figcaption>',
    '<blockquote class="twitter-tweet">',
    '</blockquote>',
    '<pre>\n',
  ],
  ...[
    '<svg>',
    '<style>',
    '</style>',
    '<math>',
    '<template>',
    '<script>',
    '</script>',
    '<textarea>',
    '<select>',
    '<form>',
  ],
  ...[
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ">',
    '<input>',
    '<img src=x onerror=alert(1)>',
    '<br>',
    '<hr>',
  ],
  ...[
    'https://youtu.be/dQw4w9WgXcQ\n',
    'www.example.org',
    'a@b.example',
    '{{ "/x" | url }}',
    '{% x %}',
    '{{',
    '[Insert x]',
  ],
  ...['TL;DR', '- [x] ', '[END]', '\u00a0', '\u2028', 'é', '\ud83d', '😀', '\u0000', '\r', '\f', '\u0007'],
);
const markdownish = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

describe('whatever is written', () => {
  const seed = 20_240_711;

  it('comes out safe, is read by a parser as it was written, or is refused as too complex', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: markdownish }, { weight: 1, arbitrary: fc.string() }),
        (markdown) => {
          try {
            const { html } = renderContent(markdown);
            expect(faultsOf(html)).toEqual([]);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.code).toBe('content_too_complex');
          }
        },
      ),
      { seed, numRuns: runsOf(600) },
    );
  });
});

import fc from 'fast-check';
import { readTemplateTags } from '#server/services/import/template-tags.ts';
import { renderContent } from '#shared/content/pipeline.ts';
import { faultsOf } from '#shared/content/testing/html-faults.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords, mutatedTexts } from '../mutations.ts';

const SAMPLES = [
  '{% image "assets/a.png" "A boat" %}\n\n{% include "figure.html", image: "/a.png", alt: "A", caption: "B" %}\n',
  '{{< figure src="/a.png" alt="A" >}} said {{ "melissa-braxton" | team_link }} ![x]({{ image | url }})\n',
  '`{% raw %}{{{% endraw %} a }}`\n\n```\n{% raw %}\n{% for a in b %}\n{% endraw %}\n```\n{% comment %} x {% endcomment %}\n',
  '<figure>\n{% image "a.png" "The "best" <boat>" %}\n</figure>\n[a]({{ "/b/" | url }}) <a href="{{ site.baseurl }}/c">\n',
];
const WORDS = [
  ...[
    '{% raw %}',
    '{% endraw %}',
    '{% comment %}',
    '{% endcomment %}',
    '{%',
    '%}',
    '{%-',
    '-%}',
    '{{',
    '}}',
    '{{<',
    '>}}',
  ],
  ...[
    'image "a.png"',
    '"',
    "'",
    'alt="',
    'url=',
    '| url',
    '| team_link',
    'page.image',
    '`',
    '```\n',
    '<a href="',
    '<svg onload=x>',
  ],
  ...['javascript:alert(1)', '](', '![', '\n\n', '    ', '-', 'a'.repeat(300)],
];
/**
 * The most characters that one character can become: a brace of a raw part is escaped, a post's own picture is written
 * out.
 */
const MOST_GROWTH = 5;

/** Texts with the template tags of other site generators, as an import reads them. */
export function templateTagsTarget(): FuzzTarget {
  return asTarget<string>({
    name: 'template tags (Liquid, Hugo)',
    cost: 6,
    inputs: fc.oneof(mutatedTexts(SAMPLES, WORDS), fromWords(WORDS)),
    parse(markdown) {
      try {
        const read = readTemplateTags(markdown, '/own.png');
        must(read.length <= 1000 + MOST_GROWTH * markdown.length, `${read.length} characters`);
        must(readTemplateTags(markdown, '/own.png') === read, 'another text the second time');
        const faults = faultsOf(renderContent(read).html);
        must(faults.length === 0, `unsafe: ${faults.join(', ')}`);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'content_too_complex') return false;
        throw error;
      }
    },
  });
}

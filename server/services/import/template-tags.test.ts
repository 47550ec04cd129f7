import { expect, test } from 'vitest';
import { shareOf } from '#tests/share.ts';
import { readTemplateTags } from './template-tags.ts';

test.each([
  ['a picture with its text', '{% image "assets/a.png" "18F\'s troop" %}', "![18F's troop](assets/a.png)"],
  ['a class before the text', '{% image_with_class "a.jpg" "width-50 left" "A boat" %}', '![A boat](a.jpg)'],
  ['a picture alone', "{%- image '/a.png' -%}", '![](/a.png)'],
  [
    'quotation marks in the text',
    '{% image "a.png" "Headline: "Huge", they said" %}',
    '![Headline: "Huge", they said](a.png)',
  ],
  [
    'marks of Markdown in the text',
    '{% image "a.png" "a [b] *c* `d` <e>" %}',
    '![a \\[b\\] \\*c\\* \\`d\\` \\<e\\>](a.png)',
  ],
  [
    'a figure with a caption',
    '{% include "figure.html",\n  image: "/a.png",\n  alt: "A",\n  caption: "It is \'quoted\'" %}',
    '![A](/a.png "It is \'quoted\'")',
  ],
  [
    'a figure that leads somewhere',
    '{% include figure.html url="https://x.org/?a=1" image="/a.png" alt="A" %}',
    '[![A](/a.png)](https://x.org/?a=1)',
  ],
  ["Hugo's figure", '{{< figure src="/a b.png" alt="A" >}}', '{{< figure src="/a b.png" alt="A" >}}'],
  ["Hugo's figure", '{{< figure src="/a.png" alt="A" >}}', '![A](/a.png)'],
  ['the picture of the post', '![x]({{ image | url }}) {{ page.image }}', '![x](/own.png) /own.png'],
  ['a person named by a key', 'said {{ "melissa-braxton" | team_link }}, of', 'said Melissa Braxton, of'],
  ['an address', '[a]({{ "/b/" | url }}) <a href="{{ site.baseurl }}/c">', '[a](/b/) <a href="/c">'],
  ['a comment', 'a{% comment %} b {{ c }} {% endcomment %}d', 'ad'],
  ['what shows braces', '{% raw %}{{ a }}{% endraw %}', '\\{\\{ a \\}\\}'],
  ['braces in code', '`{% raw %}{{{% endraw %} a }}`', '`{{ a }}`'],
  [
    'braces in a block of code',
    '```\n{% raw %}\n{% for a in b %}\n{% endraw %}\n```',
    '```\n\n{% for a in b %}\n\n```',
  ],
])('%s is read', (_, markdown, text) => {
  expect(readTemplateTags(markdown, '/own.png')).toBe(text);
});

test('in HTML a picture is an HTML picture', () => {
  expect(readTemplateTags('<figure>\n{% image "a.png" "The "best" <boat>" %}\n</figure>', undefined)).toBe(
    '<figure>\n<img src="a.png" alt="The &quot;best&quot; &lt;boat&gt;">\n</figure>',
  );
});

test('code, tags we do not know, and what never ends stay', () => {
  for (const text of [
    '`{% image "a.png" "b" %}`',
    '    {% image "a.png" "b" %}',
    '{% for a in b %}{{ a.name }}{% endfor %}',
    '{{ "maya" | team_photo }}',
    '{% raw %} {{ a }}',
    '{% comment %} a',
    '{% image "a.png',
    '{{ image }}',
  ]) {
    expect(readTemplateTags(text, undefined)).toBe(text);
  }
});

// Seconds of processor time. Linear work takes less than one; searching to the end of the text from each part would
// take a minute.
const BOUND = 6;
const cases = [
  ['blocks that never end', '{% raw %}'],
  ['comments that never end', '{% comment %}'],
  ['tags that never end', '{%a'],
  ['long names', `{%${'a'.repeat(3999)}`],
  ['long words in tags', `{% x ${'a'.repeat(3900)} %}`],
] as const;
test.each(shareOf(cases, 5))('400 KB of %s take no longer than as much of anything else', (_, part) => {
  const text = part.repeat(Math.ceil(400_000 / part.length));
  const before = process.cpuUsage();
  expect(readTemplateTags(text, undefined)).toBe(text);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(BOUND);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveTemplateAddresses } from './template-addresses.ts';

describe('addresses in template tags', () => {
  it.each([
    ['[a]({{ "/about/" | url }})', '[a](/about/)'],
    ["[a]({{ '/about/' | relative_url }}#x)", '[a](/about/#x)'],
    ['[a]({{site.baseurl}}/x) ![b]({{ site.url }}/y.png)', '[a](/x) ![b](/y.png)'],
    ['<img src="{{ "/x.png" | url }}">', '<img src="/x.png">'],
    ['{{ "https://example.org/v" | embed: "A film" }}', 'https://example.org/v'],
    ['[a]({{ page.url }})', '[a]({{page.url}})'],
    ['[a]({{ "x" | team_photo }})', '[a]({{"x"|team_photo}})'],
  ])('%s is read as %s', (source, result) => {
    expect(resolveTemplateAddresses(source)).toBe(result);
  });

  it.each([
    'nothing here',
    '{{ page.title }} and {% tag %}',
    '`[a]({{ "/x" | url }})`',
    '`` {{ "/x" | url }} ` {{ "/x" | url }} ``',
    '```\n{{ "/x" | url }}\n```',
    '> ~~~liquid\n> {{ "/x" | url }}\n> ~~~',
    '[a]({{ "java script:x" | url }} "t")',
    '{{ "/x\\" onerror=alert(1)" | url }}',
    '{{ "<script>" | url }}',
    '[a]({{ "x) [b](y" | url }} z)',
    '{{ "/x" | url',
  ])('%j stays as it is', (source) => {
    expect(resolveTemplateAddresses(source)).toBe(source);
  });

  it('goes on after a fence and after a code span', () => {
    expect(
      resolveTemplateAddresses('```\n{{ "/x" | url }}\n```\n{{ "/y" | url }} `a` {{ "/z" | url }} ` {{ "/w" | url }}'),
    ).toBe('```\n{{ "/x" | url }}\n```\n/y `a` /z ` /w');
  });

  it('never adds anything that means something to a link, an attribute or a line', () => {
    const count = (text: string) => text.replace(/[^<>\n`[\]\\]/g, '').length;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{{', '}}', '"', "'", '/x', ' | url', ' ', '](', ')', '<', '>', '`', '\n', '\\'), {
          maxLength: 30,
        }),
        (parts) => {
          const source = parts.join('');
          const result = resolveTemplateAddresses(source);
          expect(result.length).toBeLessThanOrEqual(source.length);
          expect(count(result)).toBeLessThanOrEqual(count(source));
        },
      ),
      { seed: 3 },
    );
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { DEFAULT_STYLE } from '#shared/kernel/post-style.ts';
import { renderContent, renderPieces } from './pipeline.ts';
import { countWords } from './read-time.ts';

const folder = new URL('./fixtures/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length));

function fixture(name: string): string {
  return readFileSync(new URL(`${name}.md`, folder), 'utf8');
}

describe('every fixture', () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // The scroll container of a table is a div with a role, so that it does not count as a section of the post.
    rules: { 'prefer-native-element': 'off' },
  });

  it.each(names)('%s becomes its HTML', async (name) => {
    await expect(`${renderContent(fixture(name)).html}\n`).toMatchFileSnapshot(`fixtures/${name}.html`);
  });

  it.each(names)('%s says the same in pieces, with as many words', (name) => {
    const { html, text } = renderContent(fixture(name));
    const pieces = renderPieces(fixture(name));
    const withoutBlanks = (markup: string) => markup.replace(/\s+/g, '');
    expect(withoutBlanks(pieces.map((piece) => piece.html).join(''))).toBe(withoutBlanks(html));
    expect(pieces.reduce((sum, { words }) => sum + words, 0)).toBe(countWords(text));
  });

  it.each(names)('%s becomes valid HTML', async (name) => {
    const report = await validator.validateString(renderContent(fixture(name)).html);
    expect(
      report.results.flatMap((result) => result.messages.map((each) => `${each.ruleId}: ${each.message}`)),
    ).toEqual([]);
  });
});

describe('pictures', () => {
  const info = {
    width: 800,
    height: 600,
    srcset: '/uploads/a-400.webp 400w, /uploads/a-800.webp 800w',
    src: '/uploads/a-400.webp',
  };

  it('show what is known of them and lead to the full size', () => {
    const { html } = renderContent('![a loaf](/uploads/a.png)', {
      picture: (src) => (src === '/uploads/a.png' ? info : null),
    });
    expect(html).toBe(
      '<p><a class="post-picture" href="/uploads/a.png" target="_blank" rel="noopener">' +
        '<img src="/uploads/a-400.webp" alt="a loaf" width="800" height="600" ' +
        'srcset="/uploads/a-400.webp 400w, /uploads/a-800.webp 800w" sizes="256px" loading="lazy" decoding="async"></a></p>',
    );
  });

  it('of our own site are found by their path', () => {
    const asked: string[] = [];
    const { pictures } = renderContent('![a](https://blog.example/uploads/a.png) ![b](https://other.example/b.png)', {
      siteOrigin: 'https://blog.example',
      picture: (src) => {
        asked.push(src);
        return null;
      },
    });
    expect(asked).toEqual(['/uploads/a.png', 'https://other.example/b.png']);
    expect(pictures).toEqual(asked);
  });

  it('that are smaller than their box have one of their own size, in either way of showing them', () => {
    const boxed = (width: number, height: number, pictures: 'small' | 'column' = 'small') =>
      renderContent('![a](/a.png)\n\n[![b](/a.png)](/b)', {
        picture: () => ({ width, height, srcset: '/a.webp 60w' }),
        style: { ...DEFAULT_STYLE, pictures },
      }).html.match(/<a [^>]*data-small/g)?.length ?? 0;
    expect([boxed(60, 40), boxed(256, 256), boxed(257, 40), boxed(40, 257), boxed(60, 40, 'column')]).toEqual([
      ...[2, 2, 0, 0, 0],
    ]);
  });

  it('of other sites are links while they are held back', () => {
    const { html } = renderContent(
      '![who](https://evil.example/?q=1) ![](//evil.example/x.png) ![mine](/uploads/a.png)',
      {
        holdRemotePictures: true,
      },
    );
    expect(html).toContain('<a href="https://evil.example/?q=1" target="_blank" rel="noopener">who</a>');
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).toContain('src="/uploads/a.png"');
  });
});

describe('what is answered beside the HTML', () => {
  const post = renderContent(fixture('links'));

  it('lists the links that lead out of the post, each once', () => {
    expect(post.links).toContain('https://example.org/a?b=1&c=2');
    expect(post.links).toContain('mailto:baker@example.org');
    expect(post.links.some((link) => link.startsWith('#'))).toBe(false);
    expect(new Set(post.links).size).toBe(post.links.length);
  });

  it('lists headings as they stand in the HTML', () => {
    const { headings, html } = renderContent(fixture('headings'));
    expect(headings[0]).toEqual({ id: 'text-bread-at-home', depth: 2, text: 'Bread at home' });
    for (const { id, depth } of headings) expect(html).toContain(`<h${depth} id="${id}"`);
  });

  it('gives the words without markup, code included', () => {
    const { text } = renderContent('# A **b**\n\nc [d](/e) <b>f</b> `g`[^1]\n\n```\nh\n```\n\n[^1]: i');
    expect(text).toBe('A b\nc d f g\nh\ni');
  });

  it('names the providers of embeds, each once', () => {
    expect(renderContent(fixture('embeds')).embeds).toEqual(['youtube', 'vimeo', 'twitter', 'instagram', 'tiktok']);
    expect(renderContent('> a quotation').embeds).toEqual([]);
  });

  it('counts what was thrown away', () => {
    expect(renderContent('<blink>a</blink> <script>b</script> {% c %} {{ d }} `{{ e }}`').dropped).toEqual({
      rawHtml: 2,
      templateTags: 2,
    });
  });
});

describe('odd input', () => {
  it.each(['', ' ', '\n\n', '\u0000', '\ud800', '\ufeff# a', '\r\n'])('%j renders', (markdown) => {
    expect(typeof renderContent(markdown).html).toBe('string');
  });

  it('control characters and lone surrogates do not reach the HTML', () => {
    const { html } = renderContent('a\u0001b\ud800c &#1; &#x0; &#13;d [e](/f\u0007 "g\u0002")');
    expect(html).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}/u);
  });
});

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderContent } from '../pipeline.ts';
import { cleaningList } from './clean-list.ts';

/** Returns the text that is left, with its lines joined. */
function left(markdown: string): string {
  return renderContent(markdown).text.replaceAll('\n', ' / ');
}

/**
 * The cleaning that is not done by a pattern: a fence round the whole post (`fence.ts`), HTML comments (`raw-html.ts`),
 * thematic breaks and emphasis (`clean.ts`).
 */
const structuralCleaning = ['fence', 'comments', 'thematic-breaks', 'emphasis'];

describe('every rule of the list', () => {
  it.each([...cleaningList.map(({ name }) => name), ...structuralCleaning])('%s has its fixture', (name) => {
    expect(existsSync(new URL(`../fixtures/clean-${name}.md`, import.meta.url))).toBe(true);
  });
});

describe('what is taken out', () => {
  it.each([
    ['---BLOG POST 1---\n\nRye', 'Rye'],
    ['=== POST 2 ===\nRye\n--- END OF BLOG POST ---', 'Rye'],
    ['[START]\nRye\n[END OF POST]', 'Rye'],
    ['Rye [Insert *photo* of `rye`] bread', 'Rye bread'],
    ['![Image of rye] bread [CTA]', 'bread'],
    ['- [Link to shop]\n- rye', 'rye'],
    ['**TL;DR:** short\nRye', 'Rye'],
    ['> TLDR short\n> Rye', 'Rye'],
    ['## **Call to Action!**\n\nRye', 'Rye'],
    ["Here's a 500-word blog post about rye:\n\nRye", 'Rye'],
    ['Certainly! Below is the revised article:\n\nRye', 'Rye'],
    ['Rye\n\nWould you like me to add a picture?', 'Rye'],
    ['```markdown\nRye\n```', 'Rye'],
    ['Here is your blog post:\n\n```md\nRye\n```', 'Rye'],
    ['```\n# Rye\n\nbread\n```', 'Rye / bread'],
    ['Rye<!-- a -->\n\n<!-- b -->\n\n***', 'Rye'],
  ])('%j leaves %j', (markdown, text) => {
    expect(left(markdown)).toBe(text);
  });
});

describe('a quotation that is a note', () => {
  it.each(['Note', 'Tip', 'Important', 'Warning', 'Caution'])('begins with its title: %s', (title) => {
    expect(left(`> [!${title.toUpperCase()}]\n> Rye`)).toBe(`${title} / Rye`);
    expect(renderContent(`> [!${title}] **Rye**`).html).toContain(`<p><strong dir="ltr">${title}</strong></p>`);
  });

  it('runs in the direction of its own words: its title has a direction of its own', () => {
    expect(renderContent('> [!NOTE]\n> שיפון').html).toMatch(/^<blockquote dir="auto">\s*<p><strong dir="ltr">/);
  });
});

describe('what an author means stays', () => {
  it.each([
    ['Here is the recipe you asked for.\n\nRye', 'Here is the recipe you asked for. / Rye'],
    ['Rye\n\nHere is your blog post:\n\nmore', 'Rye / Here is your blog post: / more'],
    ['Here is your blog post:', 'Here is your blog post:'],
    ['Rye\n\nLet me know if you bake it!', 'Rye / Let me know if you bake it!'],
    ['Rye TL;DR bread', 'Rye TL;DR bread'],
    ['## Call to action words', 'Call to action words'],
    ['A call to action', 'A call to action'],
    ['The --- post --- office', 'The --- post --- office'],
    ['[Imagine] and [Linked] and [Yours]', 'Imagine and Linked and Yours'],
    ['\\[Insert x\\] \\{{ y }}', '[Insert x] {{ y }}'],
    ['`[Insert x] TL;DR {{ y }}`', '[Insert x] TL;DR {{ y }}'],
    ['[Your bread](/b) [Insert](/c)', 'Your bread Insert'],
    ['|[CTA]|\n|-|\n|TL;DR|', '[CTA] / TL;DR'],
    ['```\nlet a = 1;\n```', 'let a = 1;'],
    ['```js\n# Rye\n```', '# Rye'],
    ['```md\nRye\n```\n\nand more', 'Rye / and more'],
  ])('%j leaves %j', (markdown, text) => {
    expect(left(markdown)).toBe(text);
  });
});

describe('emphasis', () => {
  it.each([
    ['**a** *b* ***c*** __d__ _e_', 'a b c d e'],
    ['[**a**](/b) ![*c*](/d)', 'a'],
    ['~~a~~ ~b~', 'a ~b~'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  ])('%j is read as %j', (markdown, text) => {
    expect(left(markdown)).toBe(text);
    expect(renderContent(markdown).html).not.toMatch(/<(?:strong|em)>/);
  });
});

describe('bracketed text', () => {
  it.each([
    ['[a]', '<strong>a</strong>'],
    ['[a *b* `c` [d](/e)]', '<strong>a b <code>c</code> <a href="/e" target="_blank" rel="noopener">d</a></strong>'],
    ['[a](b c)', '<strong>a</strong>(b c)'],
    ['a] b [c', 'a] b [c'],
    ['[ ] [x] [] [^1]', '[ ] [x] [] [^1]'],
  ])('%j becomes %j', (markdown, html) => {
    expect(renderContent(markdown).html).toBe(`<p>${html}</p>`);
  });
});

describe('template tags', () => {
  it('are dropped and counted wherever they stand but in code', () => {
    const { text, dropped } = renderContent(
      '{% a %}b {{ c }} [d {{ e }}](/f) [g]({{ h }}) `{{ i }}`\n{: .j}\n\n|{{ k }}|\n|-|\n|l|',
    );
    expect(text).toBe('b d g {{ i }}\nl');
    expect(dropped.templateTags).toBe(6);
  });

  it('may hold what Markdown reads as something else', () => {
    expect(left('a {% image "b_c_d" "*e* https://example.org/f [g](h)" %} i')).toBe('a i');
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shareOf } from '#tests/share.ts';
import { renderContent } from '../pipeline.ts';
import { checkBounds } from './bounds.ts';
import { limits } from './limits.ts';
import { lineCost } from './line-cost.ts';
import { textCost } from './text-cost.ts';

const tooComplex = expect.objectContaining({ code: 'content_too_complex', status: 422 });

function isRefused(markdown: string): boolean {
  try {
    checkBounds(markdown);
    return false;
  } catch (error) {
    expect(error).toEqual(tooComplex);
    return true;
  }
}

/** Repeats `unit` until the text has at least this number of characters. */
function fill(unit: string, characters: number): string {
  return unit.repeat(Math.ceil(characters / unit.length));
}

describe('size', () => {
  it('a million bytes of prose are rendered, one more is refused', () => {
    const prose = fill('Rye is a grain, and bread takes time.\n\n', limits.bytes / 10).slice(0, limits.bytes / 10);
    expect(isRefused(prose)).toBe(false);
    expect(isRefused('a'.repeat(limits.bytes))).toBe(false);
    expect(isRefused('a'.repeat(limits.bytes + 1))).toBe(true);
  });

  it('a million characters in short paragraphs are let through, without their structure being parsed first', () => {
    const paragraph = `${'Rye is a grain. '.repeat(4).trim()}\n\n`;
    const prose = fill(paragraph, limits.bytes).slice(0, limits.bytes);
    expect(isRefused(prose)).toBe(false);
    const { lines, blocks } = lineCost(prose);
    expect(lines).toBeGreaterThan(15_000);
    expect(blocks.every((block) => textCost(block).delimiters === 0)).toBe(true);
    expect(isRefused(fill('Rye.\n\n', limits.bytes))).toBe(true);
  });

  it('is counted in UTF-8 bytes', () => {
    expect(isRefused('é'.repeat(limits.bytes / 2))).toBe(false);
    expect(isRefused(`${'é'.repeat(limits.bytes / 2)}a`)).toBe(true);
    expect(isRefused('漢'.repeat(333_334))).toBe(true);
  });
});

describe('nesting', () => {
  const nested: [string, (depth: number) => string][] = [
    ['quotes in a line', (depth) => `${'>'.repeat(depth)} a`],
    ['quotes with blanks', (depth) => `${'> '.repeat(depth)}a`],
    ['list items in a line', (depth) => `${'- '.repeat(depth)}a`],
    [
      'list items on lines',
      (depth) => Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ],
    ['numbered items', (depth) => `${'1. '.repeat(depth)}a`],
    ['brackets', (depth) => `${'['.repeat(depth)}a${']'.repeat(depth)}`],
    ['pictures', (depth) => `${'!['.repeat(depth)}a${'](/b)'.repeat(depth)}`],
  ];

  it.each(nested)('%s: 100 are rendered, 101 refused', (_name, markdown) => {
    expect(isRefused(markdown(100))).toBe(false);
    expect(isRefused(markdown(101))).toBe(true);
  });

  it('a long rule is no nesting', () => {
    expect(isRefused(`${'- '.repeat(150)}-`)).toBe(false);
    expect(renderContent(`a\n\n${'* '.repeat(150)}*\n\nb`).html).toBe('<p>a</p>\n<p>b</p>');
  });

  it.each(['div', 'blockquote', 'ul', 'table', 'details', 'figure'])('HTML: 101 times <%s> is refused', (name) => {
    expect(() => renderContent(fill(`<${name}>`, 101 * (name.length + 2)))).toThrow(tooComplex);
    expect(() => renderContent(`${`<${name}>\n`.repeat(20)}a`)).not.toThrow();
  });

  it('100 quotes are rendered as 100 quotes', () => {
    expect(renderContent(`${'>'.repeat(100)} a`).html.match(/<blockquote/g)).toHaveLength(100);
  });
});

describe('counting', () => {
  it('knows which marks may begin or end something', () => {
    expect(textCost('plain words, nothing more (really).').delimiters).toBe(0);
    expect(textCost('*a* [b](c) `d` <e> ~~f~~').delimiters).toBe(11);
    expect(textCost('\\*a\\*').delimiters).toBe(2);
    expect(textCost('``` a ```').delimiters).toBe(2);
  });

  it('grows with the square of the marks in one block, not in many', () => {
    const one = textCost(fill('*a', 1000)).steps;
    expect(textCost(fill('*a', 2000)).steps).toBeGreaterThan(3.9 * one);
    expect(isRefused(fill('*a', 8000))).toBe(true);
    expect(isRefused(fill(`${fill('*a', 80)}\n\n`, 8000))).toBe(false);
  });

  it('adds what is looked for in vain', () => {
    const rest = 'plain words '.repeat(20);
    const vain = textCost(`a \`b <!-- ${rest}`).steps;
    expect(vain).toBeGreaterThan(textCost(`a \`b\` <!-- ${rest} -->`).steps);
  });

  it('takes a line for the end of a container rather than missing one', () => {
    const steps = (markdown: string) => lineCost(markdown).steps;
    expect(steps('- a\n- b\n- c\n')).toBe(0);
    expect(steps('a\nb\nc')).toBe(0);
    expect(steps('> a\n\n> b\n\n> c')).toBeGreaterThan(0);
    expect(steps('- a\n  - b\n- c\n')).toBeGreaterThan(0);
    expect(steps('a\n=\nb\n=\n')).toBeGreaterThan(0);
  });

  it('fills the rows of a table up to its width', () => {
    expect(lineCost(`|a|b|c|\n|-|-|-|\n|d|\n`).cells).toBeGreaterThanOrEqual(9);
    expect(lineCost('|a|b|c|\n|d|\n').cells).toBe(0);
  });

  it('looks at blocks, not only at what stands between blank lines', () => {
    const list = Array.from({ length: 1500 }, (_, index) => `- [**item** ${index}](/post/${index})`).join('\n');
    expect(textCost(list).steps).toBeGreaterThan(limits.steps);
    expect(isRefused(list)).toBe(false);
    const code = `\`\`\`js\n${fill('const a = [b[c], *d, `e`];\n', 60_000)}\`\`\``;
    expect(isRefused(code)).toBe(false);
    // The same marks, in a paragraph that only looks like a list.
    expect(isRefused(`a\n${list.replaceAll('- [', '      - [')}`)).toBe(true);
  });
});

describe('hostile input', () => {
  const marks = [
    '[',
    ']',
    '*',
    '*a',
    '_a',
    '~~a',
    '***a',
    '**a *b ',
    '[a](',
    '![',
    '[a](b "',
    '[a](b (',
    '[a][',
    '[^a]',
    '`',
    '<',
  ];
  const units = [
    ...marks,
    ...[
      '` `` ',
      '<!-- ',
      'a <!-- ',
      'a <? ',
      'a <![CDATA[ ',
      '<a b="',
      '<http://a',
      '&',
      '&amp;',
      '\\',
      'a@',
      'a@b.c ',
      'www.a ',
    ],
    ...[
      '> ',
      '- ',
      '1. ',
      '> a\n\n',
      '- > ',
      '+ - + a\n',
      'a\n=\n',
      '# ',
      '|',
      '|a|\n|-|\n',
      '[a]: b\n',
      '[a]: b (\n',
      '[^a]: b\n\n',
    ],
    ...[
      '<div>',
      '<table><tr><td>',
      '<p><b>',
      '<ul><li>',
      '[ word ',
      '[ - ',
      '{{',
      '{% ',
      '[insert ',
      '[x] ',
      '\u00a0',
      '\u2028',
      '\n',
      '\r',
      '\t',
    ],
    ...[
      '```js\n[',
      '```html\n<script>',
      'TL;DR ',
      '---BLOG POST ',
      'http://a.b/.,.,',
      '!!!!!!!!!',
      '*_',
      '![a](b)',
      '<b id=x>',
    ],
  ];

  it.each(
    shareOf(
      marks.filter((mark) => mark !== '`'),
      3,
    ),
  )('%j, a megabyte of it in one line, is refused', (unit) => {
    expect(isRefused(fill(unit, limits.bytes).slice(0, limits.bytes))).toBe(true);
  });

  it.each(shareOf(units, 3))('what is accepted of %j is within every limit', (unit) => {
    let size = 8000;
    while (size > 100 && isRefused(fill(unit, size))) size /= 2;
    const markdown = fill(unit, size);
    expect(size).toBeGreaterThan(50);
    const lines = lineCost(markdown);
    expect(lines.steps).toBeLessThanOrEqual(limits.steps);
    expect(lines.nesting).toBeLessThanOrEqual(limits.nesting);
    try {
      const { html } = renderContent(markdown);
      expect(html.length).toBeLessThan(60 * markdown.length + 1000);
    } catch (error) {
      // Raw HTML is counted only when it is parsed, so it may still be refused here.
      expect(error).toEqual(tooComplex);
    }
  });

  it('a reference does not multiply a long address', () => {
    const markdown = `[a]: /${'x'.repeat(20_000)}\n\n${'[a] '.repeat(2000)}`;
    expect(() => renderContent(markdown)).toThrow(tooComplex);
    expect(() => renderContent(`[a]: /${'x'.repeat(200)}\n\n${'[a] '.repeat(100)}`)).not.toThrow();
  });

  it('a wide table with many short rows is refused', () => {
    expect(isRefused(`${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'|b|\n'.repeat(1000)}`)).toBe(true);
  });
});

describe('README.md', () => {
  it('states the limits as they are', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const [name, value] of Object.entries(limits)) {
      expect(readme).toContain(`| \`${name}\` | ${value.toLocaleString('en')} |`);
    }
  });
});

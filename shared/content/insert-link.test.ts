import fc from 'fast-check';
import type { Link, Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { describe, expect, test } from 'vitest';
import { insertLink } from './insert-link.ts';
import { parseMarkdown } from './markdown/parse.ts';

function insert(...link: Parameters<typeof insertLink>) {
  const outcome = insertLink(...link);
  if (outcome.kind !== 'inserted') throw new Error(outcome.kind);
  return outcome;
}

function nodesOf(markdown: string, type: Nodes['type']): Nodes[] {
  const found: Nodes[] = [];
  const visit = (node: Nodes) => {
    if (node.type === type) found.push(node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parseMarkdown(markdown));
  return found;
}
const links = (markdown: string) => nodesOf(markdown, 'link') as Link[];

test('a link goes in at the cursor, and the cursor goes behind it', () => {
  const { markdown, cursor } = insert(
    'Read  now.',
    { start: 5, end: 5 },
    { text: 'the guide', url: 'https://example.org/guide' },
  );
  expect(markdown).toBe('Read [the guide](https://example.org/guide) now.');
  expect(markdown.slice(cursor)).toBe(' now.');
});

test('a link takes the place of what is selected', () => {
  expect(insert('Read this now.', { start: 5, end: 9 }, { text: 'this', url: '/post/a' }).markdown).toBe(
    'Read [this](/post/a) now.',
  );
});

test.each([
  ['', 'https://example.org'],
  ['text', '  '],
])('without link text (%j) or URL (%j) nothing is inserted', (text, url) => {
  expect(insertLink('', { start: 0, end: 0 }, { text, url })).toEqual({ kind: 'incomplete' });
});

describe('what would mean something else is escaped', () => {
  test.each([
    ['a [note]', 'https://example.org', '[a \\[note\\]](https://example.org)'],
    ['text', 'https://example.org/Foo_(bar)', '[text](https://example.org/Foo_%28bar%29)'],
    ['two\nlines', 'https://example.org/a b', '[two lines](https://example.org/a%20b)'],
    ['5 * 3_4', 'https://example.org/?a=1&copy;=2', '[5 \\* 3\\_4](https://example.org/?a=1&amp;copy;=2)'],
  ])('%j → %j', (text, url, expected) => {
    expect(insert('', { start: 0, end: 0 }, { text, url }).markdown).toBe(expected);
  });

  test('an exclamation mark before a link makes no picture of it', () => {
    const { markdown } = insert('Wow!', { start: 4, end: 4 }, { text: 'see', url: '/a' });
    expect(markdown).toBe('Wow\\![see](/a)');
    expect(nodesOf(markdown, 'image')).toEqual([]);
    expect(textOf(parseMarkdown(markdown))).toBe('Wow!see');
    expect(insert('Wow\\!', { start: 5, end: 5 }, { text: 'see', url: '/a' }).markdown).toBe('Wow\\![see](/a)');
  });

  test('a backslash before a link does not take its bracket', () => {
    const { markdown } = insert('C:\\', { start: 3, end: 3 }, { text: 'see', url: '/a' });
    expect(links(markdown)).toHaveLength(1);
    expect(textOf(parseMarkdown(markdown))).toBe('C:\\see');
  });
});

test('whatever is typed, the link says exactly that and leads there', () => {
  const label = fc
    .string({
      unit: fc.constantFrom(
        'a',
        'b ',
        '[',
        ']',
        '(',
        ')',
        '\\',
        '`',
        '*',
        '_',
        '<',
        '>',
        '&amp;',
        '!',
        '|',
        '^',
        '~',
        'é',
        '😀',
        '"',
        '#',
        '1. ',
        'www.x.org',
        'a@b.cd',
      ),
    })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  const url = fc.webUrl({ withFragments: true, withQueryParameters: true });
  const around = fc.constantFrom('', 'Text ', 'Wow!', 'a\\', 'a\\\\', '(', '"', 'word', '- item ', '> quote ', 'é');
  fc.assert(
    fc.property(around, label, url, around, (before, text, address, after) => {
      const { markdown } = insert(before + after, { start: before.length, end: before.length }, { text, url: address });
      const [link, ...others] = links(markdown).filter(({ title }) => title === null);
      expect(others).toEqual([]);
      expect(link ? textOf(link) : null).toBe(text);
      expect(decodeURIComponent(link?.url ?? '')).toBe(decodeURIComponent(address));
    }),
    { seed: 47, numRuns: 400 },
  );
});

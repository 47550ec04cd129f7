import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaces, replaceSpans } from './markdown-addresses.ts';

const found = (markdown: string) =>
  findPlaces(markdown).addresses.map(({ kind, url, start, end, alt }) => ({
    kind,
    url,
    written: markdown.slice(start, end),
    alt,
  }));

test.each([
  ['![A *boat*](/b.png)', 'picture', '/b.png', '/b.png', 'A boat'],
  ['![a ![b](c) d](e "f (g)")', 'picture', 'e', 'e', 'a b d'],
  ['![a](</b c.png> "t")', 'picture', '/b c.png', '</b c.png>', 'a'],
  ['![a](/b&amp;c\\_d.png)', 'picture', '/b&c_d.png', '/b&amp;c\\_d.png', 'a'],
  ['> ![a\n> b](/c.png)', 'picture', '/c.png', '/c.png', 'a\nb'],
  ['| a |\n|---|\n| ![b \\| c](/d.png) |', 'picture', '/d.png', '/d.png', 'b | c'],
  ['![a][b]\n\n[b]: /c.png "t"', 'picture', '/c.png', '/c.png', 'a'],
  ['![b]\n\n[b]: </c.png>', 'picture', '/c.png', '</c.png>', 'b'],
  ['a <img alt="x &amp; y" src=/b.png> c', 'picture', '/b.png', '/b.png', 'x & y'],
  ["<div>\n<img\n  src='/b.png'\n  alt='two\n  lines'/>\n</div>", 'picture', '/b.png', '/b.png', 'two lines'],
  ['[a](/2014/03/20/b/#c)', 'link', '/2014/03/20/b/#c', '/2014/03/20/b/#c', ''],
  ['<a title="src=x" href="/b">c</a>', 'link', '/b', '/b', ''],
  ['é\t- [a](/b)\r\n', 'link', '/b', '/b', ''],
  ['\ufeff[a](/b)', 'link', '/b', '/b', ''],
])('the address in %j is found where it stands', (markdown, kind, url, written, alt) => {
  expect(found(markdown)).toEqual([{ kind, url, written, alt }]);
});

test('a picture in a link and the link each have their own address', () => {
  expect(found('[![a](/b.png)](/c)').map(({ written }) => written)).toEqual(['/c', '/b.png']);
});

test('what stands in code, comments or escapes is no address', () => {
  expect(found('`![a](/b)` \\![a]\\(/c) <!-- <img src="/d"> -->\n\n    ![a](/e)\n\n```\n<img src="/f">\n```')).toEqual(
    [],
  );
});

test('code and HTML are named with their places', () => {
  const text = 'a `b` <br>\n\n```js\nc\n```\n';
  const { code, html } = findPlaces(text);
  expect(code.map(({ start, end }) => text.slice(start, end))).toEqual(['`b`', '```js\nc\n```']);
  expect(html.map(({ start, end }) => text.slice(start, end))).toEqual(['<br>']);
});

test('addresses can be exchanged, and exchanged back, with every other character as it was', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '![a](/u/1.png)',
      '<img src="/u/1.png">',
      '[b](/u/1.png "t")',
      '[r]: /u/1.png',
      '![r]',
      '![x](</u/1.png>)',
    ),
    fc.constantFrom(
      '> ',
      '- ',
      '    ',
      '```\n',
      '`',
      '\n',
      '\r\n',
      '\n\n',
      '|',
      '\t',
      '\\',
      '<div>',
      '[',
      '](',
      '\ufeff',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const exchange = (markdown: string, from: string, to: string) =>
        replaceSpans(
          markdown,
          findPlaces(markdown).addresses.flatMap(({ start, end }) => {
            const written = markdown.slice(start, end);
            return written.includes(from) ? [{ start, end, text: written.replace(from, to) }] : [];
          }),
        );
      const there = exchange(text, '/u/1.png', 'pictures/longer-name.png');
      expect(exchange(there, 'pictures/longer-name.png', '/u/1.png')).toBe(text);
    }),
    { seed: 20250601, numRuns: 400 },
  );
});

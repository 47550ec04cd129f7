import { describe, expect, test } from 'vitest';
import { plainTitle, readDate, readPostSource, splitDatedName } from './front-matter.ts';
import { ImportFault } from './import-fault.ts';

const markdown = (front: string, body = 'Words.\n') => `---\n${front}\n---\n\n${body}`;
const read = (front: string, body?: string) => readPostSource(markdown(front, body));
const fault = (file: string) => {
  try {
    readPostSource(file);
  } catch (error) {
    if (error instanceof ImportFault) return { line: error.line, message: error.message };
    throw error;
  }
  return null;
};

test('every value is the text that was written', () => {
  const { front } = read('title: 2014\ntags: [no, 1.10, 0x1F, 2024-01-31, null, "null"]\ncategory: on\nexcerpt: ~');
  expect(front.title).toBe('2014');
  expect(front.tags).toEqual(['no', '1.10', '0x1F', '2024-01-31', 'null']);
  expect(front.category).toBe('on');
  expect(front.excerpt).toBeUndefined();
});

test('names may be written with hyphens, underscores or capitals, and ours win over those of others', () => {
  expect(read('title: A\nmeta_title: B\nread-time: 4').front).toMatchObject({ metatitle: 'B', readtime: 4 });
  expect(read('title: A\nhero: /b.png\nimage: /a.png\ncover: /c.png').front.image).toBe('/a.png');
  expect(read('title: A\nimage: {path: /a.png, alt: A boat}').front).toMatchObject({
    image: '/a.png',
    imagealt: 'A boat',
  });
  expect(read('title: A\nhero: false').front.image).toBeUndefined();
  expect(read('title: A\nauthor: Ada\ncategories: [life, tech]').front).toMatchObject({
    authors: ['Ada'],
    category: 'life',
  });
  expect(read('title: A\nauthors:\n  - name: Ada\n  - Ben').front.authors).toEqual(['Ada', 'Ben']);
});

test('tags may stand in one line', () => {
  expect(read('title: A\ntags: tea, cups ,, ').front.tags).toEqual(['tea', 'cups']);
});

test('quoted text whose later lines begin at the margin is read, as other generators read it', () => {
  const { front } = read('title: "Three products\nand a half"\nexcerpt: \'It\'\'s\nlong: "very"\'\ntags:\n- "a\nb"');
  expect(front).toMatchObject({ title: 'Three products and a half', excerpt: 'It\'s long: "very"', tags: ['a b'] });
});

test('the body is what stands after the front matter, and knows its line', () => {
  const source = readPostSource('---\ntitle: A\n---\nOne\n---\nTwo');
  expect(source.body).toBe('One\n---\nTwo');
  expect(source.bodyLine).toBe(4);
  expect(readPostSource('\ufeff---\r\ntitle: A\r\n---\r\nOne\r\n').body).toBe('One\r\n');
  expect(readPostSource('---\ntitle: A\n---').body).toBe('');
});

describe('a fault names its line', () => {
  test.each([
    ['no front matter', '# A title\n', 1, /front matter/],
    ['front matter that never ends', '---\ntitle: A\n', 1, /front matter/],
    ['no title', '---\ntags: [a]\n---\n', 1, /title is required/],
    ['a blank title', '---\ntags: [a]\ntitle: "  "\n---\n', 3, /title is required/],
    ['a quote that never ends', '---\ntitle: A\nexcerpt: "B\ntags: [a]\n---\n', 3, /YAML/],
    ['a record that is a list', '---\n- a\n- b\n---\n', 2, /name: value/],
    ['a name twice', '---\ntitle: A\ntags: [a]\ntitle: B\n---\n', 4, /unique/],
    ['a date that is none', '---\ntitle: A\n\ndate: last Tuesday\n---\n', 4, /date.*last Tuesday.*2024-01-31/],
    ['a day no calendar has', '---\ntitle: A\ndate: 2023-02-30\n---\n', 3, /2023-02-30/],
    ['a switch that is neither', '---\ntitle: A\ndraft: perhaps\n---\n', 3, /draft: Must be true or false/],
    ['a record for a text', '---\ntitle: A\nexcerpt:\n  a: b\n---\n', 3, /excerpt: Must be text/],
    ['a record for a tag', '---\ntitle: A\ntags:\n  - a\n  - b: c\n---\n', 5, /tags/],
    ['a read time in words', '---\ntitle: A\nreadTime: five\n---\n', 3, /minutes/],
  ])('%s', (_, file, line, message) => {
    expect(fault(file)).toEqual({ line, message: expect.stringMatching(message) });
  });
});

describe('front matter that was made to hurt is refused', () => {
  test('aliases that multiply', () => {
    const rows = Array.from({ length: 9 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}*l${n}]`);
    expect(fault(markdown(`l0: &l0 lol\n${rows.join('\n')}\ntitle: A`))).toMatchObject({ message: /./ });
  });

  test('lists in lists in lists', () => {
    expect(fault(markdown(`title: A\ntags: ${'['.repeat(2000)}${']'.repeat(2000)}`))).toMatchObject({ message: /./ });
  });

  test('an alias of itself', () => {
    expect(fault(markdown('title: A\ntags: &t [*t]'))).toMatchObject({ message: /./ });
  });

  test('names of the language', () => {
    const { front } = read('title: A\n__proto__: {excerpt: B}\nconstructor: C\nimage: {__proto__: {path: /x.png}}');
    expect(front.excerpt).toBeUndefined();
    expect(front.image).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('excerpt');
  });
});

test.each([
  ['The &ldquo;front door&rdquo; &amp; <em>its</em> key', 'The “front door” & its key'],
  ['  Two\nlines ', 'Two lines'],
  ['C & C++ <vector> *is* [a] `b` R&D;', 'C & C++ <vector> *is* [a] `b` R&D;'],
  ['1. *a* &lt;b&gt; [c]', '1. *a* <b> [c]'],
  ['<br>', '<br>'],
])('the title %j is %j', (written, title) => {
  expect(plainTitle(written)).toBe(title);
});

test.each([
  ['2014-03-12', '2014-03-12T00:00:00.000Z'],
  ['2014-3-2', '2014-03-02T00:00:00.000Z'],
  ['2014/03/12', '2014-03-12T00:00:00.000Z'],
  ['2014-03-12 09:05', '2014-03-12T09:05:00.000Z'],
  ['2015-03-18 09:00:00 -4', '2015-03-18T13:00:00.000Z'],
  ['2014-03-19T10:14:29-04:00', '2014-03-19T14:14:29.000Z'],
  ['2014-03-19 10:14:29 +0530', '2014-03-19T04:44:29.000Z'],
  ['2021-01-05T17:00:00.125Z', '2021-01-05T17:00:00.125Z'],
])('the date %s is %s', (written, time) => {
  expect(new Date(readDate(written) ?? 0).toISOString()).toBe(time);
});

test.each(['', 'soon', '2014', '2014-13-01', '2014-02-29', '2014-03-12 25:00', '12.3.2014', '2014-03-12 09:00 CET'])(
  'the date “%s” is none',
  (written) => {
    expect(readDate(written)).toBeNull();
  },
);

test('a file name may begin with its date', () => {
  expect(splitDatedName('2014-03-02-coming-soon')).toEqual({ date: Date.UTC(2014, 2, 2), rest: 'coming-soon' });
  expect(splitDatedName('2014-99-02-coming-soon').rest).toBe('2014-99-02-coming-soon');
  expect(splitDatedName('coming-soon')).toEqual({ date: null, rest: 'coming-soon' });
});

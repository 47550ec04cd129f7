import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { runsOf } from '#tests/share.ts';
import { readMarkdownFile, writeMarkdownFile } from './markdown-file.ts';
import { newPostValues, type PostValues } from './post-values.ts';

const nowhere = { category: null, author: null };
const draft: PostValues = {
  ...newPostValues,
  title: 'No: the "2014" tea',
  slug: 'tea',
  excerpt: 'About tea,\nand cups.',
  content: '# Tea\n\n---\n\nHot water.\n\n- yes\n',
  featuredImage: '/uploads/tea.jpg',
  published: false,
  featured: false,
  metaTitle: 'Tea',
  readTime: 7,
  publishedAt: '2026-03-01T09:30:00.000Z',
  tags: ['no', '1.10', 'green tea'],
  productApp: 'Kettle',
  productAppUrl: 'https://kettle.example/',
};

describe('a draft that is saved and opened', () => {
  test('is the same', () => {
    const { name, text } = writeMarkdownFile(draft, { category: 'food', author: 'Ada' });
    expect(name).toBe('tea.md');
    const { values, filedUnder } = readMarkdownFile(name, text);
    expect({ ...newPostValues, ...values }).toEqual(draft);
    expect(filedUnder).toEqual({ category: 'food', author: 'Ada' });
  });

  test('is the same whatever its words', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '---',
        '- a',
        '# a',
        'a: b',
        '"',
        "'",
        '\n\n',
        '| x',
        '&a *a',
        '!!js/function',
        '{}',
        'null',
        '~',
      ),
    );
    // Control characters and lone surrogates are not words, and all lines of a file end in the same way.
    const clean = (text: string) =>
      text.toWellFormed().replace(/[\p{Cc}\ufeff]/gu, (sign) => (sign === '\n' ? sign : ''));
    const text = fc.array(words, { maxLength: 6 }).map((parts) => clean(parts.join(' ')));
    fc.assert(
      fc.property(text, text, text, (title, excerpt, content) => {
        const line = title.replace(/\s+/g, ' ').trim() || 'A';
        const values = { ...draft, title: line, excerpt: excerpt.trim(), content };
        const file = writeMarkdownFile(values, nowhere);
        expect({ ...newPostValues, ...readMarkdownFile(file.name, file.text).values }).toEqual(values);
      }),
      { seed: 5, numRuns: runsOf(500, 4) },
    );
  });

  test('keeps the form’s own defaults apart from what was chosen', () => {
    const { text } = writeMarkdownFile({ ...newPostValues, title: 'A', featured: false }, nowhere);
    expect({ ...newPostValues, ...readMarkdownFile('a.md', text).values }).toMatchObject({
      featured: false,
      published: true,
      categoryId: 2,
    });
  });
});

describe('a file of another program', () => {
  test('has its first heading for a title', () => {
    expect(readMarkdownFile('notes.md', '\n# Green  tea #\n\nHot.\r\n').values).toEqual({
      title: 'Green  tea',
      slug: 'green-tea',
      content: 'Hot.',
    });
  });

  test('has its name for a title where there is no heading', () => {
    expect(readMarkdownFile('2026-03-01-coming_soon.md', 'Soon.').values).toMatchObject({
      title: 'Coming soon',
      content: 'Soon.',
    });
    expect(readMarkdownFile('coming-soon.md', '---\ntags: [a]\ntitle:\n---\nSoon.').values).toMatchObject({
      title: 'Coming soon',
      tags: ['a'],
    });
    expect(readMarkdownFile('.md', '').values).toMatchObject({ title: 'Untitled' });
  });

  test('says what it says in other names, and nothing of what it does not say', () => {
    const text = '---\ntitle: A\nsummary: Short.\ncategories: [Food]\nauthor: Ada\n---\nB';
    expect(readMarkdownFile('a.md', text)).toEqual({
      values: { title: 'A', slug: 'a', excerpt: 'Short.', content: 'B' },
      filedUnder: { category: 'Food', author: 'Ada' },
    });
  });

  test('with a line that begins with dashes needs no front matter', () => {
    expect(readMarkdownFile('a.md', '----\nText').values.content).toBe('----\nText');
  });
});

describe('a file that was made to hurt', () => {
  test.each([
    ['a picture that is a script', 'image: "javascript:alert(1)"'],
    ['a picture of this computer', 'image: file:///etc/passwd'],
    ['a picture beside the file', 'image: ../../x.png'],
    ['a picture of another host without a scheme', 'image: //evil.example/x.png'],
  ])('%s is left out', (_, line) => {
    expect(readMarkdownFile('a.md', `---\ntitle: A\n${line}\n---\nB`).values).not.toHaveProperty('featuredImage');
  });

  test('an address of a product that is a script is left out', () => {
    const { values } = readMarkdownFile('a.md', '---\ntitle: A\nproductAppUrl: "javascript:alert(1)"\n---\n');
    expect(values).not.toHaveProperty('productAppUrl');
  });

  test('names of the language say nothing', () => {
    const { values } = readMarkdownFile('a.md', '---\ntitle: A\n__proto__: {excerpt: B}\nconstructor: C\n---\n');
    expect(values).toEqual({ title: 'A', slug: 'a', content: '' });
  });

  test.each([
    ['aliases that multiply', `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'b: [*a,*a,*a,*a]\n'.repeat(60)}---\n`],
    ['lists in lists', `---\ntitle: A\ntags: ${'['.repeat(2000)}${']'.repeat(2000)}\n---\n`],
    ['a quote that never ends', '---\ntitle: "A\n---\n'],
    ['front matter that never ends', '---\ntitle: A\n'],
    ['a tag of a program', '---\ntitle: !!js/function "x"\ntags: {a: b}\n---\n'],
  ])('%s is refused in words', (_, text) => {
    expect(() => readMarkdownFile('a.md', text)).toThrow(ImportFault);
  });

  test('the longest texts are read in no time to speak of', () => {
    const start = performance.now();
    readMarkdownFile('a.md', `${'#'.repeat(2_000_000)}`);
    readMarkdownFile('a.md', `# ${' #'.repeat(200_000)}x`);
    readMarkdownFile('a.md', '\n'.repeat(2_000_000));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

import { expect, test } from 'vitest';
import { ghostPost } from './ghost-schema.ts';
import { ghostText } from './ghost-text.ts';

const read = (fields: object) =>
  ghostText(ghostPost.parse({ id: 1, ...fields }), { picture: (address) => address, link: (address) => address });
const markdown = async (fields: object) => (await read(fields)).markdown;
const words = (text: string, format = 0) => ({ type: 'extended-text', text, format });
const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });

test('the cards of Ghost’s pages say in Markdown what they say there', async () => {
  const bookmark = `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-content">
    <div class="kg-bookmark-title">Title</div><div class="kg-bookmark-description">About</div></div></a></figure>`;
  expect(await markdown({ html: bookmark })).toBe('[Title](https://a.example/): About');
  const callout = `<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Note <b>it</b></div></div>`;
  expect(await markdown({ html: callout })).toBe('> 💡 Note **it**');
  const toggle = `<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why?</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>So.</p></div></div>`;
  expect(await read({ html: toggle })).toMatchObject({
    markdown: '<details>\n\n<summary>Why?</summary>\n\nSo.\n\n</details>',
    notes: [],
  });
  const gallery = `<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/a.jpg" alt="A"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/b.jpg" alt=""></div></div></div><figcaption>Both</figcaption></figure>`;
  expect(await markdown({ html: gallery })).toBe('![A](/content/images/a.jpg)\n\n![](/content/images/b.jpg)\n\nBoth');
  const file = `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/a.pdf" download><div class="kg-file-card-contents"><div class="kg-file-card-title">A</div><div class="kg-file-card-caption">Read it</div></div></a></div>`;
  expect(await read({ html: file })).toMatchObject({
    markdown: '[A](/content/files/a.pdf): Read it',
    notes: ['A file to download stays a link, and the file is not brought in'],
  });
  const product = `<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/p.jpg" class="kg-product-card-image"><h4 class="kg-product-card-title">Cup</h4><div class="kg-product-card-description"><p>Blue.</p></div><a href="/buy" class="kg-product-card-button"><span>Buy</span></a></div></div>`;
  expect(await markdown({ html: product })).toBe('![](/p.jpg)\n\n#### Cup\n\nBlue.\n\n[Buy](/buy)');
  const header = `<div class="kg-card kg-header-card"><h2 class="kg-header-card-heading">H</h2><p class="kg-header-card-subheading">S</p><a href="/x" class="kg-header-card-button">Go</a></div>`;
  expect(await markdown({ html: header })).toBe('## H\n\nS\n\n[Go](/x)');
  expect(
    await read({ html: '<p>a</p><div class="kg-card kg-signup-card"><form></form></div><!--members-only--><p>b</p>' }),
  ).toMatchObject({
    markdown: 'a\n\nb',
    notes: ['The line where the part for members began was left out', 'A form to sign up was left out'],
  });
});

test('what only members were shown does not come in for everybody', async () => {
  const gated = (whom: string) =>
    `<p>a</p><!--kg-gated-block:begin nonMember:${whom} memberSegment:"status:free,status:-free" --><p>secret</p><!--kg-gated-block:end-->`;
  expect(await read({ html: gated('false') })).toMatchObject({
    markdown: 'a',
    notes: ['A part that only members were shown was left out'],
  });
  expect(await markdown({ html: gated('true') })).toBe('a\n\nsecret');
  const card = { type: 'html', html: '<p>secret</p>', visibility: { web: { nonMember: false } } };
  expect(await markdown({ lexical: lexical(card) })).toBe('');
});

test('where there is no HTML the text is that of Lexical', async () => {
  const text = lexical(
    { type: 'extended-heading', tag: 'h2', children: [words('Head')] },
    {
      type: 'paragraph',
      children: [
        words('a '),
        words('b', 3),
        words(' '),
        { type: 'link', url: '__GHOST_URL__/tea/', children: [words('tea')] },
      ],
    },
    { type: 'list', tag: 'ol', start: 3, children: [{ type: 'listitem', children: [words('one')] }] },
    { type: 'image', src: '__GHOST_URL__/content/images/a.jpg', alt: 'A', caption: 'C' },
    { type: 'markdown', markdown: '# Raw *words*\n\n- x' },
    { type: 'codeblock', language: 'js', code: 'a < b' },
    { type: 'callout', calloutEmoji: '🔥', calloutText: 'Hot' },
    { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', html: '' },
    { type: 'signup' },
    { type: 'made-by-a-plugin' },
  );
  expect(await read({ html: ' ', lexical: text })).toMatchObject({
    markdown: [
      '## Head',
      'a ***b*** [tea](/tea/)',
      '3. one',
      '![A](/content/images/a.jpg "C")',
      '# Raw *words*\n\n- x',
      '```js\na < b\n```',
      '> 🔥 Hot',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ].join('\n\n'),
    notes: ['A form to sign up was left out', 'A card “made-by-a-plugin” was left out'],
  });
});

test('and else that of mobiledoc', async () => {
  const text = JSON.stringify({
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: '__GHOST_URL__/content/images/a.jpg', caption: 'X' }],
      ['hr', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example/']]],
    sections: [
      [
        1,
        'p',
        [
          [0, [], 0, 'Hi '],
          [0, [0], 1, 'bold'],
          [1, [], 0, 0],
          [0, [1], 1, 'link'],
        ],
      ],
      [10, 0],
      [10, 1],
      [3, 'ul', [[[0, [], 0, 'item']]]],
    ],
  });
  expect(await markdown({ mobiledoc: text })).toBe(
    'Hi **bold**\\\n[link](https://a.example/)\n\n![](/content/images/a.jpg "X")\n\n---\n\n- item',
  );
});

test('a damaged or endless text costs its own post', async () => {
  await expect(read({ lexical: '{"root":' })).rejects.toThrow('Its text (Lexical) is damaged');
  await expect(read({ mobiledoc: '{"sections":7}' })).rejects.toThrow('Its text (mobiledoc) is damaged');
  const deep = `${'{"type":"quote","children":['.repeat(5000)}{"type":"text","text":"deep"}${']}'.repeat(5000)}`;
  const first = JSON.stringify({ type: 'paragraph', children: [words('a')] });
  expect(await markdown({ lexical: `{"root":{"children":[${first},${deep}]}}` })).toMatch(/^a/);
});

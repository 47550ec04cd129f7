import { expect, test } from 'vitest';
import { renderMarkdown } from '#server/workers/render-markdown.ts';
import type { Post, PostSummary } from '#shared/contract/posts/post.ts';
import { composeList, composePost } from './compose-letter.ts';
import { fillLetter } from './letter-content.ts';

const house = {
  ...{ siteName: 'Tea & Time', siteUrl: 'https://tea.example', senderName: 'Tea' },
  postalAddress: 'Leaf Street 1\n<b>Teatown</b>',
};
const reader = {
  ...{ topic: 'Travel on Tea & Time', postIds: null },
  preferences: 'https://tea.example/subscription/key',
  unsubscribe: 'https://tea.example/subscription/key/unsubscribe',
};

function postOf(markdown: string, fields: Partial<Post> = {}): Post {
  const pictures = { '/uploads/cat.jpg': { width: 1200, height: 800, srcset: '/uploads/cat-400.jpg 400w' } };
  const { html } = renderMarkdown({ markdown, pictures });
  const post = {
    ...{ id: 1, slug: 'oolong tea', title: 'Oolong <tea>', subtitle: 'A history', excerpt: 'Half way.' },
    ...{ featuredImage: '/uploads/top.jpg', featuredImageAlt: 'A cup', publishedAt: '2026-11-20T10:00:00.000Z' },
    ...{ html, author: { name: 'Ada' } },
    ...fields,
  };
  return post as Post;
}
const letterOf = async (markdown: string, fields: Partial<Post> = {}) =>
  fillLetter(await composePost(postOf(markdown, fields), house), reader);

const everything = `A [link](/post/other#part), a note.[^1]

## A heading

> Said by somebody.

- [x] Done

![A cat](/uploads/cat.jpg)

| Tea | Minutes |
|-----|--------:|
| Oolong | 3 |

\`\`\`ts
const answer = 42;
\`\`\`

https://www.youtube.com/watch?v=dQw4w9WgXcQ

<details><summary>More</summary>Folded words.</details>

[There](#a-heading)

[^1]: The note.
`;

test('nothing in a letter runs, depends on a style sheet, or is measured', async () => {
  const { html } = await letterOf(everything);
  expect(html).not.toMatch(/<(script|iframe|form|input|link|details)\b|\b(class|id|srcset|loading|on\w+)="/);
  // The letter has no pictures but those of the post: nobody learns that the letter was opened.
  expect([...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    'https://tea.example/uploads/top.jpg',
    'https://tea.example/uploads/cat.jpg',
  ]);
  expect(html).not.toMatch(/utm_|[?&]ref=/);
});

test('links and pictures are whole, places in the post are at the post, embeds are links', async () => {
  const { html } = await letterOf(everything);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links.every((href) => href?.startsWith('https://'))).toBe(true);
  expect(links).toEqual(
    expect.arrayContaining([
      'https://tea.example/post/other#part',
      'https://tea.example/post/oolong%20tea#text-a-heading',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      reader.preferences,
      reader.unsubscribe,
    ]),
  );
  expect(html).toContain('<img src="https://tea.example/uploads/cat.jpg" alt="A cat" width="552" height="368"');
});

test('the words of a table stay whole, and one too wide for a letter is moved by itself', async () => {
  const { html } = await letterOf(everything);
  expect(html).toMatch(/<div style="overflow-x:auto"><table /);
  const cells = html.match(/<t[hd]\b[^>]* style="padding:8px[^"]*"/g) ?? [];
  expect(cells.length).toBe(4);
  expect(cells.filter((cell) => !cell.includes('overflow-wrap:break-word'))).toEqual([]);
});

test('the featured picture has its width in pixels, the one measure every mail program reads', async () => {
  const { html } = await letterOf(everything);
  expect(html).toMatch(
    /<img src="https:\/\/tea.example\/uploads\/top.jpg" alt="A cup" width="552" style="[^"]*width:100%"/,
  );
});

test('a featured picture with which the text begins is in a letter once', async () => {
  const { html } = await letterOf('![A cat](/uploads/cat.jpg)\n\nIt sleeps.', { featuredImage: '/uploads/cat.jpg' });
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html).toContain('It sleeps.');
});

test('a letter has the looks of the site by day, and by night where a mail program can show it', async () => {
  const { html } = await letterOf(everything);
  for (const element of ['p', 'a', 'h2', 'blockquote', 'pre', 'table', 'th', 'td', 'li'])
    expect(html).toMatch(new RegExp(`<${element}\\b[^>]* style="`));
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
});

test('a letter says who it is from, where they are, why it came and how to end it, in words of nobody else', async () => {
  const { html, text } = await letterOf('{{unsubscribe}} <!--items-->', { title: '{{topic}} <!--items-->' });
  expect(html).toContain('because you follow Travel on Tea &#38; Time.');
  expect(html).toContain('Leaf Street 1<br>&#x3C;b>Teatown');
  expect(html.match(/subscription\/key\/unsubscribe/g)).toHaveLength(1);
  expect(html).toContain('{{topic}} &#x3C;!--items-->');
  expect(text).toContain(`Unsubscribe: ${reader.unsubscribe}`);
  expect(text).toContain('Leaf Street 1\n<b>Teatown</b>');
});

test('the plain text says all of it as a person writes it', async () => {
  const { text } = await letterOf(everything);
  expect(text).toContain('Oolong <tea> (https://tea.example/post/oolong%20tea)\n====');
  expect(text).toContain('A link (https://tea.example/post/other#part), a note.[1]');
  expect(text).toContain('A heading\n=========');
  expect(text).toContain('> Said by somebody.');
  expect(text).toContain('- ☑ Done');
  expect(text).toContain('[A cat]');
  expect(text).toContain('Tea | Minutes\nOolong | 3');
  expect(text).toContain('    const answer = 42;');
  expect(text).toContain('Watch the video on YouTube (https://www.youtube.com/watch?v=dQw4w9WgXcQ)');
  expect(text).not.toMatch(/<\/?(p|a|div|span|li)\b/);
});

test.each([
  ['many paragraphs', '<p>A paragraph of a long post.</p>\n'.repeat(3000)],
  ['paragraphs in another script', '<p>長い文章の段落です。長い文章の段落です。</p>\n'.repeat(3000)],
  ['pictures', '<figure><img src="/uploads/cat.jpg" alt="A cat" width="1200" height="800"></figure>\n'.repeat(2000)],
  ['one block alone', `<pre><code>${'word '.repeat(60_000)}</code></pre>`],
])('a post too long for a mail program (%s) is cut at a block, with the way to the rest', async (_what, long) => {
  const content = await composePost(postOf('', { html: long }), house);
  const { html, text } = fillLetter(content, reader);
  expect(content.isCut).toBe(true);
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  expect(html).toContain('>Read the rest</a>');
  expect(text).toContain('Read the rest (https://tea.example/post/oolong%20tea)');
  expect(html.endsWith('</html>')).toBe(true);
});

test('a list tells each reader of the posts they follow, and no more than fit', () => {
  const posts = Array.from({ length: 60 }, (_, index) =>
    postOf('', { id: index + 1, title: `Post ${index + 1}`, excerpt: 'e'.repeat(500) }),
  );
  const content = composeList(posts as PostSummary[], 'This week on Tea', house);
  expect(content.items).toHaveLength(40);
  expect(Buffer.byteLength(fillLetter(content, reader).html)).toBeLessThan(100_000);
  const { html, text } = fillLetter(content, { ...reader, postIds: [2, 3] });
  expect([html.includes('Post 1<'), html.includes('Post 2<'), text.includes('Post 3 (')]).toEqual([false, true, true]);
});

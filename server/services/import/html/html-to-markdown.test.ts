import { expect, test } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const markdown = async (html: string) => (await htmlToMarkdown(html)).markdown;
const notes = async (html: string) => (await htmlToMarkdown(html)).notes;

test('a figure is a picture with its caption as title, and a link from a picture to itself in full is that picture', async () => {
  const html = `<figure><a href="https://old.example/a.jpg"><img src="https://old.example/a-300x200.jpg" alt="A" title="IMG_1"></a>
    <figcaption>A <em>cup</em> "of" tea</figcaption></figure>`;
  expect(await markdown(html)).toBe('![A](https://old.example/a.jpg "A cup \\"of\\" tea")');
  expect(await markdown('<a href="/shop"><img src="/a.jpg" alt="A"></a>')).toBe('[![A](/a.jpg)](/shop)');
  expect(await markdown('<figure><img src="/a.jpg"><figcaption>By <a href="/b">B</a></figcaption></figure>')).toBe(
    '![](/a.jpg)\n\nBy [B](/b)',
  );
  expect(await markdown('<img src="data:image/gif;base64,R0" data-src="/late.jpg">')).toBe('![](/late.jpg)');
});

test('players and posts of networks are embeds of ours, other frames are left out and told', async () => {
  expect(await markdown('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe>')).toBe(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  );
  expect(await markdown('<p>https://vimeo.com/12345</p>')).toBe('https://vimeo.com/12345');
  expect(await markdown('<p><a href="https://x.com/a/status/12">https://x.com/a/status/12</a></p>')).toBe(
    '<blockquote class="twitter-tweet"><a href="https://twitter.com/a/status/12">https://twitter.com/a/status/12</a></blockquote>',
  );
  const quoted = await htmlToMarkdown(
    `<blockquote class="twitter-tweet" onclick="x()"><p>Hi</p>
    <a href="https://twitter.com/n/status/5">May</a></blockquote><script src="https://platform.twitter.com/widgets.js"></script>`,
  );
  expect(quoted.markdown).toBe(
    '<blockquote class="twitter-tweet"><p>Hi</p><a href="https://twitter.com/n/status/5">May</a></blockquote>',
  );
  expect(quoted.notes).toEqual([]);
  const other = await htmlToMarkdown('<p>a</p><iframe src="https://maps.example/x"></iframe><p>b</p>');
  expect(other).toMatchObject({ markdown: 'a\n\nb', notes: ['A frame of maps.example was left out'] });
});

test('a picture without an address is the words that readers had in its place', async () => {
  expect(await markdown('<p>By <img src="" alt="Ada, at her desk">.</p><p><img src=""></p>')).toBe(
    'By Ada, at her desk.',
  );
});

test('what has no Markdown goes, and is told once a kind', async () => {
  const html =
    '<form><input></form><form></form><svg></svg><script>x()</script><math></math><p>Words.</p><style>p{}</style>';
  expect(await htmlToMarkdown(html)).toMatchObject({
    markdown: 'Words.',
    notes: [
      'A form was left out',
      'A drawing (SVG) that stood in the text was left out',
      'A script was left out',
      'A formula (MathML) was left out',
    ],
  });
  const sound = await htmlToMarkdown('<audio><source src="https://old.example/a%20b.mp3"></audio>');
  expect(sound.markdown).toBe('[a b.mp3](https://old.example/a%20b.mp3)');
  expect(sound.notes).toEqual(['A sound became a link to its file, which is not brought in']);
});

test('tables have a head and lines of one line; one that only places things is no table', async () => {
  expect(
    await markdown('<table><tr><td>a</td><td>b</td></tr><tr><td><p>1</p><p>2</p></td><td>c|d<br>e</td></tr></table>'),
  ).toBe('| a   | b      |\n| --- | ------ |\n| 1 2 | c\\|d e |');
  expect(await markdown('<table><tr><td><h2>One</h2><p>cell</p></td></tr></table>')).toBe('## One\n\ncell');
});

test('a cell that says it goes over a thousand rows makes no table of a million', async () => {
  const wide = '<td colspan=1000 rowspan=1000>a</td><td>b</td>';
  const read = await markdown(`<table><tr><th>a</th><th>b</th></tr>${`<tr>${wide}</tr>`.repeat(100)}</table>`);
  expect(read.split('\n')).toHaveLength(102);
  expect(read.length).toBeLessThan(2000);
});

test('code keeps its language and its signs, wherever the language was named', async () => {
  const code = '```php\n<?php {{ a }} {% b %}\n```';
  const inside = '&lt;?php {{ a }} {% b %}';
  expect(await markdown(`<pre class="brush: php; gutter: false">${inside}</pre>`)).toBe(code);
  expect(await markdown(`<pre><code class="language-php">${inside}</code></pre>`)).toBe(code);
  expect(await markdown(`<pre class="wp-block-code"><code lang="php">${inside}</code></pre>`)).toBe(code);
});

test('words that other generators would take for a tag stay words', async () => {
  expect(await markdown('<p>Write {{ page.title }} and {% if x %}.</p>')).toBe(
    'Write \\{\\{ page.title }} and \\{\\% if x %}.',
  );
});

test('footnotes are footnotes, however they were written', async () => {
  const wanted = 'Tea[^1] and cups[^2].\n\n[^1]: Green.\n\n[^2]: Blue.';
  const markdownIt = `<p>Tea<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> and cups<sup><a href="#fn2">[2]</a></sup>.</p>
    <hr class="footnotes-sep"><section class="footnotes"><ol><li id="fn1"><p>Green. <a href="#fnref1">↩︎</a></p></li><li id="fn2"><p>Blue.</p></li></ol></section>`;
  expect((await markdown(markdownIt)).replace('***\n\n', '').replace('---\n\n', '')).toBe(wanted);
  const blocks = `<p>Tea<sup data-fn="x1" class="fn"><a href="#x1" id="x1-link">1</a></sup> and cups<sup class="fn"><a href="#x2">2</a></sup>.</p>
    <ol class="wp-block-footnotes"><li id="x1">Green. <a href="#x1-link">↩︎</a></li><li id="x2">Blue.</li></ol>`;
  expect(await markdown(blocks)).toBe(wanted);
  // A link to a place in the text is not a footnote.
  expect(await markdown('<p><a href="#b">2</a></p><p id="b">B</p>')).toBe('[2](#b)\n\nB');
});

test('blanks within marks stand outside of them, empty marks and paragraphs go', async () => {
  expect(await markdown('<p><strong>One </strong>two<em> three</em><b> </b>.</p><p>&nbsp;</p><p></p>')).toBe(
    '**One** two *three* .',
  );
  expect(await markdown('<p>a<sup>2</sup> H<sub>2</sub>O</p>')).toBe('a<sup>2</sup> H<sub>2</sub>O');
});

test('a text of many boxes in one another is read, one of other elements is refused in words', async () => {
  expect(await markdown(`${'<div>'.repeat(10_000)}deep${'</div>'.repeat(10_000)}`)).toBe('deep');
  await expect(htmlToMarkdown(`${'<ul><li>'.repeat(500)}deep`)).rejects.toThrow(
    'more than 400 elements in one another',
  );
});

test('a tag of a hundred thousand attributes is passed over, one with a long address is not', async () => {
  const many = Array.from({ length: 100_000 }, (_, number) => `a${number}=b`).join(' ');
  expect(await markdown(`<p ${many}>Words</p>`)).toBe('Words');
  expect(await markdown(`<a href="https://a.example/?${'x'.repeat(5000)}">Link</a>`)).toMatch(/^\[Link\]/);
});

test('a text larger than a post can be is refused before it is read', async () => {
  await expect(htmlToMarkdown('a'.repeat(5_600_000))).rejects.toThrow('larger than a post can be');
  await expect(htmlToMarkdown('<b>'.repeat(61_000))).rejects.toThrow('larger than a post can be');
  const long = await markdown(`<p>${'Some words of a long text. '.repeat(1000)}</p>`.repeat(20));
  expect(long.split('\n\n')).toHaveLength(20);
});

test('a long text is written in parts that make the same text', async () => {
  const html = Array.from({ length: 450 }, (_, number) => `<p>Part ${number}</p><ul><li>a</li></ul>`).join('');
  const parts = (await markdown(html)).split('\n\n');
  expect(parts).toHaveLength(900);
  expect(parts.at(-2)).toBe('Part 449');
});

test('scripts in addresses and attributes do not become Markdown that does anything', async () => {
  const read = await markdown('<p onclick="x()"><a href="javascript:alert(1)">a</a><img src=x onerror="alert(1)"></p>');
  expect(read).not.toContain('onerror');
  expect(read).not.toContain('onclick');
  expect(await notes('<p>Plain.</p>')).toEqual([]);
});

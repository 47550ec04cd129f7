import { expect, test } from 'vitest';
import { renderContent } from '#shared/content/pipeline.ts';
import { htmlToMarkdown } from '../import/html/html-to-markdown.ts';
import { compareWords, wordsOfHtml, wordsOfMarkdown } from './compare-words.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const TWEET = 'https://twitter.com/ada/status/12';

async function missingOf(html: string): Promise<string[]> {
  const { markdown, original } = await htmlToMarkdown(html);
  return compareWords(wordsOfHtml(original), wordsOfHtml(renderContent(markdown).html)).missing;
}

test.each([
  `<p>${VIDEO}</p>`,
  '<div>\nhttps://youtu.be/dQw4w9WgXcQ?si=abc\n</div>',
  '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe>',
  '<p>Seen at <a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a>.</p>',
  '<p><a href="https://youtu.be/dQw4w9WgXcQ">Watch the whole of it here.</a></p>',
  '<p>https://x.com/ada/status/12?s=20</p>',
])('%s is all here, as the card or the quotation it becomes', async (html) => {
  expect(await missingOf(html)).toEqual([]);
});

test('a video that is not here is missing, and so is one that stands in its place', () => {
  const there = wordsOfHtml(`<p>a</p><iframe src="${VIDEO}"></iframe>`);
  const { html } = renderContent('a\n\nhttps://youtu.be/aaaaaaaaaaa');
  expect(compareWords(there, wordsOfHtml(html)).missing).toEqual(['dqw4w9wgxcq']);
  expect(compareWords(there, ['a']).share).toBeLessThan(0.2);
});

test('in Markdown an address is read in the same way, and code as it stands', () => {
  expect(wordsOfMarkdown('https://youtu.be/dQw4w9WgXcQ')).toEqual(wordsOfHtml(VIDEO));
  expect(wordsOfMarkdown('https://mobile.twitter.com/ada/status/12')).toEqual(wordsOfHtml(TWEET));
  expect(wordsOfMarkdown('`https://youtu.be/x`')).toEqual(['https', 'youtu', 'be', 'x']);
});

test('what cleaning takes for a label, and tags that a text is about, come in with every word', async () => {
  const html = `<p>TL;DR</p><h2>Call to Action</h2><p>Write {% raw %} {{ a }} {: .b} [Insert c]</p>
    <pre><code>{% raw %}{{ d }}{% endraw %}</code></pre><p>Let me know if you would like any changes.</p>`;
  expect(await missingOf(html)).toEqual([]);
});

test('a word with a note is here with the number the note is shown by', () => {
  const markdown = 'Tea[^tea] and milk[^milk], tea[^tea].\n\n[^milk]: Cold.\n[^tea]: Hot.\n';
  const { missing } = compareWords(wordsOfMarkdown(markdown), wordsOfHtml(renderContent(markdown).html));
  expect(missing).toEqual([]);
});

import type { RenderedText } from '#server/repositories/posts/post-writes.ts';
import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { createWordSource, makeVocabulary, seededRandom } from './vocabulary.ts';

/** Raised when the same number gives different posts: kept databases are then made again. */
export const POSTS_VERSION = 2;
const DAY = 86_400_000;
/** The newest post's time: a fixed moment in the past, so that the same number gives the same bytes. */
const NEWEST = Date.UTC(2025, 5, 1, 12);

/** Returns the slug of the post with this number, from 0. */
export function slugOf(number: number): string {
  return `load-post-${number}`;
}

export interface PostSource {
  /** The number of categories, with ids from 1. */
  categories: number;
  /** Featured pictures to choose from ("/uploads/x.jpg"); about half of the posts have one. */
  pictures: readonly string[];
}

/** A part of a post in its typed, its stored and its searched form. */
interface Block {
  markdown: string;
  html: string;
  text: string;
}

/**
 * Makes the post with a number: about 300 words (headings, a list, a quotation, a link) and what the server would have
 * stored with it. The same number gives the same post. The HTML is made together with the Markdown, because the
 * pipeline would need minutes for 100,000 posts; `make-posts.test.ts` checks that the two agree.
 */
export function createPostMaker({ categories, pictures }: PostSource): (number: number) => PostFields & RenderedText {
  const vocabulary = makeVocabulary();
  const draw = createWordSource(vocabulary);
  return (number) => {
    const random = seededRandom(number + 1);
    const below = (end: number) => Math.floor(random() * end);
    const words = (count: number) => capitalized(Array.from({ length: count }, () => draw(random)).join(' '));
    const sentence = (count: number) => `${words(count)}.`;
    const paragraph = () => textBlock(Array.from({ length: 4 }, () => sentence(8 + below(6))).join(' '));
    const ids = new Map<string, number>();
    const heading = () => headingBlock(words(3 + below(3)), ids);
    const blocks = [
      paragraph(),
      heading(),
      paragraph(),
      listBlock([sentence(7), sentence(7), sentence(7)]),
      heading(),
      quotationBlock(sentence(12)),
      paragraph(),
      heading(),
      linkBlock(sentence(10), words(3), `https://example.com/${number}`),
      paragraph(),
      heading(),
      paragraph(),
    ];
    const text = blocks.map((block) => block.text).join('\n');
    const tag = () => vocabulary[200 + below(60)] ?? '';
    return {
      title: `${words(6)} ${number}`,
      slug: slugOf(number),
      excerpt: sentence(24),
      content: blocks.map((block) => block.markdown).join('\n\n'),
      html: blocks.map((block) => block.html).join('\n'),
      htmlVersion: PIPELINE_VERSION,
      text,
      embeds: [],
      categoryId: 1 + below(categories),
      published: true,
      publishedAt: new Date(NEWEST - number * (DAY / 100)).toISOString(),
      featured: number % 500 === 0,
      readTime: readTimeMinutes(countWords(text)),
      featuredImage: pictures[below(pictures.length * 2)] ?? '',
      tags: [...new Set([tag(), tag(), tag()])],
    };
  };
}

function textBlock(text: string): Block {
  return { markdown: text, html: `<p>${text}</p>`, text };
}

function headingBlock(text: string, ids: Map<string, number>): Block {
  const plain = `text-${text.toLowerCase().replaceAll(' ', '-')}`;
  const times = (ids.get(plain) ?? 0) + 1;
  ids.set(plain, times);
  const id = times === 1 ? plain : `${plain}-${times}`;
  const anchor = `<a class="heading-anchor" href="#${id}" aria-label="Link to “${text}”"></a>`;
  return { markdown: `## ${text}`, html: `<div class="heading-line"><h2 id="${id}">${text}</h2>${anchor}</div>`, text };
}

function listBlock(items: string[]): Block {
  return {
    markdown: items.map((item) => `- ${item}`).join('\n'),
    html: `<ul dir="auto">\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>`,
    text: items.join('\n'),
  };
}

function quotationBlock(text: string): Block {
  return { markdown: `> ${text}`, html: `<blockquote dir="auto">\n<p>${text}</p>\n</blockquote>`, text };
}

function linkBlock(before: string, shown: string, address: string): Block {
  return {
    markdown: `${before} [${shown}](${address})`,
    html: `<p>${before} <a href="${address}" target="_blank" rel="noopener">${shown}</a></p>`,
    text: `${before} ${shown}`,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

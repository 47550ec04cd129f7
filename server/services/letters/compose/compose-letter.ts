import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Element, ElementContent } from 'hast';
import { withoutOpeningPicture } from '#shared/content/html/opening-picture.ts';
import { MOST_POSTS_IN_LETTER } from '#shared/contract/letters/letters.ts';
import type { Post, PostSummary } from '#shared/contract/posts/post.ts';
import { element } from './element.ts';
import { type LetterHouse, letterFrame, textFrame, writeHtml } from './frame.ts';
import type { LetterContent, LetterItem } from './letter-content.ts';
import { CONTENT_WIDTH, elementStyles, frameStyles } from './mail-styles.ts';
import { mailText } from './mail-text.ts';
import { mailBlock, type PostPlace, readBlocks, wholeAddress } from './mail-tree.ts';

/**
 * The largest number of bytes (UTF-8) for the blocks of a post: Gmail cuts off a mail at 102 KB, and the rest of a
 * letter takes about eight.
 */
const LONGEST_BODY = 88_000;
/**
 * The number of characters of stored HTML that are read for the body: mail styles add about as much as removed
 * attributes save.
 */
const LONGEST_READ = 100_000;
/** The number of blocks that are written without a break: this blocks the event loop for a few milliseconds. */
const AT_ONCE = 40;
const LONGEST_PREHEADER = 150;

/** A letter with a single post, whole or cut after a block. */
export async function composePost(post: Post, house: LetterHouse): Promise<LetterContent> {
  const place = placeOf(post, house);
  const { isCut, ...body } = await bodyOf(post, place);
  const [head, rest] = [
    written(titleBlocks(post, place)),
    written([readOn(isCut ? 'Read the rest' : 'Read it on the site', place)]),
  ];
  const item: LetterItem = {
    postId: post.id,
    html: head.html + body.html + rest.html,
    text: [head.text, body.text, rest.text].filter((text) => text !== '').join('\n\n'),
  };
  return { ...around(post.title, post.excerpt, house), items: [item], isCut };
}

/** A letter that lists posts: each with its title, its date and its excerpt. */
export function composeList(posts: readonly PostSummary[], subject: string, house: LetterHouse): LetterContent {
  const items = posts.slice(0, MOST_POSTS_IN_LETTER).map((post): LetterItem => {
    const place = placeOf(post, house);
    const blocks = [
      element('h2', { style: frameStyles.itemTitle }, titleLink(post, place)),
      facts(post),
      ...(post.excerpt === '' ? [] : [paragraph(post.excerpt)]),
      readOn('Read it', place),
    ];
    return { postId: post.id, ...written(blocks) };
  });
  return { ...around(subject, posts.map(({ title }) => title).join(' · '), house), items, isCut: false };
}

function around(subject: string, about: string, house: LetterHouse) {
  const preheader = about.replace(/\s+/g, ' ').slice(0, LONGEST_PREHEADER);
  return { subject, ...letterFrame(house, { subject, preheader }), ...textFrame(house) };
}

function placeOf({ slug }: Pick<Post, 'slug'>, { siteUrl }: LetterHouse): PostPlace {
  return { siteUrl, postUrl: `${siteUrl}/post/${encodeURIComponent(slug)}` };
}

/**
 * The part of a post that fits; if not even the first block fits, the excerpt is used. Other requests get their turn
 * between the blocks.
 */
async function bodyOf(post: Post, place: PostPlace): Promise<Omit<LetterItem, 'postId'> & { isCut: boolean }> {
  const text = withoutOpeningPicture(post.html, post.featuredImage);
  const isLong = text.length > LONGEST_READ;
  const all = readBlocks(text.slice(0, LONGEST_READ));
  // The last block may be incomplete.
  const blocks = isLong ? all.slice(0, -1) : all;
  const html: string[] = [];
  const texts: string[] = [];
  let bytes = 0;
  let fitting = 0;
  for (const block of blocks) {
    const parts = mailBlock(block, place);
    const written = writeHtml(parts);
    bytes += Buffer.byteLength(written);
    if (bytes > LONGEST_BODY) break;
    html.push(written);
    texts.push(mailText(parts));
    fitting += 1;
    if (fitting % AT_ONCE === 0) await nextTurn();
  }
  const isCut = isLong || fitting < blocks.length;
  if (fitting === 0 && isCut) return { ...written([paragraph(post.excerpt)]), isCut };
  return { html: html.join(''), text: texts.filter((text) => text !== '').join('\n\n'), isCut };
}

const written = (blocks: readonly Element[]) => ({ html: writeHtml(blocks), text: mailText(blocks) });
const paragraph = (...children: (ElementContent | string)[]) =>
  element('p', { style: elementStyles.p ?? '' }, ...children);

function titleBlocks(post: Post, place: PostPlace): Element[] {
  const { subtitle, featuredImage, featuredImageAlt } = post;
  const image = featuredImage
    ? [
        element(
          'p',
          { style: elementStyles.p ?? '' },
          element('img', {
            src: wholeAddress(featuredImage, place),
            alt: featuredImageAlt ?? '',
            width: CONTENT_WIDTH,
            style: `${elementStyles.img};width:100%`,
          }),
        ),
      ]
    : [];
  return [
    element('h1', { style: frameStyles.title }, titleLink(post, place)),
    ...(subtitle
      ? [element('p', { style: frameStyles.subtitle }, element('small', { style: frameStyles.subtitleText }, subtitle))]
      : []),
    facts(post),
    ...image,
  ];
}

const titleLink = ({ title }: Pick<Post, 'title'>, { postUrl }: PostPlace) =>
  element('a', { href: postUrl, style: frameStyles.plainLink }, title);

function facts({ publishedAt, author }: Pick<Post, 'publishedAt' | 'author'>): Element {
  const day =
    publishedAt === null
      ? ''
      : new Date(publishedAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const words = [author.name, day].filter((each) => each !== '').join(' · ');
  return element('p', { style: frameStyles.facts }, element('small', { style: elementStyles.small ?? '' }, words));
}

function readOn(words: string, { postUrl }: PostPlace): Element {
  return paragraph(element('a', { href: postUrl, style: elementStyles.a ?? '' }, words));
}

import type { Element, ElementContent } from 'hast';
import { MOST_POSTS_IN_LETTER } from '#shared/contract/letters.ts';
import type { Post, PostSummary } from '#shared/contract/posts.ts';
import { element } from './element.ts';
import { type LetterHouse, letterFrame, textFrame, writeHtml } from './frame.ts';
import type { LetterContent, LetterItem } from './letter-content.ts';
import { elementStyles, frameStyles } from './mail-styles.ts';
import { mailText } from './mail-text.ts';
import { mailTree, type PostPlace, wholeAddress } from './mail-tree.ts';

/** Bytes of UTF-8 the blocks of a post may have: Gmail cuts a mail at 102 KB, and the rest of a letter takes some eight. */
const LONGEST_BODY = 88_000;
/** Characters of stored HTML that are read for that: elements lose attributes and get looks. */
const LONGEST_READ = 150_000;
const LONGEST_PREHEADER = 150;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** A letter that is one post, whole or cut at a block. */
export function composePost(post: Post, house: LetterHouse): LetterContent {
  const place = placeOf(post, house);
  const { blocks, isCut } = bodyOf(post, place);
  const rest = isCut ? readOn('Read the rest', place) : readOn('Read it on the site', place);
  const all = [...titleBlocks(post, place), ...blocks, rest];
  const item: LetterItem = { postId: post.id, html: writeHtml(all), text: mailText(all) };
  return { ...around(post.title, post.excerpt, house), items: [item], isCut };
}

/** A letter that lists posts: each by its title, its date and what it is about. */
export function composeList(posts: readonly PostSummary[], subject: string, house: LetterHouse): LetterContent {
  const items = posts.slice(0, MOST_POSTS_IN_LETTER).map((post): LetterItem => {
    const place = placeOf(post, house);
    const blocks = [
      element('h2', { style: frameStyles.itemTitle }, titleLink(post, place)),
      facts(post),
      ...(post.excerpt === '' ? [] : [element('p', { style: elementStyles.p ?? '' }, post.excerpt)]),
      readOn('Read it', place),
    ];
    return { postId: post.id, html: writeHtml(blocks), text: mailText(blocks) };
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

/** The blocks of a post that fit; a post whose very first does not is told by its excerpt. */
function bodyOf(post: Post, place: PostPlace): { blocks: Element[]; isCut: boolean } {
  const isLong = post.html.length > LONGEST_READ;
  const blocks = mailTree(post.html.slice(0, LONGEST_READ), place);
  // The last may have lost its end.
  const whole = isLong ? blocks.slice(0, -1) : blocks;
  const fitting: Element[] = [];
  let bytes = 0;
  for (const block of whole) {
    bytes += bytesOf(writeHtml([block]));
    if (bytes > LONGEST_BODY) break;
    fitting.push(block);
  }
  const isCut = isLong || fitting.length < blocks.length;
  if (fitting.length > 0 || !isCut) return { blocks: fitting, isCut };
  return { blocks: [element('p', { style: elementStyles.p ?? '' }, post.excerpt)], isCut };
}

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
            width: '100%',
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
  const link: ElementContent = element('a', { href: postUrl, style: elementStyles.a ?? '' }, words);
  return element('p', { style: elementStyles.p ?? '' }, link);
}

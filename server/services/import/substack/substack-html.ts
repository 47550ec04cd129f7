import type { Element, ElementContent, Root } from 'hast';
import { attributeOf, classesOf, element, findElement, replaceElements, wordsOf } from '../html/hast.ts';
import { videoLine } from '../html/left-out.ts';
import type { Notes } from '../html/notes.ts';
import { tweetAddress, tweetBlock } from '../html/social-posts.ts';

/** Boxes of Substack's pages, by class, that ask the reader to do something. */
const ASKING = [
  'subscription-widget-wrap',
  'subscription-widget-wrap-editor',
  'subscription-widget',
  'button-wrapper',
  'captioned-button-wrap',
  'paywall-jump',
];

/** The data that Substack stores in an attribute of a box. */
function saidOf(each: Element): Readonly<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(attributeOf(each, 'dataAttrs') || '{}');
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const READERS: Record<string, (each: Element) => ElementContent[] | null> = {
  tweet: (each) => {
    const address = tweetAddress(textOf(saidOf(each).url));
    return address === null ? null : [tweetBlock(address)];
  },
  'youtube-wrap': (each) => {
    const id = textOf(saidOf(each).videoId);
    return /^[\w-]{11}$/.test(id) ? [videoLine(`https://www.youtube.com/watch?v=${id}`)] : null;
  },
  'vimeo-wrap': (each) => {
    const id = textOf(saidOf(each).videoId);
    return /^\d{1,12}$/.test(id) ? [videoLine(`https://vimeo.com/${id}`)] : null;
  },
  'image-link': (each) => each.children.filter((child) => child.type === 'element'),
  'embedded-post-wrap': linkedPost,
  'digest-post-embed': linkedPost,
  footnote: (each) => {
    const number = findElement(each, (child) => classesOf(child).includes('footnote-number'));
    const content = findElement(each, (child) => classesOf(child).includes('footnote-content'));
    return number && content ? [element('div', content.children, { id: attributeOf(number, 'id') })] : null;
  },
};

function linkedPost(each: Element): ElementContent[] | null {
  const said = saidOf(each);
  const url = textOf(said.url) || textOf(said.canonical_url);
  const title = textOf(said.title) || url;
  return /^https?:/.test(url) ? [element('p', [element('a', [{ type: 'text', value: title }], { href: url })])] : null;
}

/** Replaces elements that only Substack writes by content that our posts can have. */
export function readSubstackHtml(tree: Root, notes: Notes): void {
  replaceElements(tree, (each) => {
    const names = classesOf(each);
    if (names.some((name) => ASKING.includes(name))) {
      notes.add('Buttons and forms to subscribe or to share were left out');
      return [];
    }
    if (each.tagName === 'img') return [original(each)];
    const name = names.find((one) => Object.hasOwn(READERS, one));
    return name === undefined || (wordsOf(each) === '' && name === 'footnote') ? null : (READERS[name]?.(each) ?? null);
  });
}

/** A picture with the address of its original; Substack's pages show it through a server that makes it smaller. */
function original(picture: Element): Element {
  const said = saidOf(picture);
  const src = textOf(said.src) || attributeOf(picture, 'src');
  const inner = /^https:\/\/substackcdn\.com\/image\/fetch\/[^/]*(?:\/[^/]*)?\/(https?%3A%2F%2F[^/?]+)/i.exec(src)?.[1];
  const alt = textOf(said.alt) || attributeOf(picture, 'alt');
  return element('img', [], { src: inner === undefined ? src : decodeURIComponent(inner), alt });
}

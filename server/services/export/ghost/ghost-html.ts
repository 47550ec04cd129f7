import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';

/** Ghost's placeholder for the site's own address in imported content: Ghost replaces it with its address. */
export const GHOST_URL = '__GHOST_URL__';

/**
 * A post's HTML in the form that Ghost's importer understands: plain elements, without the additions of our pages
 * (anchors of headings, scrolling tables, colours of code, sizes of pictures).
 * @param address returns the target of a link or the address of a picture in Ghost
 */
export function ghostHtml(html: string, address: (address: string) => string): string {
  const tree = fromHtml(html, { fragment: true });
  return toHtml({ type: 'root', children: plain(tree.children, address) } satisfies Root).trim();
}

type Address = (address: string) => string;

function plain(children: readonly RootContent[], address: Address): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type === 'text' || child.type === 'comment') return [child];
    return child.type === 'element' ? plainElement(child, address) : [];
  });
}

function plainElement(element: Element, address: Address): ElementContent[] {
  const { tagName } = element;
  if (tagName === 'code') return [codeOf(element)];
  const inside = () => plain(element.children, address);
  if (hasClass(element, 'heading-line') || hasClass(element, 'table-scroll')) return inside();
  if (hasClass(element, 'heading-anchor')) return [];
  if (hasClass(element, 'post-picture')) return inside();
  if (hasClass(element, 'video-card')) return [videoOf(element) ?? { ...element, properties: {}, children: inside() }];
  if (tagName === 'img') return [pictureOf(element, address)];
  return [{ ...element, properties: keptOf(element, address), children: inside() }];
}

const hasClass = ({ properties }: Element, name: string) =>
  Array.isArray(properties.className) && properties.className.includes(name);

/** Class names identify an embed; all other attributes only style our pages. */
function keptOf({ tagName, properties }: Element, address: Address): Element['properties'] {
  const { id, href, src, target: _target, rel: _rel, className, tabIndex: _tabIndex, ...rest } = properties;
  const isEmbed = tagName === 'blockquote' || tagName === 'iframe';
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => isEmbed || !/^(?:data|aria)[A-Z]/.test(name))),
    ...(typeof id === 'string' && { id: withoutOurs(id) }),
    ...(typeof href === 'string' && { href: href.startsWith('#') ? `#${withoutOurs(href.slice(1))}` : address(href) }),
    ...(typeof src === 'string' && { src: address(src) }),
    ...(isEmbed && className !== undefined && { className }),
  };
}

/** The ids of positions in a text have this prefix only on our site: Ghost names a heading by its words. */
const withoutOurs = (id: string) => id.replace(/^text-/, '');

function pictureOf({ properties: { src, alt, title, width, height } }: Element, address: Address): Element {
  const properties = { src: typeof src === 'string' ? address(src) : '', alt, title, width, height };
  return { type: 'element', tagName: 'img', properties, children: [] };
}

function codeOf(code: Element): Element {
  const names = Array.isArray(code.properties.className) ? code.properties.className : [];
  const className = names.filter((name) => String(name).startsWith('language-'));
  return {
    ...code,
    properties: className.length > 0 ? { className } : {},
    children: [{ type: 'text', value: wordsOf(code) }],
  };
}

function wordsOf(element: Element): string {
  return element.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? wordsOf(child) : ''))
    .join('');
}

const players = { youtube: 'https://www.youtube.com/embed/', vimeo: 'https://player.vimeo.com/video/' } as const;

/** The provider's own player, from which Ghost makes its embed. */
function videoOf({ properties: { dataProvider, dataId } }: Element): Element | null {
  const player = dataProvider === 'youtube' || dataProvider === 'vimeo' ? players[dataProvider] : null;
  if (player === null || typeof dataId !== 'string') return null;
  const properties = { src: player + dataId, width: 560, height: 315, allowFullScreen: true };
  return {
    type: 'element',
    tagName: 'figure',
    properties: {},
    children: [{ type: 'element', tagName: 'iframe', properties, children: [] }],
  };
}

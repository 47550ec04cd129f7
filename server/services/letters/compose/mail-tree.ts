import type { Element, ElementContent, Properties } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { element } from './element.ts';
import { CARD, CODE_IN_BLOCK, CONTENT_WIDTH, elementStyles, TABLE_BOX } from './mail-styles.ts';

/** The addresses of a post and of its site. */
export interface PostPlace {
  siteUrl: string;
  /** The whole address of the post. */
  postUrl: string;
}

/** The attributes that also have a meaning in a mail. */
const ALLOWED_PROPERTIES = new Set([
  'href',
  'alt',
  'title',
  'width',
  'height',
  'colSpan',
  'rowSpan',
  'start',
  'scope',
  'cite',
]);
/** Elements that are not shown: navigation marks, controls. */
const DROPPED = new Set(['heading-anchor', 'data-footnote-backref']);
/** Elements that are removed while their content stays: mail programs neither fold content nor colour code. */
const UNWRAPPED = new Set(['section', 'details', 'span', 'wbr']);

/** The blocks of a post. `html` is the pipeline's output, or its beginning. */
export function readBlocks(html: string): Element[] {
  return fromHtml(html, { fragment: true }).children.filter((child) => child.type === 'element');
}

/**
 * A block of a post for a mail: no class, no id, no script, each element with its own style, pictures and links with
 * whole addresses, embeds as links. Several elements, or none, when the block's own element is removed.
 */
export function mailBlock(block: Element, place: PostPlace): Element[] {
  return change(block, place, false).filter((part) => part.type === 'element');
}

function change(node: ElementContent, place: PostPlace, isInPre: boolean): ElementContent[] {
  if (node.type === 'text') return [{ type: 'text', value: node.value }];
  if (node.type !== 'element') return [];
  const names = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
  if (names.some((name) => DROPPED.has(name))) return [];
  const inside = (pre = isInPre) => node.children.flatMap((child) => change(child, place, pre));
  const { tagName } = node;
  if (tagName === 'input') return [{ type: 'text', value: node.properties.checked === undefined ? '☐' : '☑' }];
  if (tagName === 'img') return picture(node, place);
  if (tagName === 'div')
    return names.includes('video-card') ? [element('div', { style: CARD }, ...inside())] : inside();
  if (tagName === 'summary')
    return [element('p', { style: elementStyles.p ?? '' }, element('strong', {}, ...inside()))];
  // Links to a picture's file or to a position in the mail lead nowhere useful.
  const isFootnote = node.properties.dataFootnoteRef !== undefined;
  const leadsNowhere = isFootnote || (tagName === 'a' && names.some((name) => name.startsWith('post-picture')));
  if (leadsNowhere || UNWRAPPED.has(tagName)) return inside();
  const style = tagName === 'code' && isInPre ? CODE_IN_BLOCK : elementStyles[tagName];
  const isRight = names.includes('align-right');
  const align = isRight || names.includes('align-center') ? `;text-align:${isRight ? 'right' : 'center'}` : '';
  const changed = element(
    tagName,
    { ...allowedProperties(node.properties, place), ...(style !== undefined && { style: style + align }) },
    ...inside(isInPre || tagName === 'pre'),
  );
  return [tagName === 'table' ? element('div', { style: TABLE_BOX }, changed) : changed];
}

function allowedProperties(properties: Properties, place: PostPlace): Properties {
  const entries = Object.entries(properties).filter(([name]) => ALLOWED_PROPERTIES.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'href' || name === 'cite' ? wholeAddress(String(value), place) : value,
    ]),
  );
}

/** A picture with its whole address and a width that fits: some mail programs respect only the attribute. */
function picture({ properties }: Element, place: PostPlace): Element[] {
  const { src, alt, width, height } = properties;
  if (typeof src !== 'string') return [];
  const [wide, high] = [Number(width), Number(height)];
  const shown = Math.min(wide, CONTENT_WIDTH);
  const size = wide > 0 && high > 0 ? { width: shown, height: Math.round((high * shown) / wide) } : {};
  const style = elementStyles.img ?? '';
  return [element('img', { src: wholeAddress(src, place), alt: String(alt ?? ''), ...size, style })];
}

/** The whole form of an address in a post: a position within the post is given the post's address. */
export function wholeAddress(address: string, { siteUrl, postUrl }: PostPlace): string {
  if (address.startsWith('#')) return postUrl + address;
  return URL.canParse(address, `${siteUrl}/`) ? new URL(address, `${siteUrl}/`).href : postUrl;
}

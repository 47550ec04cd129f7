import type { Element, ElementContent, Properties } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { element } from './element.ts';
import { CARD, CODE_IN_BLOCK, CONTENT_WIDTH, elementStyles, TABLE_BOX } from './mail-styles.ts';

/** Where a post stands, and its site. */
export interface PostPlace {
  siteUrl: string;
  /** Whole. */
  postUrl: string;
}

/** Attributes that mean something in a mail as well. */
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
/** What is not shown: marks to get about with, controls. */
const DROPPED = new Set(['heading-anchor', 'data-footnote-backref']);
/** Their elements go, what they hold stays: mail programs fold nothing, and colour no code. */
const UNWRAPPED = new Set(['section', 'details', 'span', 'wbr']);

/** The blocks of a post. `html` is what the pipeline has written, or the beginning of it. */
export function readBlocks(html: string): Element[] {
  return fromHtml(html, { fragment: true }).children.filter((child) => child.type === 'element');
}

/**
 * A block of a post as a mail holds it: no class, no id, no script, each element with its own looks, pictures and links by
 * whole addresses, embeds as links. Several, or none, where its own element goes.
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
  // Neither the picture's file nor a place in the mail is anywhere to go.
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

/** A picture by its whole address, in a width that fits: some mail programs heed nothing but the attribute. */
function picture({ properties }: Element, place: PostPlace): Element[] {
  const { src, alt, width, height } = properties;
  if (typeof src !== 'string') return [];
  const [wide, high] = [Number(width), Number(height)];
  const shown = Math.min(wide, CONTENT_WIDTH);
  const size = wide > 0 && high > 0 ? { width: shown, height: Math.round((high * shown) / wide) } : {};
  const style = elementStyles.img ?? '';
  return [element('img', { src: wholeAddress(src, place), alt: String(alt ?? ''), ...size, style })];
}

/** An address in a post as it is from anywhere: places in the post itself are at the post's. */
export function wholeAddress(address: string, { siteUrl, postUrl }: PostPlace): string {
  if (address.startsWith('#')) return postUrl + address;
  return URL.canParse(address, `${siteUrl}/`) ? new URL(address, `${siteUrl}/`).href : postUrl;
}

import type { Element, ElementContent, Properties, Root } from 'hast';
import { plainText } from '../plain-text.ts';
import { eachElement } from '../walk.ts';
import { onlyChild, safePicture } from './link-attributes.ts';
import { PICTURE_CLASSES } from './picture-links.ts';
import { BOX_WIDTH, columnSizes } from './picture-sizes.ts';

/**
 * Information about a picture of our own: its size in pixels, its smaller versions (`srcset`), and the address to show
 * for it (`src`).
 */
interface PictureInfo {
  width: number;
  height: number;
  srcset?: string;
  src?: string;
}

export interface PictureOptions {
  /** Looks a picture up by its address in the post; null when it is not one of ours. */
  picture?: (src: string) => PictureInfo | null;
  /** The address of the site, such as `https://example.org`: pictures there are written by their path. */
  siteOrigin?: string;
  /**
   * Turns pictures of other sites into plain links, so that nothing is fetched from there. This is for text that nobody
   * has looked at yet, such as a model's answer, which could leak what it knows in a picture's address.
   */
  holdRemotePictures?: boolean;
  /** Makes pictures as wide as the text, instead of in a small box. */
  isColumnWide?: boolean;
}

/**
 * Makes pictures load lazily, with their size, and link to themselves in full size unless they are in a link already; a
 * picture alone in its paragraph shows its title as a caption. Returns the addresses, each once.
 */
export function setPictures(tree: Root, options: PictureOptions): string[] {
  const sources = new Set<string>();
  tree.children = change(tree.children as ElementContent[], null, options, sources);
  eachElement(tree, (element) => {
    if (element.tagName === 'img' && element.properties.alt === element.properties.title)
      delete element.properties.title;
    if (element.tagName === 'a') nameLink(element);
  });
  return [...sources];
}

function change(
  children: readonly ElementContent[],
  link: Element | null,
  options: PictureOptions,
  sources: Set<string>,
): ElementContent[] {
  return children.flatMap((node): ElementContent[] => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'img') return picture(node, link, options, sources);
    node.children = change(node.children, node.tagName === 'a' ? node : link, options, sources);
    // The only picture of the paragraph may have been refused.
    if (node.tagName === 'p' && node.children.every((child) => child.type === 'text' && child.value.trim() === '')) {
      return [];
    }
    return [node.tagName === 'p' ? captioned(node) : node];
  });
}

function picture(node: Element, link: Element | null, options: PictureOptions, sources: Set<string>): ElementContent[] {
  const alt = typeof node.properties.alt === 'string' ? node.properties.alt : '';
  const title = typeof node.properties.title === 'string' ? node.properties.title : '';
  const written = typeof node.properties.src === 'string' ? safePicture(node.properties.src) : null;
  if (written === null) return alt === '' ? [] : [{ type: 'text', value: alt }];
  const isOurs = options.siteOrigin !== undefined && written.startsWith(`${options.siteOrigin}/`);
  const source = isOurs ? written.slice(options.siteOrigin?.length) : written;
  sources.add(source);
  if (options.holdRemotePictures && /^https?:/i.test(source)) {
    const label: ElementContent = { type: 'text', value: alt === '' ? source : alt };
    return link ? [label] : [linkTo(source, {}, label)];
  }
  const info = options.picture?.(source) ?? null;
  const image: Element = {
    type: 'element',
    tagName: 'img',
    properties: {
      src: info?.src ?? source,
      alt: alt || title,
      ...properties(node.properties, info, options),
    },
    children: [],
  };
  const className = [...PICTURE_CLASSES[options.isColumnWide ? 'column' : 'small']];
  const isSmall = !options.isColumnWide && info !== null && Math.max(info.width, info.height) <= BOX_WIDTH;
  if (link) {
    if (onlyChild(link) === node) Object.assign(link.properties, { className }, isSmall && { dataSmall: true });
    return [image];
  }
  const around = linkTo(source, { className }, image);
  // After the address: code that looks for the pictures of a text relies on the attributes before it (`PICTURE_LINKS`).
  if (isSmall) around.properties.dataSmall = true;
  return [around];
}

/** Gives a name to a link that contains only pictures without a text. */
function nameLink(link: Element): void {
  const pictures = link.children.filter((child) => child.type === 'element' && child.tagName === 'img');
  const isNamed = pictures.some((child) => child.type === 'element' && child.properties.alt !== '');
  if (pictures.length > 0 && !isNamed && plainText(link) === '') link.properties.ariaLabel = 'Picture';
}

function linkTo(href: string, properties: Properties, content: ElementContent): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { ...properties, href, target: '_blank', rel: ['noopener'] },
    children: [content],
  };
}

function properties(own: Properties, info: PictureInfo | null, options: PictureOptions): Properties {
  const size = info ?? (own.width && own.height ? { width: own.width, height: own.height } : {});
  return {
    ...(typeof own.title === 'string' && own.title !== '' ? { title: own.title } : {}),
    ...('width' in size ? { width: size.width, height: size.height } : {}),
    ...(info?.srcset
      ? { srcSet: info.srcset, sizes: options.isColumnWide ? columnSizes(info.width) : `${BOX_WIDTH}px` }
      : {}),
    loading: 'lazy',
    decoding: 'async',
  };
}

/** Turns a paragraph of one picture with a title into a figure with a caption. */
function captioned(paragraph: Element): Element {
  const only = onlyChild(paragraph);
  if (only?.type !== 'element' || only.tagName !== 'a') return paragraph;
  const image = onlyChild(only);
  if (image?.type !== 'element' || image.tagName !== 'img' || typeof image.properties.title !== 'string') {
    return paragraph;
  }
  const { title, ...rest } = image.properties;
  image.properties = rest;
  const caption: Element = {
    type: 'element',
    tagName: 'figcaption',
    properties: {},
    children: [{ type: 'text', value: title }],
  };
  return { type: 'element', tagName: 'figure', properties: { className: ['post-figure'] }, children: [only, caption] };
}

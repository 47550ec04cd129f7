import type { Element, ElementContent } from 'hast';
import { attributeOf, element, findElement, findElements, hasWords, isElement, wordsOf } from './hast.ts';
import type { Notes } from './notes.ts';

/**
 * A figure's contents as paragraphs. The caption of a single picture becomes its title, which is shown as a caption;
 * any other caption, and one with a link in it, becomes the paragraph below.
 */
export function readFigure(figure: Element): ElementContent[] {
  const captions = findElements(figure, ({ tagName }) => tagName === 'figcaption');
  const rest = figure.children.filter((child) => !isElement(child, 'figcaption'));
  const pictures = rest.flatMap((child) => findElements(child, isPicture));
  const isPlain = rest.every((child) => child.type !== 'element' || isOnlyPictures(child));
  const below = captions.filter(hasWords).map((caption) => element('p', [...unwrapped(caption)]));
  if (!isPlain || pictures.length === 0) return [...rest, ...below];
  const [only] = pictures;
  const [caption] = captions;
  const hasLink = caption !== undefined && findElement(caption, isElementLink) !== null;
  if (pictures.length === 1 && only && !hasLink) {
    const words = caption ? wordsOf(caption) : attributeOf(only, 'dataCaption');
    return [element('p', [withTitle(only, words)])];
  }
  return [
    ...pictures.map((picture) => element('p', [withTitle(picture, attributeOf(picture, 'dataCaption'))])),
    ...below,
  ];
}

/** A picture, or a link around a picture. */
function isPicture(each: Element): boolean {
  return (
    each.tagName === 'img' || (each.tagName === 'a' && findElement(each, ({ tagName }) => tagName === 'img') !== null)
  );
}

function isElementLink({ tagName }: Element): boolean {
  return tagName === 'a';
}

function isOnlyPictures(each: Element): boolean {
  return (
    !hasWords(each) &&
    findElement(each, ({ tagName }) => /^(?:table|pre|iframe|x-raw|blockquote)$/.test(tagName)) === null
  );
}

function withTitle(picture: Element, title: string): Element {
  if (title === '') return picture;
  if (picture.tagName === 'img') return { ...picture, properties: { ...picture.properties, title } };
  return {
    ...picture,
    children: picture.children.map((child) => (child.type === 'element' ? withTitle(child, title) : child)),
  };
}

/** The words of a caption, without a paragraph around them. */
function unwrapped(caption: Element): readonly ElementContent[] {
  return caption.children.flatMap((child) => (isElement(child, 'p', 'div') ? child.children : [child]));
}

/** The attributes in which pages with lazy loading keep the address, the largest picture first. */
const LATE = ['dataOrigFile', 'dataFullUrl', 'dataSrc', 'dataLazySrc', 'dataOriginal', 'dataLargeFile'];
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|apng)(?:[?#].*)?$/i;

/** A picture with its address and its alternative text. A picture that only counts readers is removed. */
export function readPicture(picture: Element, notes: Notes): ElementContent[] {
  const source = attributeOf(picture, 'src').trim();
  const late = LATE.map((name) => attributeOf(picture, name).trim()).find((address) =>
    /^(?:https?:|\/)/i.test(address),
  );
  const src = source === '' || /^data:/i.test(source) ? (late ?? source) : source;
  // Readers saw the alternative text in its place.
  const alt = attributeOf(picture, 'alt');
  if (src === '') return alt.trim() === '' ? [] : [{ type: 'text', value: alt }];
  if (/^data:/i.test(src)) {
    notes.add('A picture that stood in the text itself was left out');
    return [];
  }
  if (attributeOf(picture, 'width') === '1' && attributeOf(picture, 'height') === '1') return [];
  const caption = attributeOf(picture, 'dataCaption');
  return [element('img', [], { src, alt, ...(caption !== '' && { dataCaption: caption }) })];
}

/**
 * Whether an address is that of the full-size file of `picture`: "a.jpg" for "a-300x200.jpg", or the very same address.
 */
export function isFullSize(address: string, picture: string): boolean {
  return pictureFile.test(address) && stem(address) === stem(picture);
}

function stem(address: string): string {
  return address
    .replace(/[?#].*$/s, '')
    .replace(/^https?:/i, '')
    .replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w{3,4}$)/, '')
    .replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/');
}

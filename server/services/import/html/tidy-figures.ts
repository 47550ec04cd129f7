import type { Element, ElementContent } from 'hast';
import { attributeOf, element, findElement, findElements, hasWords, isElement, wordsOf } from './hast.ts';

/**
 * A figure's contents as paragraphs. The caption of a single picture is its title, which is shown as one; any other caption,
 * and one with a link in it, is the paragraph below.
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

/** A picture with the link around it. */
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

/** The words of a caption, which may stand in a paragraph of its own. */
function unwrapped(caption: Element): readonly ElementContent[] {
  return caption.children.flatMap((child) => (isElement(child, 'p', 'div') ? child.children : [child]));
}

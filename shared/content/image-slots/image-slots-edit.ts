import { linkDestination, linkLabel, linkTitle } from '../insert-link-syntax.ts';
import { endOfText } from '../merge/merge-blocks.ts';
import { hasImage, layoutOf, type Spot, slotAt, spotAfter } from './image-slots.ts';
import type { ContentImage } from './image-slots-images.ts';

/** A picture to insert into a text. An empty `alt`, `caption` or `link` means none. */
export interface ImageToInsert {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
  readonly link: string;
}

/** The result of an insertion: toasts 'Image Inserted!' and 'Image Replaced'; the picture is from `start` to `end`. */
export type InsertOutcome =
  /** 'This image is already in your content' */
  | { readonly kind: 'already-there' }
  | { readonly kind: 'inserted'; readonly markdown: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'replaced';
      readonly markdown: string;
      readonly start: number;
      readonly end: number;
      readonly replaced: ContentImage;
    };

/** The result of a removal: toasts 'Image Removed' and 'No Image Found at position {n}. Found {count} total images.' */
type RemoveOutcome =
  | { readonly kind: 'removed'; readonly markdown: string; readonly image: ContentImage }
  | { readonly kind: 'none'; readonly count: number };

/** Returns `![alt](url "caption")`, inside a link where there is one, escaped. */
export function imageMarkup({ url, alt, caption, link }: ImageToInsert): string {
  const title = caption.trim() === '' ? '' : ` ${linkTitle(caption)}`;
  const image = `![${linkLabel(alt)}](${linkDestination(url)}${title})`;
  return link.trim() === '' ? image : `[${image}](${linkDestination(link)})`;
}

/** Inserts a picture into a slot (1 to 5); it replaces the picture that occupies the slot. */
export function insertImage(markdown: string, position: number, image: ImageToInsert): InsertOutcome {
  const layout = layoutOf(markdown);
  if (hasImage(layout, image.url)) return { kind: 'already-there' };
  const slot = slotAt(layout, position);
  if (!slot.image) return insertAt(markdown, slot.spot, image);
  return { ...replace(markdown, slot.image, image), kind: 'replaced', replaced: slot.image };
}

/**
 * Inserts a picture at the first possible place after an offset, or at the offset itself where it is on a blank line.
 * For a picture that is dropped or pasted into the text, or chosen for it.
 */
export function insertImageNear(markdown: string, offset: number, image: ImageToInsert): InsertOutcome {
  const layout = layoutOf(markdown);
  if (hasImage(layout, image.url)) return { kind: 'already-there' };
  return insertAt(markdown, spotAfter(layout, beforeBlankLine(markdown, offset)), image);
}

/** Returns the end of the text before the blank line that the offset is on; else the offset. */
function beforeBlankLine(markdown: string, offset: number): number {
  const before = markdown.slice(0, offset);
  const line = before.slice(before.lastIndexOf('\n') + 1) + (/^[^\n]*/.exec(markdown.slice(offset))?.[0] ?? '');
  return line.trim() === '' ? before.trimEnd().length : offset;
}

/** Changes the link, caption or alt text of a picture in the text; null when the text does not have the picture. */
export function changeImage(markdown: string, image: ImageToInsert): string | null {
  const found = layoutOf(markdown).images.find(({ url }) => url === image.url);
  return found ? replace(markdown, found, image).markdown : null;
}

/** Adds the alt text of a picture wherever the text has none for it; null when the text does not have the picture. */
export function giveImageAlt(markdown: string, url: string, alt: string): string | null {
  const found = layoutOf(markdown).images.filter((image) => image.url === url);
  if (found.length === 0) return null;
  const silent = found.filter((image) => image.alt.trim() === '');
  return silent.reduceRight((text, image) => replace(text, image, { ...image, alt }).markdown, markdown);
}

/** Removes the picture from a slot (1 to 5). */
export function removeImageAt(markdown: string, position: number): RemoveOutcome {
  const layout = layoutOf(markdown);
  const { image } = slotAt(layout, position);
  if (!image) return { kind: 'none', count: layout.images.length };
  return { kind: 'removed', markdown: without(markdown, image), image };
}

/** Removes every picture of an address from the text. */
export function removeImage(markdown: string, url: string): { markdown: string; count: number } {
  return removeAll(markdown, (image) => image.url === url);
}

/** Removes all pictures from the text: 'All Images Removed', or 'No Images Found' where `count` is 0. */
export function removeAllImages(markdown: string): { markdown: string; count: number } {
  return removeAll(markdown, () => true);
}

function removeAll(markdown: string, isMeant: (image: ContentImage) => boolean) {
  const images = layoutOf(markdown).images.filter(isMeant);
  return { markdown: images.reduceRight(without, markdown), count: images.length };
}

function insertAt(markdown: string, { offset, resume }: Spot, image: ImageToInsert): InsertOutcome {
  const before = markdown.slice(0, offset);
  const rest = markdown.slice(resume);
  // Blank lines after a block are removed, but the indent of its next line stays: the line may be code.
  const after = resume > offset ? rest : rest.replace(/^(?:[ \t]*\r?\n)+|^[ \t]+$/, '').replace(/^[ \t]+$/, '');
  const head = before.trim() === '' ? '' : `${before}\n\n`;
  const markup = imageMarkup(image);
  const tail = after === '' ? (rest.includes('\n') ? '\n' : '') : `\n\n${after}`;
  return {
    kind: 'inserted',
    markdown: head + markup + tail,
    start: head.length,
    end: head.length + markup.length,
  };
}

function replace(markdown: string, { start, end }: ContentImage, image: ImageToInsert) {
  const markup = imageMarkup(image);
  return { markdown: markdown.slice(0, start) + markup + markdown.slice(end), start, end: start + markup.length };
}

function without(markdown: string, { start, end, isAlone }: ContentImage): string {
  const before = markdown.slice(0, start);
  const after = markdown.slice(end);
  return isAlone ? withoutParagraph(before, after) : withoutPhrase(before, after);
}

function withoutParagraph(before: string, after: string): string {
  const head = before.slice(0, endOfText(before));
  const tail = after.replace(/^[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)*/, '');
  if (tail.trim() === '') return head + (after.includes('\n') ? '\n' : '');
  return head === '' ? tail : `${head}\n\n${tail}`;
}

/** Marks that have a meaning at the beginning of a line, with the blank after them. */
const lineStart = /(^|\n)[ \t>]*(?:(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]+)*$/;

function withoutPhrase(before: string, after: string): string {
  const tail = after.replace(/^[ \t]+/, '');
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/^[ \t>]*$/.test(line) && /^(?:\r?\n|$)/.test(tail)) return withoutLine(before, line, tail);
  // Text that moves to the beginning of a line must not become a list, a heading or a quote there.
  if (lineStart.test(before)) return before + tail.replace(/^(?:[-+*#>=|~]|\d{1,9}(?=[.)]))/, escaped);
  const head = before.replace(/[ \t]+$/, '');
  const isApart = head !== before || tail !== after || (/\w$/.test(head) && /^\w/.test(tail));
  return head + (isApart && tail !== '' && !/^\r?\n/.test(tail) ? ' ' : '') + tail;
}

/** Removes the whole line of a picture that was alone on it: an empty line in its place would end the paragraph. */
function withoutLine(before: string, line: string, tail: string): string {
  const head = before.slice(0, before.length - line.length);
  const rest = tail.replace(/^\r?\n/, '');
  const isFirst = head.trim() === '' || /\n[ \t>]*\r?\n$/.test(head);
  const isLast = /^[ \t>]*(?:\r?\n|$)/.test(rest);
  return isFirst && isLast ? withoutParagraph(head, `\n${rest}`) : head + rest;
}

function escaped(mark: string): string {
  return /^\d/.test(mark) ? `${mark}\\` : `\\${mark}`;
}

import { readLinkAddress } from '#shared/content/link-address.ts';
import { flattenCells, readCaptions, readTasks, readVideos, tightenBlocks } from './pasted-blocks.ts';
import { nestLists, readWordLists } from './pasted-lists.ts';
import { readNotes } from './pasted-notes.ts';

/** Elements that are no part of a text; they are removed with all their content. */
const GONE =
  'script,style,meta,link,title,base,noscript,template,iframe,object,embed,svg,math,canvas,video,audio,button,select,textarea,input:not([type="checkbox"]),xml,head,map,dialog,[hidden],[aria-hidden="true"]';

/**
 * Removes from a document's body everything that a post cannot express, a little at each step. Returns how many
 * pictures and addresses of links were left out.
 */
export function* cleanPasted(body: HTMLElement): Generator<void, { pictures: number; links: number }> {
  const { ownerDocument: page } = body;
  const comments = page.createNodeIterator(body, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode())
    comment.parentNode?.removeChild(comment);
  unwrapOfficeElements(body);
  readWordLists(body);
  readVideos(body);
  yield;
  for (const element of body.querySelectorAll(GONE)) element.remove();
  yield;
  readNotes(body);
  yield;
  readTasks(body);
  const left = { pictures: 0, links: 0 };
  for (const picture of body.querySelectorAll('img')) {
    yield;
    const source = picture.getAttribute('src') ?? '';
    if (/^https?:\/\//i.test(source)) keepAttributes(picture, ['src', 'alt']);
    else {
      left.pictures += 1;
      picture.remove();
    }
  }
  for (const link of body.querySelectorAll('a')) {
    yield;
    const address = readLinkAddress(targetOf(link.getAttribute('href') ?? ''));
    const hasWords = link.textContent.trim() + link.innerHTML !== '';
    // A path belongs to the site that the words come from, and `#ftn1` leads to a note that was not copied along.
    if (address.kind === 'usable' && hasWords && !/^(?:\/|#_?ftn)/.test(address.url)) {
      keepAttributes(link, []);
      link.setAttribute('href', address.url);
      continue;
    }
    if (link.hasAttribute('href') && address.kind === 'refused' && address.scheme !== null) left.links += 1;
    link.replaceWith(...link.childNodes);
  }
  readCaptions(body);
  yield* readStyles(body);
  nestLists(body);
  yield;
  tightenBlocks(body);
  yield;
  flattenCells(body);
  readTables(body);
  return left;
}

/**
 * Unwraps Word's own elements, such as `o:p` at the end of each paragraph: taken for blocks, they would split lists.
 */
function unwrapOfficeElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
  }
}

/** Returns the real target of a link: Google Docs and mail programs lead links through an address of their own. */
function targetOf(address: string): string {
  if (!/^https?:\/\/www\.google\.[a-z.]+\/url\?/.test(address) || !URL.canParse(address)) return address;
  return new URL(address).searchParams.get('q') ?? address;
}

function keepAttributes(element: Element, kept: readonly string[]): void {
  for (const { name } of [...element.attributes]) if (!kept.includes(name)) element.removeAttribute(name);
}

/**
 * Takes bold and italics from the visible styles: Google Docs wraps everything in a `b` that is not bold, and marks the
 * rest by styles.
 */
function* readStyles(body: HTMLElement): Generator<void> {
  for (const element of body.querySelectorAll<HTMLElement>('b,strong,i,em')) {
    yield;
    const { fontWeight, fontStyle } = element.style;
    const isPlain = /^(?:B|STRONG)$/.test(element.tagName)
      ? fontWeight === 'normal' || Number(fontWeight || 700) < 600
      : fontStyle === 'normal';
    if (isPlain || element.closest('h1,h2,h3,h4,h5,h6') || element.textContent.trim() === '') {
      element.replaceWith(...element.childNodes);
    }
  }
  for (const span of body.querySelectorAll<HTMLElement>('span,font')) {
    yield;
    const { fontWeight, fontStyle, textDecoration } = span.style;
    const names = [
      fontWeight === 'bold' || Number(fontWeight) >= 600 ? 'strong' : '',
      fontStyle === 'italic' ? 'em' : '',
      textDecoration.includes('line-through') ? 'del' : '',
    ].filter((name) => name !== '');
    const isPlain = names.length === 0 || span.closest('h1,h2,h3,h4,h5,h6,pre,code') || span.textContent.trim() === '';
    let inside: Node[] = [...span.childNodes];
    for (const name of isPlain ? [] : names) {
      const element = body.ownerDocument.createElement(name);
      element.append(...inside);
      inside = [element];
    }
    span.replaceWith(...inside);
  }
}

/** Gives each table a head: a Markdown table needs one, and where none is marked the first row becomes the head. */
function readTables(body: HTMLElement): void {
  for (const cell of body.querySelectorAll('th,td')) keepAttributes(cell, ['align', 'colspan', 'rowspan']);
  for (const table of body.querySelectorAll('table')) {
    const [first] = table.rows;
    if (!first || table.querySelector('th')) continue;
    for (const cell of [...first.cells]) {
      const head = body.ownerDocument.createElement('th');
      head.append(...cell.childNodes);
      cell.replaceWith(head);
    }
  }
}

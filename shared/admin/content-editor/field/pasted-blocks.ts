import { videoOf } from '#shared/content/html/video.ts';

const BLOCKS = 'p,h1,h2,h3,h4,h5,h6,ul,ol,div,blockquote,hr,pre,figure';

/** The words under a picture become its title, which readers see as its caption. */
export function readCaptions(body: HTMLElement): void {
  for (const figure of body.querySelectorAll('figure')) {
    const caption = figure.querySelector('figcaption');
    const pictures = figure.querySelectorAll('img');
    const words = caption?.textContent.replace(/\s+/g, ' ').trim() ?? '';
    const [picture] = pictures;
    if (!caption || !picture || pictures.length > 1) continue;
    if (words !== '') picture.setAttribute('title', words);
    caption.remove();
  }
}

/** A video player becomes the video's address on a line of its own, which readers see as a player again. */
export function readVideos(body: HTMLElement): void {
  for (const frame of body.querySelectorAll('iframe')) {
    const video = videoOf(frame.getAttribute('src') ?? '');
    if (!video) continue;
    const link = body.ownerDocument.createElement('a');
    link.href = video.href;
    link.textContent = video.href;
    const line = body.ownerDocument.createElement('p');
    line.append(link);
    // A paragraph inside a paragraph would be reduced to its words.
    const around = frame.closest('p');
    if (around) around.after(line);
    else frame.before(line);
    frame.remove();
  }
}

/** Reads checkboxes, ticked or not: in the form of web pages, or in that of Google Docs. */
export function readTasks(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li[role="checkbox"]')) {
    const box = body.ownerDocument.createElement('input');
    box.type = 'checkbox';
    box.toggleAttribute('checked', item.getAttribute('aria-checked') === 'true');
    (item.firstElementChild?.localName === 'p' ? item.firstElementChild : item).prepend(box);
  }
}

/**
 * Google Docs puts the words of each list item in a paragraph of their own, and empty lines as line breaks between
 * blocks.
 */
export function tightenBlocks(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    const [first] = item.children;
    const others = [...item.children].slice(1);
    if (first?.localName !== 'p' || hasWordsOfItsOwn(item)) continue;
    if (others.every(({ localName }) => localName === 'ul' || localName === 'ol'))
      first.replaceWith(...first.childNodes);
  }
  for (const line of body.querySelectorAll('br')) {
    const neighbours = [line.previousElementSibling, line.nextElementSibling].filter((each) => each !== null);
    const isBetween = neighbours.some((each) => each.matches(`${BLOCKS},table`)) && !isBesideWords(line);
    if (isBetween) line.remove();
  }
}

/** A cell of a Markdown table is one line: blocks inside a cell are separated by blanks instead. */
export function flattenCells(body: HTMLElement): void {
  const blocks = body.querySelectorAll<HTMLElement>(`:is(td,th) :is(${BLOCKS},li)`);
  // The innermost blocks first, so that a block that is unwrapped no longer contains other blocks.
  for (const block of [...blocks].reverse()) block.replaceWith(' ', ...block.childNodes, ' ');
}

function hasWordsOfItsOwn(item: Element): boolean {
  return [...item.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
}

function isBesideWords(line: Element): boolean {
  return [line.previousSibling, line.nextSibling].some(
    (node) => node?.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
  );
}
